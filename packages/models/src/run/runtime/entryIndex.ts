import { demandKey, type Match, placeKey } from "../../program/index.ts";
import type { ActionRun, Entry, TableState } from "../tables/tableState.ts";

/**
 * The entries of a table by what they demand. The program's own are found without their priority: a switch gives them
 * back with what controllers wrote, with a priority of its choice.
 */
export class EntryIndex {
  private readonly table: TableState;
  private readonly own = new Map<string, Entry>();
  private readonly given = new Map<string, Entry>();

  constructor(table: TableState) {
    this.table = table;
    for (const entry of table.entries) this.add(entry);
  }

  ownOf(matches: readonly Match[]): Entry | undefined {
    return this.own.size === 0 ? undefined : this.own.get(demandKey(this.table.keys, matches));
  }

  /** The entry, but for the program's own, with these matches and this priority. */
  givenOf(demand: Pick<Entry, "matches" | "priority">): Entry | undefined {
    return this.given.get(placeKey(this.table.keys, demand));
  }

  add(entry: Entry): void {
    if (entry.span !== null) this.own.set(demandKey(this.table.keys, entry.matches), entry);
    else this.given.set(placeKey(this.table.keys, entry), entry);
  }

  remove(entry: Entry): void {
    if (entry.span !== null) this.own.delete(demandKey(this.table.keys, entry.matches));
    else this.given.delete(placeKey(this.table.keys, entry));
  }
}

export const isSameRun = (a: ActionRun, b: ActionRun): boolean =>
  a.action === b.action && a.values.map(String).join() === b.values.map(String).join();

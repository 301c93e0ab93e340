import type { Diagnostic } from "../../core/index.ts";
import { placeKey, updateProblem } from "./demandKey.ts";
import { EntryHandles, placeOf } from "./handles.ts";
import type { ProgramTable } from "./programTables.ts";
import { type EntryDemand, type EntryRun, hasPriorities, type PlacedChange } from "./tableEntry.ts";

/** An entry that a table holds. */
export type HeldEntry = EntryDemand & {
  /** the actions that it may run: one, but for those of an action profile; null: any */
  runs: readonly EntryRun[] | null;
  at: PlacedChange["at"];
};

/** What changes leave in a table. */
type TableContents = {
  entries: HeldEntry[];
  /** actions of what misses; null: what the program gives */
  missed: readonly EntryRun[] | null;
  /** how many of the entries that the program gives are as they were */
  own: number;
};

/** By the full name of the table; tables that nothing changes are left out. */
export type Contents = ReadonlyMap<string, TableContents>;

/** The name without the control it belongs to. */
export const lastPart = (name: string): string => name.slice(name.lastIndexOf(".") + 1);

/** Actions that the contents of a table leave it, by their control-plane names. */
export type RuntimeTable = {
  actions: ReadonlySet<string>;
  /** null: what the program gives */
  missed: ReadonlySet<string> | null;
};

/** What contents say about a table; null: nothing, it may run any action. */
export function runtimeTable(contents: Contents | null, table: string): RuntimeTable | null {
  const held = contents?.get(table);
  if (!held || (held.entries.length === 0 && held.missed === null)) return null;
  const named = (runs: readonly EntryRun[]) => runs.map(({ action }) => action);
  const actions = new Set<string>();
  for (const { runs } of held.entries) {
    if (runs === null) return null;
    for (const action of named(runs)) actions.add(action);
  }
  return { actions, missed: held.missed && new Set(named(held.missed)) };
}

/** The entries so that the first that matches wins, of those with equal rank the one in the first place. */
export function ranked(entries: readonly HeldEntry[], keys: readonly { kind: string }[]): HeldEntry[] {
  const lpm = keys.findIndex(({ kind }) => kind === "lpm");
  const rank = ({ matches, priority }: HeldEntry): number => {
    const match = matches?.[lpm];
    return hasPriorities(keys) || match?.kind !== "lpm" ? priority : -match.prefix;
  };
  return [...entries].sort((a, b) => rank(a) - rank(b));
}

/**
 * What tables hold after `changes`; entries that the program gives have the first handles. A change of what is not
 * there is a diagnostic.
 */
export function contentsOf(
  changes: readonly PlacedChange[],
  tables: readonly Pick<ProgramTable, "name" | "keys" | "entries">[],
): { contents: Contents; diagnostics: Diagnostic[] } {
  const contents = new Map<string, Held>();
  const byName = new Map(tables.map((table) => [table.name, table]));
  const diagnostics: Diagnostic[] = [];
  const heldIn = (name: string): Held => {
    const { keys, entries } = byName.get(name) ?? { keys: [], entries: 0 };
    const known = contents.get(name) ?? new Held(keys, entries);
    contents.set(name, known);
    return known;
  };
  for (const change of changes) {
    if (isBesideTables(change)) continue;
    const message = heldIn(change.table).take(change);
    if (message !== null)
      diagnostics.push({ severity: "error", code: "entries-value", message, span: change.at() });
  }
  return { contents, diagnostics };
}

type BesideTables = Extract<PlacedChange, { kind: "command" | "replicas" | "profile" }>;
type TableChange = Exclude<PlacedChange, BesideTables>;

const isBesideTables = (change: PlacedChange): change is BesideTables => !("table" in change);

class Held implements TableContents {
  missed: readonly EntryRun[] | null = null;
  private readonly keys: ProgramTable["keys"];
  private readonly handles = new EntryHandles();
  private readonly given = new Set<number>();
  private readonly held = new Map<number, HeldEntry>();
  /** handles of entries by match and priority, of those that have both */
  private readonly placed = new Map<string, number>();

  constructor(keys: ProgramTable["keys"], own: number) {
    this.keys = keys;
    for (let i = 0; i < own; i++) this.given.add(this.handles.take());
  }

  get entries(): HeldEntry[] {
    return [...this.held].sort(([a], [b]) => placeOf(a) - placeOf(b)).map(([, entry]) => entry);
  }

  get own(): number {
    return this.given.size;
  }

  /** What is wrong with a change, null when it is made. */
  take(change: TableChange): string | null {
    switch (change.kind) {
      case "entry":
        return this.put({ ...change, runs: [change.run] }, change.update);
      case "member":
        if (!change.isDefault) return this.put(change, change.update);
        this.missed = change.runs;
        return null;
      case "default":
        this.missed = change.run && [change.run];
        return null;
      case "clear":
        for (const handle of [...this.given, ...this.held.keys()]) this.remove(handle);
        return null;
      case "withdraw": {
        const handle = this.handleOf(change);
        if (handle !== null) this.remove(handle);
        return handle === null && !this.isVague(change) ? updateProblem("delete", change) : null;
      }
      case "delete":
        if (this.remove(change.handle)) return null;
        break;
      case "modify": {
        const { handle, table, run, at } = change;
        const entry = this.held.get(handle);
        // what an entry of the program demands is not written here
        if (entry || this.given.delete(handle)) {
          this.held.set(handle, { table, matches: null, priority: 0, at, ...entry, runs: [run] });
          return null;
        }
      }
    }
    return `table ${change.table} has no entry ${"handle" in change ? change.handle : ""}`;
  }

  private put(entry: HeldEntry, update: "insert" | "modify" | undefined): string | null {
    const { table, matches, priority, runs, at } = entry;
    const known = update ? this.handleOf(entry) : null;
    if (update === "insert" && known !== null && !this.given.has(known)) return updateProblem(update, entry);
    if (update === "modify" && known === null && !this.isVague(entry)) return updateProblem(update, entry);
    if (update === "modify" && known !== null) this.remove(known);
    const handle = this.handles.take();
    this.held.set(handle, { table, matches, priority, runs, at });
    const place = this.placeOf(entry);
    if (place !== null) this.placed.set(place, handle);
    return null;
  }

  private placeOf({ matches, priority }: EntryDemand): string | null {
    return matches && placeKey(this.keys, { matches, priority });
  }

  /** The entry of this match and priority; else one that the program gives, whose demands are not known here. */
  private handleOf(demand: EntryDemand): number | null {
    const place = this.placeOf(demand);
    const [own = null] = this.given;
    return (place === null ? null : this.placed.get(place)) ?? own;
  }

  /** Whether an entry may be the one that is meant, because a match is left out. */
  private isVague({ matches }: EntryDemand): boolean {
    return matches === null || [...this.held.values()].some((each) => each.matches === null);
  }

  private remove(handle: number): boolean {
    const entry = this.held.get(handle);
    const place = entry ? this.placeOf(entry) : null;
    if (place !== null && this.placed.get(place) === handle) this.placed.delete(place);
    const found = this.given.delete(handle) || this.held.delete(handle);
    if (found) this.handles.giveBack(handle);
    return found;
  }
}

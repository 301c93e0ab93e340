import type { Diagnostic } from "../../core/index.ts";
import { constantProblem, demandKey, placeKey, updateProblem } from "./demandKey.ts";
import { EntryHandles, placeOf } from "./handles.ts";
import type { OwnDemand } from "./ownDemands.ts";
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
  /** which of the entries that the program gives are as they were, by their place in it */
  own: ReadonlySet<number>;
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
  if (!held) return null;
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
  tables: readonly Pick<ProgramTable, "name" | "keys" | "own" | "isConst">[],
): { contents: Contents; diagnostics: Diagnostic[] } {
  const contents = new Map<string, Held>();
  const byName = new Map(tables.map((table) => [table.name, table]));
  const diagnostics: Diagnostic[] = [];
  const heldIn = (name: string): Held => {
    const { keys, own, isConst } = byName.get(name) ?? { keys: [], own: [], isConst: false };
    const known = contents.get(name) ?? new Held(keys, own, isConst);
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
  private readonly isConst: boolean;
  private handles = new EntryHandles();
  private readonly demands: ProgramTable["own"];
  /** places of the entries that the program gives, by their handles */
  private readonly given = new Map<number, number>();
  private readonly held = new Map<number, HeldEntry>();
  /** handles of entries by match and priority, of those that have both */
  private readonly placed = new Map<string, number>();
  /** of the program's own by their match: a switch gives them back with a priority of its choice */
  private readonly matched = new Map<string, number>();

  constructor(keys: ProgramTable["keys"], own: ProgramTable["own"], isConst: boolean) {
    this.keys = keys;
    this.demands = own;
    this.isConst = isConst;
    own.forEach(({ matches }, place) => {
      const handle = this.handles.take();
      this.given.set(handle, place);
      if (matches) this.matched.set(demandKey(keys, matches), handle);
    });
  }

  get entries(): HeldEntry[] {
    return [...this.held].sort(([a], [b]) => placeOf(a) - placeOf(b)).map(([, entry]) => entry);
  }

  get own(): ReadonlySet<number> {
    return new Set(this.given.values());
  }

  /** What is wrong with a change, null when it is made. */
  take(change: TableChange): string | null {
    const changesConstant =
      this.isConst && change.kind !== "clear" && this.demands.every(({ matches }) => matches);
    if (changesConstant && this.changesEntries(change)) return constantProblem(change.table);
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
        // handles begin anew, as in BMv2
        for (const all of [this.given, this.held, this.placed]) all.clear();
        this.handles = new EntryHandles();
        return null;
      case "keep":
      case "withdraw": {
        const handle = this.placedAt(change) ?? this.ownAt(change);
        if (handle === null) {
          const update = change.kind === "keep" ? "modify" : "delete";
          return this.isVague(change) ? null : updateProblem(update, change);
        }
        if (change.kind === "withdraw") this.remove(handle);
        return null;
      }
      case "delete":
        if (this.remove(change.handle)) return null;
        break;
      case "modify": {
        const { handle, table, run, at } = change;
        const entry = this.held.get(handle) ?? this.ownEntry(handle, table, at);
        if (entry) {
          this.given.delete(handle);
          this.held.set(handle, { ...entry, runs: [run] });
          this.place(entry, handle);
          return null;
        }
      }
    }
    return `table ${change.table} has no entry ${"handle" in change ? change.handle : ""}`;
  }

  /** Whether it would change constant entries: not where a switch gives one back, or its action stays. */
  private changesEntries(change: TableChange): boolean {
    switch (change.kind) {
      case "default":
      case "keep":
        return false;
      case "entry":
      case "member":
        return (
          !("isDefault" in change && change.isDefault) &&
          (change.update !== undefined || this.ownAt(change) === null)
        );
      default:
        return true;
    }
  }

  private put(entry: HeldEntry, update: "insert" | "modify" | undefined): string | null {
    const { table, matches, priority, runs, at } = entry;
    const [known, own] = [this.placedAt(entry), this.ownAt(entry)];
    const isOwnAgain = update === "insert" && own !== null && this.demandAt(own).priority === priority;
    if (update !== "modify" && (known !== null || isOwnAgain)) return updateProblem("insert", entry);
    // a switch gives constant entries back with its own: they are the same
    if (this.isConst && own !== null) return null;
    const old = known ?? own;
    if (update === "modify" && old === null && !this.isVague(entry)) return updateProblem(update, entry);
    if (old !== null) this.remove(old);
    const handle = this.handles.take();
    this.held.set(handle, { table, matches, priority, runs, at });
    this.place(entry, handle);
    return null;
  }

  private place(entry: EntryDemand, handle: number): void {
    const place = this.placeOf(entry);
    if (place !== null) this.placed.set(place, handle);
  }

  private placeOf({ matches, priority }: EntryDemand): string | null {
    return matches && placeKey(this.keys, { matches, priority });
  }

  /** The entry of this match and priority, but for the program's own. */
  private placedAt(demand: EntryDemand): number | null {
    const place = this.placeOf(demand);
    return (place === null ? null : this.placed.get(place)) ?? null;
  }

  /** The program's own entry of this match, as it was. */
  private ownAt({ matches }: EntryDemand): number | null {
    const handle = matches && this.matched.get(demandKey(this.keys, matches));
    return handle !== null && handle !== undefined && this.given.has(handle) ? handle : null;
  }

  private demandAt(handle: number): OwnDemand {
    return this.demands[this.given.get(handle)!]!;
  }

  private ownEntry(handle: number, table: string, at: HeldEntry["at"]): HeldEntry | null {
    return this.given.has(handle) ? { table, at, runs: null, ...this.demandAt(handle) } : null;
  }

  /** Whether an entry may be the one that is meant, because a match is left out or not known. */
  private isVague({ matches }: EntryDemand): boolean {
    const isOpen = (each: { matches: unknown }): boolean => each.matches === null;
    const own = [...this.given.keys()].map((handle) => this.demandAt(handle));
    return matches === null || [...this.held.values(), ...own].some(isOpen);
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

import type { Diagnostic } from "../../core/index.ts";
import { EntryHandles, placeOf } from "./handles.ts";
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
 * What tables hold after `changes`; `own`: entries that the program gives, which have the first handles. A change of
 * what is not there is a diagnostic.
 */
export function contentsOf(
  changes: readonly PlacedChange[],
  tables: readonly { name: string; entries: number }[],
): { contents: Contents; diagnostics: Diagnostic[] } {
  const contents = new Map<string, Held>();
  const diagnostics: Diagnostic[] = [];
  const heldIn = (name: string): Held => {
    const known = contents.get(name) ?? new Held(tables.find((each) => each.name === name)?.entries ?? 0);
    contents.set(name, known);
    return known;
  };
  for (const change of changes) {
    if (change.kind === "command" || change.kind === "replicas") continue;
    const message = heldIn(change.table).take(change);
    if (message !== null)
      diagnostics.push({ severity: "error", code: "entries-value", message, span: change.at() });
  }
  return { contents, diagnostics };
}

type TableChange = Exclude<PlacedChange, { kind: "command" | "replicas" }>;

class Held implements TableContents {
  missed: readonly EntryRun[] | null = null;
  private readonly handles = new EntryHandles();
  private readonly given = new Set<number>();
  private readonly held = new Map<number, HeldEntry>();

  constructor(own: number) {
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
        this.add({ ...change, runs: [change.run] });
        return null;
      case "member":
        if (change.isDefault) this.missed = change.runs;
        else this.add(change);
        return null;
      case "default":
        this.missed = change.run && [change.run];
        return null;
      case "clear":
        for (const handle of [...this.given, ...this.held.keys()]) this.remove(handle);
        return null;
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

  private add({ table, matches, priority, runs, at }: HeldEntry): void {
    this.held.set(this.handles.take(), { table, matches, priority, runs, at });
  }

  private remove(handle: number): boolean {
    const found = this.given.delete(handle) || this.held.delete(handle);
    if (found) this.handles.giveBack(handle);
    return found;
  }
}

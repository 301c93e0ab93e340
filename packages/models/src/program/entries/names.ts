import { hasId } from "./runtimeIds.ts";
import type { EntryAction, EntryTable } from "./tableEntry.ts";

/** An entry, table or command that does not fit the program; the message tells the remedy. */
export class ControlError extends Error {
  override name = "ControlError";
  readonly code: "entries-unknown" | "entries-value" | "entries-syntax";

  constructor(message: string, code: ControlError["code"] = "entries-value") {
    super(message);
    this.code = code;
  }
}

/** The one that is called `name`: by its full control-plane name, or by an end of it that only one has. */
export function byName<T>(
  all: readonly T[],
  nameOf: (each: T) => string,
  name: string,
  what: string,
  within = "",
): T {
  const exact = all.find((each) => nameOf(each) === name);
  if (exact) return exact;
  const ending = all.filter((each) => nameOf(each).endsWith(`.${name}`));
  const [only, another] =
    ending.length > 0 ? ending : all.filter((each) => name.endsWith(`.${nameOf(each)}`));
  if (only && !another) return only;
  if (only && another) {
    const names = ending.map(nameOf).join(" or ");
    throw new ControlError(`${what} ${name}${within} can be ${names}; give the full name`, "entries-unknown");
  }
  // p4c's back ends for BPF make C names: `_` for `.`, and in front of what has no control around it
  const spelled = all.find((each) => [cName(nameOf(each)), `_${cName(nameOf(each))}`].includes(name));
  if (spelled) return spelled;
  const known = all.map(nameOf).join(", ") || "none";
  throw new ControlError(`there is no ${what} ${name}${within}; the program has ${known}`, "entries-unknown");
}

/** A name as p4c's back ends for BPF write it. */
export const cName = (name: string): string => name.replace(/[.[]/g, "_").replaceAll("]", "");

/** Tables and actions by what entries call them: a name, an end of it, or a P4Runtime id. Throws `ControlError`. */
export class EntryNames {
  private readonly tables: readonly EntryTable[];
  private readonly known = new Map<string, EntryTable>();
  private readonly actions = new Map<EntryTable, Map<string, EntryAction>>();

  constructor(tables: readonly EntryTable[]) {
    this.tables = tables;
  }

  table(name: string): EntryTable {
    const table = this.known.get(name) ?? byNameOrId(this.tables, name, "table");
    this.known.set(name, table);
    return table;
  }

  /** An action that some table may run, as a member of an action profile does. */
  memberAction(name: string): EntryAction {
    const all = new Map(this.tables.flatMap(({ actions }) => actions.map((each) => [each.name, each])));
    return byNameOrId([...all.values()], name, "action");
  }

  /** An action for entries, or with `isDefault` for what misses. */
  action(table: EntryTable, name: string, isDefault = false): EntryAction {
    const known = this.actions.get(table) ?? new Map<string, EntryAction>();
    this.actions.set(table, known);
    const action = known.get(name) ?? byNameOrId(table.actions, name, "action", ` in table ${table.name}`);
    known.set(name, action);
    if (action.isOnlyDefault && !isDefault) {
      const others = table.actions.flatMap((each) => (each.isOnlyDefault ? [] : [each.name]));
      throw new ControlError(
        `entries of table ${table.name} cannot run ${action.name}, which is for misses only; they run ${others.join(", ") || "nothing"}`,
        "entries-unknown",
      );
    }
    return action;
  }
}

export const byNameOrId = <T extends { name: string; id: number | null }>(
  all: readonly T[],
  name: string,
  what: string,
  within = "",
): T =>
  all.find((each) => hasId(each.name, name, each.id)) ?? byName(all, (each) => each.name, name, what, within);

import { checkShape, type Diagnostic, readDocument } from "../../core/index.ts";
import { type TableEntries, tableEntriesSchema } from "./entries.ts";
import { matchesOf, runOf, type WrittenKey } from "./entryValues.ts";
import { byName, ControlError, type EntryNames } from "./names.ts";
import { type Change, hasPriorities, type Replica, type Written } from "./tableEntry.ts";

type JsonEntry = TableEntries["table_entries"][number];

/** What a file of the p4lang tutorials does to a switch. */
export function readTutorialJson(
  text: string,
  file: string,
  names: EntryNames,
  mayLeaveOut: boolean,
): { written: Written[]; diagnostics: Diagnostic[] } {
  const document = readDocument(text, file);
  const { value, diagnostics } = checkShape(document, tableEntriesSchema(), "a file of table entries");
  const placed = <T>(list: keyof TableEntries, read: (each: T) => Change): Written[] =>
    ((value?.[list] ?? []) as T[]).map((each, index) => ({
      at: () => document.spanAt([list, index]),
      read: () => read(each),
    }));
  const copies = (of: "group" | "session", id: number, replicas: readonly Replica[]): Change => ({
    ...{ kind: "replicas", of, id, replicas },
  });
  const written = [
    ...placed("table_entries", (each: JsonEntry) => changeOf(each, names, mayLeaveOut)),
    ...placed(
      "multicast_group_entries",
      (each: NonNullable<TableEntries["multicast_group_entries"]>[number]) =>
        copies("group", each.multicast_group_id, each.replicas),
    ),
    ...placed("clone_session_entries", (each: NonNullable<TableEntries["clone_session_entries"]>[number]) =>
      copies("session", each.clone_session_id, each.replicas),
    ),
  ];
  return { written, diagnostics };
}

function changeOf(entry: JsonEntry, names: EntryNames, mayLeaveOut: boolean): Change {
  const table = names.table(entry.table);
  const isDefault = entry.default_action === true;
  const action = names.action(table, entry.action_name, isDefault);
  const given = entry.action_params ?? {};
  const other = Object.keys(given).find((name) => !action.parameters.some((each) => each.name === name));
  if (other !== undefined)
    throw new ControlError(
      `action ${action.name} has no parameter ${other}; it has ${action.parameters.map(({ name }) => name).join(", ") || "none"}`,
      "entries-unknown",
    );
  const run = runOf(action, ({ name }) => given[name], mayLeaveOut);
  if (isDefault) return { kind: "default", table: table.name, run };
  const priority = hasPriorities(table.keys) ? -(entry.priority ?? 0) : 0;
  if (mayLeaveOut && entry.match === undefined)
    return { kind: "entry", table: table.name, run, matches: null, priority };
  const keys: (WrittenKey | null)[] = table.keys.map(() => null);
  for (const [name, value] of Object.entries(entry.match ?? {})) {
    const key = byName(table.keys, (each) => each.name, name, "key", ` in table ${table.name}`);
    keys[table.keys.indexOf(key)] = writtenKey(value);
  }
  return {
    ...{ kind: "entry", table: table.name, run, priority },
    matches: matchesOf(table, keys, mayLeaveOut),
  };
}

function writtenKey(given: unknown): WrittenKey {
  if (given === null) return { kind: "any" };
  if (!Array.isArray(given)) return { kind: "value", value: given };
  return given.length === 1
    ? { kind: "value", value: given[0] }
    : { kind: "pair", first: given[0], second: given[1] };
}

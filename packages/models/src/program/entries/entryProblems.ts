import type { Diagnostic } from "../../core/index.ts";
import type { TableEntries } from "./entries.ts";
import type { ProgramTable } from "./programTables.ts";
import { matching } from "./runtimeIds.ts";

/** What is wrong with table entries for a program: tables and actions that it does not have. */
export function entryProblems(entries: TableEntries, tables: readonly ProgramTable[]): Diagnostic[] {
  const messages = new Set<string>();
  for (const { table, action_name } of entries.table_entries) {
    const [named, another] = matching(table, tables);
    if (!named) {
      const known = tables.map(({ name }) => name).join(", ") || "no tables";
      messages.add(`the entries name table ${table}; the program has ${known}`);
    } else if (another) {
      const all = matching(table, tables).map(({ name }) => name);
      messages.add(`the entries name table ${table}, which can be ${all.join(" or ")}; give the full name`);
    } else if (matching(action_name, named.actions).length === 0) {
      const known = named.actions.map(({ name }) => name).join(", ");
      messages.add(`the entries run ${action_name} in table ${named.name}; its actions are ${known}`);
    }
  }
  return [...messages].map((message) => ({
    severity: "error",
    code: "program-entries",
    message,
    span: null,
  }));
}

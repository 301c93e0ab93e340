import type { Diagnostic } from "../../core/index.ts";
import { lastPart, type TableEntries } from "./entries.ts";
import type { ProgramTable } from "./programTables.ts";

/** What is wrong with table entries for a program: tables and actions that it does not have. */
export function entryProblems(entries: TableEntries, tables: readonly ProgramTable[]): Diagnostic[] {
  const messages = new Set<string>();
  for (const entry of entries.table_entries) {
    const named = tables.filter((table) => lastPart(table.name) === lastPart(entry.table));
    const actions = named.flatMap((table) => table.actions.map(lastPart));
    if (named.length === 0) {
      const known = tables.map((table) => lastPart(table.name)).join(", ") || "no tables";
      messages.add(`the entries name table ${entry.table}; the program has ${known}`);
    } else if (!actions.includes(lastPart(entry.action_name))) {
      messages.add(
        `the entries run ${entry.action_name} in table ${entry.table}; its actions are ${actions.join(", ")}`,
      );
    }
  }
  return [...messages].map((message) => ({
    severity: "error",
    code: "program-entries",
    message,
    span: null,
  }));
}

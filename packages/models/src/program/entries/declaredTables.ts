import type { Flow } from "../flow/flow.ts";
import type { DeclaredTable } from "../report.ts";
import { lastPart, type TableEntries } from "./entries.ts";
import type { ProgramTable } from "./programTables.ts";

/** The tables that a flow applies, with the entries that the program and `entries` put into them. */
export function declaredTables(
  tables: readonly ProgramTable[],
  entries: TableEntries | null,
  flow: Flow,
): DeclaredTable[] {
  const applied = new Set(
    [...flow.nodes.values()].flatMap((node) =>
      node.operations.flatMap((each) => (each.kind === "applyTable" ? [each.table] : [])),
    ),
  );
  return tables.flatMap(({ name, keys, size, entries: fixed, line }) => {
    const short = lastPart(name);
    if (!applied.has(short)) return [];
    const given = (entries?.table_entries ?? []).filter(
      ({ table, default_action }) => default_action !== true && names(table, name),
    );
    return [{ name: short, keys, size, entries: fixed + given.length, line }];
  });
}

/** Entries name a table with or without its control, or with more around it. */
const names = (named: string, name: string): boolean =>
  named === lastPart(name) || named === name || named.endsWith(`.${name}`);

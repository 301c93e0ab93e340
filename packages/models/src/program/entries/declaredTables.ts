import type { Flow } from "../flow/flow.ts";
import type { DeclaredTable } from "../report.ts";
import type { Contents } from "./contents.ts";
import type { ProgramTable } from "./programTables.ts";

/** The tables that a flow applies, with the entries that the program and `entries` put into them. */
export function declaredTables(
  tables: readonly ProgramTable[],
  contents: Contents | null,
  flow: Flow,
): DeclaredTable[] {
  const applied = new Set(
    [...flow.nodes.values()].flatMap((node) =>
      node.operations.flatMap((each) => (each.kind === "applyTable" ? [each.table] : [])),
    ),
  );
  return tables.flatMap(({ name, shown, keys, size, own, isConst, line }) => {
    if (!applied.has(shown)) return [];
    const held = contents?.get(name);
    const given = isConst ? 0 : (held?.entries.length ?? 0);
    const entries = (held?.own.size ?? own.length) + given;
    return [{ name: shown, keys: keys.map(({ kind }) => kind), size, entries, line }];
  });
}

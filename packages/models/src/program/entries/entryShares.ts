import type { Probabilities } from "../probabilities.ts";
import type { ProgramWalks } from "../walk/programWalks.ts";
import { lastPart, type TableEntries } from "./entries.ts";

/**
 * How often each action runs when packets meet every entry of a table equally often, and miss a table only when it
 * has no entries (our choice, rule B6). Tables that `entries` do not name are left out; `walks` tell tables apart
 * that are called alike.
 */
export function entryShares(
  { table_entries }: TableEntries,
  walks: ProgramWalks | null = null,
): Probabilities {
  const shown = new Set(walks?.exploration.order.flatMap(({ node }) => node.tableRun?.name ?? []));
  const shownName = (table: string): string =>
    [...shown].find((name) => table === name || table.endsWith(`.${name}`)) ?? lastPart(table);
  const runs = new Map<string, Map<string, number>>();
  for (const { table, action_name, default_action } of table_entries) {
    const name = shownName(table);
    const actions = runs.get(name) ?? new Map<string, number>();
    runs.set(name, actions);
    const action = lastPart(action_name);
    actions.set(action, (actions.get(action) ?? 0) + (default_action === true ? 0 : 1));
  }
  const tables = [...runs].map(([name, actions]) => {
    const total = [...actions.values()].reduce((a, b) => a + b, 0);
    const shares = [...actions].map(([action, count]) => [action, total === 0 ? 1 : count / total]);
    return [name, Object.fromEntries(shares)];
  });
  return { tables: Object.fromEntries(tables), conditions: {}, states: {} };
}

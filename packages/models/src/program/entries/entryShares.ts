import type { Probabilities } from "../probabilities.ts";
import type { ProgramWalks } from "../walk/programWalks.ts";
import { type Contents, lastPart } from "./contents.ts";

/**
 * How often each action runs when packets meet every entry of a table equally often, and miss a table only when it
 * has no entries (our choice, rule B6). Tables that `contents` do not name are left out; `walks` tell tables apart
 * that are called alike.
 */
export function entryShares(contents: Contents, walks: ProgramWalks | null = null): Probabilities {
  const shown = new Set(walks?.exploration.order.flatMap(({ node }) => node.tableRun?.name ?? []));
  const shownName = (table: string): string =>
    [...shown].find((name) => table === name || table.endsWith(`.${name}`)) ?? lastPart(table);
  const runs = new Map<string, Map<string, number>>();
  for (const [table, { entries, missed }] of contents) {
    const actions = new Map<string, number>();
    const count = ({ action }: { action: string }, by: number): void => {
      actions.set(lastPart(action), (actions.get(lastPart(action)) ?? 0) + by);
    };
    for (const { runs: ofEntry } of entries) for (const run of ofEntry ?? []) count(run, 1);
    for (const run of missed ?? []) count(run, 0);
    if (actions.size > 0) runs.set(shownName(table), actions);
  }
  const tables = [...runs].map(([name, actions]) => {
    const total = [...actions.values()].reduce((a, b) => a + b, 0);
    const shares = [...actions].map(([action, count]) => [action, total === 0 ? 1 : count / total]);
    return [name, Object.fromEntries(shares)];
  });
  return { tables: Object.fromEntries(tables), conditions: {}, states: {} };
}

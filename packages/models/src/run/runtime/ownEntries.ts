import { type Match, prefixMask } from "../../program/index.ts";
import type { ActionRun, Entry, TableState } from "../tables/tableState.ts";

/**
 * Finds the program's own entry of a table that demands the same. A switch gives them back with what controllers wrote,
 * with a priority of its choice, so that is left out.
 */
export function ownEntries(): (table: TableState, matches: readonly Match[]) => Entry | undefined {
  const known = new Map<TableState, ReadonlyMap<string, Entry>>();
  const ownOf = (table: TableState): ReadonlyMap<string, Entry> => {
    const own = table.entries.filter(({ span }) => span !== null);
    return new Map(own.map((entry) => [demand(table, entry.matches), entry]));
  };
  return (table, matches) => {
    const own = known.get(table) ?? ownOf(table);
    known.set(table, own);
    return own.size === 0 ? undefined : own.get(demand(table, matches));
  };
}

export const isSameRun = (a: ActionRun, b: ActionRun): boolean =>
  a.action === b.action && a.values.map(String).join() === b.values.map(String).join();

/** What keys demand, in one spelling. */
const demand = ({ keys }: TableState, matches: readonly Match[]): string =>
  matches.map((match, index) => spelled(match, keys[index]!.width)).join();

function spelled(match: Match, width: number): string {
  const all = prefixMask(width, width);
  switch (match.kind) {
    case "any":
      return "0/0";
    case "exact":
      return `${match.value}/${all}`;
    case "lpm":
      return masked(match.value, prefixMask(width, match.prefix));
    case "ternary":
      return masked(match.value, match.mask);
    case "range":
      if (match.low === match.high) return `${match.low}/${all}`;
      return match.low === 0n && match.high === all ? "0/0" : `${match.low}..${match.high}`;
  }
}

const masked = (value: bigint, mask: bigint): string => `${value & mask}/${mask}`;

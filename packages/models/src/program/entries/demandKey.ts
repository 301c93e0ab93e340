import { type EntryDemand, type EntryKey, type Match, prefixMask, type Update } from "./tableEntry.ts";

/** Why an update cannot be: an entry is there that must not be, or none that must be. */
export function updateProblem(update: Update, { table, priority }: EntryDemand): string {
  const place = priority === 0 ? "with this match" : `with this match and the priority ${Math.abs(priority)}`;
  switch (update) {
    case "insert":
      return `table ${table} has an entry ${place} already; change or delete that one instead`;
    case "modify":
      return `table ${table} has no entry ${place}; add it by an update of type INSERT`;
    case "delete":
      return `table ${table} has no entry ${place} to delete; give match and priority as it was inserted`;
  }
}

/** Why nothing changes entries of the program that are constant (P4_16, tables). */
export const constantProblem = (table: string): string =>
  `the entries of table ${table} are constant: the program gives all of them`;

/** What keys demand, in one spelling: a value under its mask, or a range. */
export const demandKey = (keys: readonly Pick<EntryKey, "width">[], matches: readonly Match[]): string =>
  matches.map((match, index) => spelled(match, keys[index]!.width)).join();

/** As `demandKey`, with the priority: what tells entries of one table apart. */
export const placeKey = (
  keys: readonly Pick<EntryKey, "width">[],
  { matches, priority }: Pick<EntryDemand, "priority"> & { matches: readonly Match[] },
): string => `${demandKey(keys, matches)} ${priority}`;

/** `width` null: unknown, all bits are an endless mask. */
function spelled(match: Match, width: number | null): string {
  const all = width === null ? -1n : prefixMask(width, width);
  switch (match.kind) {
    case "any":
      return "0/0";
    case "exact":
      return `${match.value}/${all}`;
    case "lpm":
      if (width === null) return match.prefix === 0 ? "0/0" : `${match.value}/${match.prefix} bits`;
      return masked(match.value, prefixMask(width, match.prefix));
    case "ternary":
      return masked(match.value, match.mask);
    case "range":
      if (match.low === match.high) return `${match.low}/${all}`;
      return match.low === 0n && match.high === all ? "0/0" : `${match.low}..${match.high}`;
  }
}

const masked = (value: bigint, mask: bigint): string => `${value & mask}/${mask}`;

import type { CheckedProgram, Expression, TableDeclaration, TableEntry } from "../../p4/index.ts";
import { entryPriorities, partOf } from "./entryOrder.ts";
import { type EntryDemand, type EntryKey, hasPriorities, type Match } from "./tableEntry.ts";

/** What an entry of the program demands; `matches` null: not known before it runs. */
export type OwnDemand = Pick<EntryDemand, "matches" | "priority">;

/** What the entries of a table demand that the program gives. */
export function ownDemands(
  checked: Pick<CheckedProgram, "constants">,
  table: TableDeclaration,
  entries: readonly TableEntry[],
  keys: readonly Pick<EntryKey, "kind" | "width">[],
): OwnDemand[] {
  const priorities = hasPriorities(keys) ? entryPriorities(checked, table, entries) : [];
  return entries.map((entry, index) => {
    const matches = keys.map((key, i) =>
      keysetMatch(partOf(entry, i, keys.length), key, bitsIn(checked, key)),
    );
    return {
      matches: matches.includes(null) ? null : (matches as Match[]),
      priority: priorities[index] ?? 0,
    };
  });
}

/** What a keyset of an entry demands of a key; null: `bits` does not know a value in it. */
export function keysetMatch(
  keyset: Expression,
  { kind, width }: Pick<EntryKey, "kind" | "width">,
  bits: (e: Expression) => bigint | string | null,
): Match | null {
  const number = (e: Expression): bigint | null => {
    const value = bits(e);
    return typeof value === "bigint" ? value : null;
  };
  if (keyset.kind === "default" || keyset.kind === "dontCare") return { kind: "any" };
  if (keyset.kind === "range") {
    const [low, high] = [number(keyset.low), number(keyset.high)];
    return low === null || high === null ? null : { kind: "range", low, high };
  }
  if (keyset.kind === "mask") {
    const [value, mask] = [number(keyset.value), number(keyset.mask)];
    if (value === null || mask === null) return null;
    if (kind !== "lpm") return { kind: "ternary", value, mask };
    return { kind: "lpm", value, prefix: mask.toString(2).replaceAll("0", "").length };
  }
  const value = bits(keyset);
  if (value === null) return null;
  if (kind !== "lpm" || typeof value !== "bigint") return { kind: "exact", value };
  return width === null ? null : { kind: "lpm", value, prefix: width };
}

const bitsIn =
  ({ constants }: Pick<CheckedProgram, "constants">, { width }: Pick<EntryKey, "width">) =>
  (e: Expression): bigint | string | null => {
    const value = constants.get(e);
    if (typeof value === "string" || value === undefined) return value ?? null;
    return width === null ? BigInt(value) : BigInt.asUintN(width, BigInt(value));
  };

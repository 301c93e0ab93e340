import type { Value } from "../values/node.ts";
import { placeOf } from "./handles.ts";
import { keyValue, prefixMask } from "./match.ts";
import { orderedLookup } from "./orderedLookup.ts";
import type { Entry, TableKey, TableState } from "./tableState.ts";

/** Finds the entry that keys hit. Made anew when the entries change. */
export type Lookup = (keys: readonly Value[]) => Entry | null;

/** Exact tables by one look, prefixes from the longest on, all others by priority. */
export function lookUpIn(table: TableState): Lookup {
  if (table.entries.length === 0) return () => null;
  const lpm = table.keys.findIndex(({ kind }) => kind === "lpm");
  const isPlain = !table.hasPriorities && table.keys.every(({ kind }) => kind !== "selector");
  if (isPlain && lpm < 0) return exactLookup(table);
  if (isPlain && table.keys.every(({ kind }) => kind === "exact" || kind === "lpm"))
    return prefixLookup(table, lpm);
  // the smallest priority wins, the older entry among equals
  // the smallest priority wins, among equals the entry in the first place
  const ordered = [...table.entries].sort(
    (a, b) => a.priority - b.priority || placeOf(a.handle) - placeOf(b.handle),
  );
  return orderedLookup(ordered, table.keys);
}

const joined = (keys: readonly (bigint | string)[]): string => keys.join("|");

function exactLookup(table: TableState): Lookup {
  const index = new Map<unknown, Entry>();
  const [only] = table.keys;
  const isSingle = table.keys.length === 1 && only?.shape.kind === "bits" && !only.shape.isSigned;
  for (const entry of table.entries) {
    const values = entry.matches.map((match) => (match.kind === "exact" ? match.value : ""));
    const key = isSingle ? (only.width <= 32 ? Number(values[0]) : values[0]) : joined(values);
    if (!index.has(key)) index.set(key, entry);
  }
  if (isSingle) return (keys) => index.get(keys[0]) ?? null;
  const { keys: kinds } = table;
  return (keys) => index.get(joined(keys.map((key, i) => keyValue(key, kinds[i]!.width)))) ?? null;
}

function prefixLookup(table: TableState, lpm: number): Lookup {
  const { keys: kinds } = table;
  const width = kinds[lpm]!.width;
  const byLength = new Map<number, Map<string, Entry>>();
  for (const entry of table.entries) {
    const match = entry.matches[lpm];
    const prefix = match?.kind === "lpm" ? match.prefix : 0;
    const own = byLength.get(prefix) ?? new Map<string, Entry>();
    byLength.set(prefix, own);
    const mask = prefixMask(width, prefix);
    const key = joined(
      entry.matches.map((each) =>
        each.kind === "lpm" ? each.value & mask : each.kind === "exact" ? each.value : 0n,
      ),
    );
    if (!own.has(key)) own.set(key, entry);
  }
  const lengths = [...byLength].sort(([a], [b]) => b - a);
  if (kinds.length === 1 && isNarrow(kinds[0]!)) return narrowPrefixLookup(lengths, width);
  const masked = lengths.map(([prefix, own]) => ({ mask: prefixMask(width, prefix), own }));
  return (keys) => {
    const values = keys.map((key, i) => keyValue(key, kinds[i]!.width));
    const address = values[lpm] as bigint;
    for (const { mask, own } of masked) {
      values[lpm] = address & mask;
      const found = own.get(joined(values));
      if (found) return found;
    }
    return null;
  };
}

/** A table with one prefix of at most 32 bits: numbers in place of texts. */
function narrowPrefixLookup(
  lengths: readonly (readonly [number, ReadonlyMap<string, Entry>])[],
  width: number,
): Lookup {
  const masked = lengths.map(([prefix, own]) => ({
    mask: Number(prefixMask(width, prefix)),
    own: new Map([...own].map(([key, entry]) => [Number(key), entry])),
  }));
  return (keys) => {
    const address = keys[0] as number;
    for (const { mask, own } of masked) {
      const found = own.get((address & mask) >>> 0);
      if (found) return found;
    }
    return null;
  };
}

const isNarrow = ({ shape, width }: TableKey): boolean =>
  shape.kind === "bits" && !shape.isSigned && width <= 32;

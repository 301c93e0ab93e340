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

/** What keys lead to, one key after the other. */
type Branches = Map<Value, Branches | Entry>;

function exactLookup(table: TableState): Lookup {
  const { keys: kinds } = table;
  if (kinds.every(({ shape }) => shape.kind === "bits" && !shape.isSigned)) return branchLookup(table);
  const index = new Map<unknown, Entry>();
  for (const entry of table.entries) {
    const key = joined(entry.matches.map((match) => (match.kind === "exact" ? match.value : "")));
    if (!index.has(key)) index.set(key, entry);
  }
  return (keys) => index.get(joined(keys.map((key, i) => keyValue(key, kinds[i]!.width)))) ?? null;
}

/** Keys that are held as the packet's values are: numbers up to 32 bits, big integers beyond. */
function branchLookup({ entries, keys: kinds }: TableState): Lookup {
  const root: Branches = new Map();
  const last = kinds.length - 1;
  for (const entry of entries) {
    let at = root;
    entry.matches.forEach((match, i) => {
      const whole = match.kind === "exact" ? BigInt(match.value) : 0n;
      const value = kinds[i]!.width <= 32 ? Number(whole) : whole;
      if (i === last) {
        if (!at.has(value)) at.set(value, entry);
        return;
      }
      const next = (at.get(value) as Branches | undefined) ?? new Map();
      at.set(value, next);
      at = next;
    });
  }
  return (keys) => {
    let at: Branches | undefined = root;
    for (let i = 0; i < last; i++) {
      at = at.get(keys[i]!) as Branches | undefined;
      if (at === undefined) return null;
    }
    return (at.get(keys[last]!) as Entry | undefined) ?? null;
  };
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

import { placeOf, prefixMask } from "../../program/index.ts";
import type { Value } from "../values/node.ts";
import { keyValue } from "./match.ts";
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
  if (kinds.every(isUnsigned)) return branchLookup(table);
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
  if (kinds.every(isUnsigned)) return branchedPrefixLookup(table, lpm);
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

/** Prefixes of one length under what other keys lead to. */
type Prefixes = { bits: number; mask: Value; own: Map<Value, Entry> }[];

/** Keys that are held as the packet's values are: the exact ones lead to prefixes, the longest first. */
function branchedPrefixLookup({ entries, keys: kinds }: TableState, lpm: number): Lookup {
  const others = kinds.flatMap((_, i) => (i === lpm ? [] : [i]));
  const { width } = kinds[lpm]!;
  const held = (value: bigint, bits: number): Value => (bits <= 32 ? Number(value) : value);
  const root: PrefixBranch = new Map();
  for (const entry of entries) {
    const { matches } = entry;
    let at = root;
    for (const i of others) {
      const match = matches[i];
      const value = held(match?.kind === "exact" ? BigInt(match.value) : 0n, kinds[i]!.width);
      const next = (at.get(value) as PrefixBranch | undefined) ?? new Map();
      at.set(value, next);
      at = next;
    }
    const match = matches[lpm];
    const [prefix, address] = match?.kind === "lpm" ? [match.prefix, match.value] : [0, 0n];
    const mask = prefixMask(width, prefix);
    const lengths = (at.get(LEAF) as Prefixes | undefined) ?? [];
    at.set(LEAF, lengths);
    let length = lengths.find(({ bits }) => bits === prefix);
    if (!length) {
      length = { bits: prefix, mask: held(mask, width), own: new Map() };
      lengths.push(length);
      lengths.sort((a, b) => b.bits - a.bits);
    }
    const key = held(address & mask, width);
    if (!length.own.has(key)) length.own.set(key, entry);
  }
  const isNarrow = width <= 32;
  return (keys) => {
    let at: PrefixBranch | undefined = root;
    for (let i = 0; i < others.length; i++) {
      at = at.get(keys[others[i]!]!) as PrefixBranch | undefined;
      if (at === undefined) return null;
    }
    const lengths = at.get(LEAF) as Prefixes;
    const address = keys[lpm]!;
    for (let i = 0; i < lengths.length; i++) {
      const { mask, own } = lengths[i]!;
      const key = isNarrow
        ? ((address as number) & (mask as number)) >>> 0
        : (address as bigint) & (mask as bigint);
      const found = own.get(key);
      if (found) return found;
    }
    return null;
  };
}

/** Where the prefixes stand among what keys lead to: no packet has it as a value. */
const LEAF = Symbol("prefixes");
type PrefixBranch = Map<Value | typeof LEAF, PrefixBranch | Prefixes>;

const isUnsigned = ({ shape }: TableKey): boolean => shape.kind === "bits" && !shape.isSigned;

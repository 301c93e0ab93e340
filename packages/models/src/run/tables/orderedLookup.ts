import { type Match, prefixMask } from "../../program/index.ts";
import type { Value } from "../values/node.ts";
import { isMatch, keyValue } from "./match.ts";
import type { Entry, TableKey } from "./tableState.ts";

const WORD = 32n;

/** A key as words of 32 bits, the highest first. */
type Words = { from: number; count: number; put(words: Int32Array, value: Value): void };

/**
 * The first of `ordered` that keys match. Each key is compared as words of 32 bits under a mask; what a mask cannot
 * say, ranges and members of enums, is compared behind it. Entries with the same masks are found by one look.
 */
export function orderedLookup(
  ordered: readonly Entry[],
  kinds: readonly TableKey[],
): (keys: readonly Value[]) => Entry | null {
  const keys = wordsOf(kinds);
  const perEntry = keys.reduce((sum, { count }) => sum + count, 0);
  const values = new Int32Array(ordered.length * perEntry);
  const masks = new Int32Array(ordered.length * perEntry);
  const rest = ordered.map(({ matches }, at) => {
    const left: number[] = [];
    matches.forEach((match, i) => {
      const { width } = kinds[i]!;
      const masked = width === 0 ? null : maskedOf(match, width);
      if (masked === null) {
        left.push(i);
        return;
      }
      const { from, count } = keys[i]!;
      for (let word = 0; word < count; word++) {
        const shift = WORD * BigInt(count - 1 - word);
        const mask = Number(BigInt.asIntN(32, masked.mask >> shift));
        masks[at * perEntry + from + word] = mask;
        values[at * perEntry + from + word] = Number(BigInt.asIntN(32, masked.value >> shift)) & mask;
      }
    });
    return left;
  });
  const isAll = rest.every((left) => left.length === 0);
  const words = new Int32Array(perEntry);
  const isHit = (at: number, given: readonly Value[]): boolean => {
    const base = at * perEntry;
    for (let word = 0; word < perEntry; word++)
      if (((words[word]! ^ values[base + word]!) & masks[base + word]!) !== 0) return false;
    const isMatched = (i: number): boolean =>
      isMatch(ordered[at]!.matches[i]!, keyValue(given[i]!, kinds[i]!.width), kinds[i]!.width);
    return isAll || rest[at]!.every(isMatched);
  };
  const groups = groupsOf(ordered.length, perEntry, values, masks);
  if (groups.length * FEWEST_A_GROUP > ordered.length)
    return (given) => {
      for (let i = 0; i < keys.length; i++) keys[i]!.put(words, given[i]!);
      for (let at = 0; at < ordered.length; at++) if (isHit(at, given)) return ordered[at]!;
      return null;
    };
  return (given) => {
    for (let i = 0; i < keys.length; i++) keys[i]!.put(words, given[i]!);
    let best = ordered.length;
    for (let i = 0; i < groups.length; i++) {
      const { first, mask, byHash } = groups[i]!;
      // groups stand by their first entries
      if (first >= best) break;
      let hash = 0;
      for (let word = 0; word < perEntry; word++) hash = mixed(hash, words[word]! & mask[word]!);
      const alike = byHash.get(hash);
      if (alike === undefined) continue;
      for (let j = 0; j < alike.length && alike[j]! < best; j++)
        if (isHit(alike[j]!, given)) best = alike[j]!;
    }
    return ordered[best] ?? null;
  };
}

/** Our choice: with fewer entries for each set of masks, looking at one after the other is as fast. */
const FEWEST_A_GROUP = 8;

/** Entries with the same masks, by a hash of their values; places among all entries, ascending. */
type Group = { first: number; mask: Int32Array; byHash: Map<number, number[]> };

const mixed = (hash: number, word: number): number => Math.imul(hash ^ word, 0x9e3779b1) ^ (hash >>> 15);

function groupsOf(count: number, perEntry: number, values: Int32Array, masks: Int32Array): Group[] {
  const groups = new Map<string, Group>();
  for (let at = 0; at < count; at++) {
    const mask = masks.subarray(at * perEntry, (at + 1) * perEntry);
    const key = mask.join();
    const group = groups.get(key) ?? { first: at, mask: mask.slice(), byHash: new Map<number, number[]>() };
    groups.set(key, group);
    let hash = 0;
    for (let word = 0; word < perEntry; word++) hash = mixed(hash, values[at * perEntry + word]!);
    const alike = group.byHash.get(hash) ?? [];
    group.byHash.set(hash, alike);
    alike.push(at);
  }
  return [...groups.values()];
}

/** Null: no mask says it. */
function maskedOf(match: Match, width: number): { value: bigint; mask: bigint } | null {
  const all = (1n << BigInt(width)) - 1n;
  switch (match.kind) {
    case "any":
      return { value: 0n, mask: 0n };
    case "exact":
      return typeof match.value === "bigint" ? { value: match.value, mask: all } : null;
    case "lpm":
      return { value: match.value, mask: prefixMask(width, match.prefix) };
    case "ternary":
      return match;
    case "range":
      return null;
  }
}

function wordsOf(kinds: readonly TableKey[]): Words[] {
  let next = 0;
  return kinds.map(({ width }) => {
    const from = next;
    const count = Math.ceil(width / 32);
    next += count;
    return {
      from,
      count,
      put(words, value) {
        if (typeof value === "number")
          words[from] = count === 1 && width < 32 ? value & (2 ** width - 1) : value;
        else if (typeof value === "boolean") words[from] = value ? 1 : 0;
        else if (typeof value === "bigint") {
          const bits = BigInt.asUintN(width, value);
          for (let word = 0; word < count; word++)
            words[from + word] = Number(BigInt.asIntN(32, bits >> (WORD * BigInt(count - 1 - word))));
        }
      },
    };
  });
}

import type { Value } from "../values/node.ts";
import { isMatch, keyValue, type Match, prefixMask } from "./match.ts";
import type { Entry, TableKey } from "./tableState.ts";

const WORD = 32n;

/** A key as words of 32 bits, the highest first. */
type Words = { from: number; count: number; put(words: Int32Array, value: Value): void };

/**
 * The first of `ordered` that keys match. Each key is compared as words of 32 bits under a mask; what a mask cannot
 * say, ranges and members of enums, is compared behind it.
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
  return (given) => {
    for (let i = 0; i < keys.length; i++) keys[i]!.put(words, given[i]!);
    for (let at = 0, base = 0; at < ordered.length; at++, base += perEntry) {
      let word = 0;
      while (word < perEntry && ((words[word]! ^ values[base + word]!) & masks[base + word]!) === 0) word++;
      if (word < perEntry) continue;
      const isMatched = (i: number): boolean =>
        isMatch(ordered[at]!.matches[i]!, keyValue(given[i]!, kinds[i]!.width), kinds[i]!.width);
      if (isAll || rest[at]!.every(isMatched)) return ordered[at]!;
    }
    return null;
  };
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

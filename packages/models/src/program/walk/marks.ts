import type { WalkEvent } from "./events.ts";

/** Gives each header cell a bit of its own, so that sets of written headers are numbers. */
export function headerBits(): (cell: string) => bigint {
  const bits = new Map<string, bigint>();
  return (cell) => {
    const known = bits.get(cell);
    if (known !== undefined) return known;
    const bit = 1n << BigInt(bits.size);
    bits.set(cell, bit);
    return bit;
  };
}

/** The written headers after `event`. */
export function applyMark(set: bigint, event: WalkEvent, bitOf: (cell: string) => bigint): bigint {
  switch (event.kind) {
    case "write":
      return set | bitOf(event.cell);
    case "clear":
      return set & ~bitOf(event.cell);
    case "move": {
      const without = set & ~bitOf(event.from) & ~bitOf(event.to);
      return (set & bitOf(event.from)) === 0n ? without : without | bitOf(event.to);
    }
    default:
      return set;
  }
}

/** Number of headers in a set. */
export function sizeOfSet(set: bigint): number {
  let count = 0;
  for (let rest = set; rest > 0n; rest &= rest - 1n) count++;
  return count;
}

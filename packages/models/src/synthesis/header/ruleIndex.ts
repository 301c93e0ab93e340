import type { FieldSet } from "./fieldSet.ts";
import type { Filter } from "./filter.ts";

/** Our choice: below this many filters a plain scan is faster. */
const SCAN_BELOW = 48;
/** Our choice: sorted bounds between two stored bit vectors. */
const STRIDE = 64;

/**
 * Our choice: fields that a query looks at, those with the most different bounds; more cost time and exclude little.
 */
const MOST_AXES = 3;

type HullOf = (field: string) => FieldSet | undefined;

/**
 * Finds positions `from` (included) to `to` among many filters, in ascending order; sets are taken by their
 * hulls, so some that are found do not hold.
 */
export type RuleIndex = {
  /** filters that can overlap a given one */
  candidates(hullOf: HullOf, from?: number, to?: number): readonly number[];
  /** filters that can contain a given one */
  containing(hullOf: HullOf, from?: number, to?: number): readonly number[];
};

/** Filters by one field: those that leave it open always match; `lows` and `highs` are the bounds of the others. */
type Axis = { field: string; different: number; open: Uint32Array; lows: Bounds; highs: Bounds };

/** Bounds in ascending order, their filters, and at every STRIDE-th the bit vector of those before it. */
type Bounds = { values: Float64Array; owners: Uint32Array; marks: Uint32Array[] };

/** Bit vectors per field (one bit for each filter), combined with AND: a query costs words, not filters. */
export function createRuleIndex(filters: readonly Filter[]): RuleIndex {
  if (filters.length < SCAN_BELOW) {
    const everything = filters.map((_, i) => i);
    const scan = (_: HullOf, from = 0, to = filters.length): readonly number[] => everything.slice(from, to);
    return { candidates: scan, containing: scan };
  }
  const words = Math.ceil(filters.length / 32);
  const fields = [...new Set(filters.flatMap((f) => Object.keys(f)))];
  const axes = fields
    .map((field) => createAxis(filters, field, words))
    .sort((a, b) => b.different - a.different)
    .slice(0, MOST_AXES);
  const found = new Uint32Array(words);
  const low = new Uint32Array(words);
  const high = new Uint32Array(words);
  return {
    candidates(hullOf, from = 0, to = filters.length) {
      const [first, end] = [from >>> 5, Math.ceil(to / 32)];
      found.fill(0xffffffff, first, end);
      for (const { field, open, lows, highs } of axes) {
        const set = hullOf(field);
        if (set === undefined) continue;
        firstOwners(low, lows, countBelow(lows, set.at(-1)! + 1), first, end);
        firstOwners(high, highs, countBelow(highs, set[0]!), first, end);
        // begins at or before the end, and does not end before the start
        for (let w = first; w < end; w++) found[w]! &= open[w]! | (low[w]! & ~high[w]!);
      }
      return listBits(found, from, to);
    },
    containing(hullOf, from = 0, to = filters.length) {
      const [first, end] = [from >>> 5, Math.ceil(to / 32)];
      found.fill(0xffffffff, first, end);
      for (const { field, open, lows, highs } of axes) {
        const set = hullOf(field);
        if (set === undefined) {
          for (let w = first; w < end; w++) found[w]! &= open[w]!;
          continue;
        }
        firstOwners(low, lows, countBelow(lows, set[0]! + 1), first, end);
        firstOwners(high, highs, countBelow(highs, set.at(-1)!), first, end);
        for (let w = first; w < end; w++) found[w]! &= open[w]! | (low[w]! & ~high[w]!);
      }
      return listBits(found, from, to);
    },
  };
}

function createAxis(filters: readonly Filter[], field: string, words: number): Axis {
  const open = new Uint32Array(words);
  const held: number[] = [];
  filters.forEach((f, i) => {
    if (f[field] === undefined) setBit(open, i);
    else held.push(i);
  });
  return {
    field,
    different: new Set(held.map((i) => filters[i]![field]![0]!)).size,
    open,
    lows: sortedBounds(held, (i) => filters[i]![field]![0]!, words),
    highs: sortedBounds(held, (i) => filters[i]![field]!.at(-1)!, words),
  };
}

function sortedBounds(held: readonly number[], boundOf: (i: number) => number, words: number): Bounds {
  const pairs = held.map((i) => ({ i, value: boundOf(i) })).sort((a, b) => a.value - b.value);
  const running = new Uint32Array(words);
  const marks: Uint32Array[] = [running.slice()];
  pairs.forEach(({ i }, n) => {
    setBit(running, i);
    if ((n + 1) % STRIDE === 0) marks.push(running.slice());
  });
  return {
    values: Float64Array.from(pairs, (p) => p.value),
    owners: Uint32Array.from(pairs, (p) => p.i),
    marks,
  };
}

function setBit(vector: Uint32Array, bit: number): void {
  vector[bit >>> 5]! |= 1 << (bit & 31);
}

/** Number of bounds below `limit`. */
function countBelow({ values }: Bounds, limit: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Writes words `first` to `end` of the bit vector of the first `count` bounds into `out`; other words are
 * left as they come.
 */
function firstOwners(out: Uint32Array, b: Bounds, count: number, first: number, end: number): void {
  const mark = Math.floor(count / STRIDE);
  out.set(b.marks[mark]!.subarray(first, end), first);
  for (let n = mark * STRIDE; n < count; n++) setBit(out, b.owners[n]!);
}

function listBits(vector: Uint32Array, from: number, to: number): number[] {
  const out: number[] = [];
  for (let w = from >>> 5; 32 * w < to; w++) {
    for (let rest = vector[w]!; rest !== 0; rest &= rest - 1) {
      const at = 32 * w + 31 - Math.clz32(rest & -rest);
      if (at >= from && at < to) out.push(at);
    }
  }
  return out;
}

/**
 * Values of one header field: sorted, disjoint, non-adjacent inclusive intervals as a flat list [low, high,
 * low, high, ...] (thesis Sec. 7.2.1, brackets read as inclusive). Fields have at most 48 bits, so numbers
 * are exact.
 */
export type FieldSet = readonly number[];

const EMPTY: FieldSet = [];

/** All values of a field of `bits` bits. */
export const fullSet = (bits: number): FieldSet => [0, 2 ** bits - 1];

export const interval = (low: number, high: number): FieldSet => (low <= high ? [low, high] : EMPTY);

/** Sorts and joins intervals in any order. */
export function setOf(intervals: readonly (readonly [number, number])[]): FieldSet {
  if (intervals.length === 1) return interval(...intervals[0]!);
  const sorted = intervals.filter(([low, high]) => low <= high).sort((a, b) => a[0] - b[0]);
  const out: number[] = [];
  for (const [low, high] of sorted) {
    const last = out.length - 1;
    if (last > 0 && low <= out[last]! + 1) out[last] = Math.max(out[last]!, high);
    else out.push(low, high);
  }
  return out;
}

export const valuesOf = (...values: readonly number[]): FieldSet => setOf(values.map((v) => [v, v]));

export const intervalsOf = (set: FieldSet): [number, number][] =>
  Array.from({ length: set.length / 2 }, (_, i) => [set[2 * i]!, set[2 * i + 1]!]);

export const isEmptySet = (set: FieldSet): boolean => set.length === 0;

/** Number of values. */
export function sizeOf(set: FieldSet): number {
  let size = 0;
  for (let i = 0; i < set.length; i += 2) size += set[i + 1]! - set[i]! + 1;
  return size;
}

/** The `index`-th value in ascending order, null past the end. */
export function valueAt(set: FieldSet, index: number): number | null {
  let left = index;
  for (let i = 0; i < set.length; i += 2) {
    const count = set[i + 1]! - set[i]! + 1;
    if (left < count) return set[i]! + left;
    left -= count;
  }
  return null;
}

export function hasValue(set: FieldSet, value: number): boolean {
  for (let i = 0; i < set.length; i += 2) if (value >= set[i]! && value <= set[i + 1]!) return true;
  return false;
}

export function intersectSets(a: FieldSet, b: FieldSet): FieldSet {
  const out: number[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const low = Math.max(a[i]!, b[j]!);
    const high = Math.min(a[i + 1]!, b[j + 1]!);
    if (low <= high) out.push(low, high);
    if (a[i + 1]! < b[j + 1]!) i += 2;
    else j += 2;
  }
  return out;
}

export function overlaps(a: FieldSet, b: FieldSet): boolean {
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    if (a[i]! <= b[j + 1]! && b[j]! <= a[i + 1]!) return true;
    if (a[i + 1]! < b[j + 1]!) i += 2;
    else j += 2;
  }
  return false;
}

export const uniteSets = (a: FieldSet, b: FieldSet): FieldSet =>
  setOf([...intervalsOf(a), ...intervalsOf(b)]);

/** a \ b */
export function subtractSets(a: FieldSet, b: FieldSet): FieldSet {
  const out: number[] = [];
  let j = 0;
  for (let i = 0; i < a.length; i += 2) {
    let low = a[i]!;
    const high = a[i + 1]!;
    while (j < b.length && b[j + 1]! < low) j += 2;
    for (let k = j; k < b.length && b[k]! <= high; k += 2) {
      if (b[k]! > low) out.push(low, b[k]! - 1);
      low = b[k + 1]! + 1;
    }
    if (low <= high) out.push(low, high);
  }
  return out;
}

/** Whether every value of `inner` is in `outer`. */
export function isSubset(inner: FieldSet, outer: FieldSet): boolean {
  let j = 0;
  for (let i = 0; i < inner.length; i += 2) {
    while (j < outer.length && outer[j + 1]! < inner[i]!) j += 2;
    if (j >= outer.length || outer[j]! > inner[i]! || outer[j + 1]! < inner[i + 1]!) return false;
  }
  return true;
}

export const isSameSet = (a: FieldSet, b: FieldSet): boolean =>
  a.length === b.length && a.every((value, i) => value === b[i]);

/** Every value plus `by`, modulo 2^bits. */
export function shiftSet(set: FieldSet, by: number, bits: number): FieldSet {
  const modulus = 2 ** bits;
  const wrapped = (value: number): number => ((value % modulus) + modulus) % modulus;
  return setOf(
    intervalsOf(set).flatMap(([low, high]): [number, number][] => {
      const [from, to] = [wrapped(low + by), wrapped(high + by)];
      if (high - low + 1 >= modulus) return [[0, modulus - 1]];
      return from <= to
        ? [[from, to]]
        : [
            [from, modulus - 1],
            [0, to],
          ];
    }),
  );
}

/** Values of a field of `bits` bits whose first `length` bits are those of `value`. */
export function prefixSet(value: number, length: number, bits: number): FieldSet {
  const size = 2 ** (bits - length);
  const low = Math.floor(value / size) * size;
  return [low, low + size - 1];
}

/** Values of `bits` bits whose bits under `mask` are those of `value`; null for more than `most` intervals. */
export function maskedSet(value: bigint, mask: bigint, bits: number, most: number): FieldSet | null {
  const found: [number, number][] = [];
  // the bits behind the last one that counts are free, those before it that do not count may be either
  const split = (prefix: bigint, length: number): boolean => {
    const rest = BigInt(bits - length);
    if ((mask & ((1n << rest) - 1n)) === 0n) {
      const [low, high] = prefixSet(Number(prefix << rest), length, bits);
      found.push([low!, high!]);
      return found.length <= most;
    }
    const at = 1n << (rest - 1n);
    const asked = (mask & at) === 0n ? [0n, 1n] : [(value & at) === 0n ? 0n : 1n];
    return asked.every((bit) => split((prefix << 1n) | bit, length + 1));
  };
  return split(0n, 0) ? setOf(found) : null;
}

/** A value and how many of its leading bits count. */
export type Prefix = { value: number; length: number };

/** Fewest prefixes that cover exactly [low, high]. */
export function prefixesOf(low: number, high: number, bits: number): Prefix[] {
  const out: Prefix[] = [];
  for (let at = low; at <= high; ) {
    let free = 0;
    while (free < bits && at % 2 ** (free + 1) === 0 && at + 2 ** (free + 1) - 1 <= high) free++;
    out.push({ value: at, length: bits - free });
    at += 2 ** free;
  }
  return out;
}

/** Values of `bits` whose bits under `mask` are those of `value`. */
export type Cube = { value: number; mask: number };

/** A set as masked values: one when a mask says it all, else those of its halves at the highest bit that varies. */
export function cubesOf(set: FieldSet, bits: number): Cube[] {
  const values = new Set<number>();
  for (const [low, high] of intervalsOf(set)) for (let v = low; v <= high; v++) values.add(v);
  const split = (list: readonly number[]): Cube[] => {
    const varying = list.reduce((sum, v) => sum | (v ^ list[0]!), 0);
    const free = varying.toString(2).replaceAll("0", "").length;
    if (list.length === 2 ** free) return [{ value: list[0]! & ~varying, mask: (2 ** bits - 1) & ~varying }];
    const top = 2 ** Math.floor(Math.log2(varying));
    return [...split(list.filter((v) => (v & top) === 0)), ...split(list.filter((v) => (v & top) !== 0))];
  };
  return values.size === 0 ? [] : split([...values]);
}

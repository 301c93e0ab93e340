import type { Constant, NumberShape } from "../flow/flow.ts";

/** A test of some bits of a number: `(x & mask) === value`. */
type BitTest = { mask: bigint; value: bigint };

/**
 * What the path has found out about a term: the range it is in, bits it must show, values and bit patterns it is known
 * not to have. For truth values and names only `exact` and `excluded` are used.
 */
export type Fact = {
  low: bigint | null;
  high: bigint | null;
  bits: BitTest | null;
  notBits: readonly BitTest[];
  exact: Constant | null;
  excluded: readonly Constant[];
};

/** Nothing is known but the type. */
export function freshFact(shape: NumberShape): Fact {
  const bits = shape.bits === null ? null : BigInt(shape.bits);
  const signed = bits !== null && shape.isSigned && bits > 0n;
  return {
    low: bits === null ? null : signed ? -(1n << (bits - 1n)) : 0n,
    high: bits === null ? null : (1n << (signed ? bits - 1n : bits)) - 1n,
    bits: null,
    notBits: [],
    exact: null,
    excluded: [],
  };
}

/**
 * The fact with its consequences drawn: the smallest range, what follows of bits, a single value left as `exact`.
 * Null when nothing can satisfy it. `before`, from which it was learned, when that would take too long to find out.
 */
function settle(fact: Fact, before: Fact): Fact | null {
  if (fact.exact !== null) return allows(fact, fact.exact) ? fact : null;
  if (fact.low === null || fact.high === null) return fact;
  if (fact.low > fact.high) return null;
  const tested = fact.bits || fact.notBits.length > 0 ? propagate(fact) : fact;
  if (!tested) return null;
  const low = leastAllowed(tested);
  const high = low === null || low === "open" ? low : greatestAllowed(tested);
  if (low === null || high === null) return null;
  if (low === "open" || high === "open") return before;
  if (low === high) return { ...tested, low, high, exact: low };
  const few = tested.bits || tested.notBits.length > 0 ? valuesOf({ ...tested, low, high }) : null;
  if (few) return oneOf(few);
  const excluded = tested.excluded.filter(
    (value) => typeof value !== "bigint" || (value > low && value < high),
  );
  return { ...tested, low, high, excluded };
}

/** What bit tests say together: those that known bits decide go, one that asks for a single bit more makes it known. */
function propagate(fact: Fact): Fact | null {
  let bits = fact.bits ?? { mask: 0n, value: 0n };
  let open = [...fact.notBits];
  for (let changed = true; changed; ) {
    changed = false;
    const kept: BitTest[] = [];
    for (const test of open) {
      const common = test.mask & bits.mask;
      if ((test.value & common) !== (bits.value & common)) continue;
      const mask = test.mask & ~bits.mask;
      if (mask === 0n) return null;
      const value = test.value & mask;
      if (mask > 0n && (mask & (mask - 1n)) === 0n) {
        bits = { mask: bits.mask | mask, value: bits.value | (value ^ mask) };
        changed = true;
      } else if (!kept.some((other) => other.mask === mask && other.value === value)) {
        kept.push({ mask, value });
      }
    }
    open = kept;
    const merged = mergeNeighbours(open);
    if (merged) {
      open = merged;
      changed = true;
    }
  }
  return { ...fact, bits: bits.mask === 0n ? null : bits, notBits: open.sort(byTest) };
}

/** Two tests that differ in one bit of their pattern are one test without that bit; null when there are none. */
function mergeNeighbours(tests: readonly BitTest[]): BitTest[] | null {
  for (const [index, one] of tests.entries()) {
    for (const other of tests.slice(index + 1)) {
      const differing = one.value ^ other.value;
      if (one.mask !== other.mask || differing < 0n || (differing & (differing - 1n)) !== 0n) continue;
      const mask = one.mask & ~differing;
      const rest = tests.filter((each) => each !== one && each !== other);
      return [...rest, { mask, value: one.value & mask }];
    }
  }
  return null;
}

/** Our choice: candidates that are tried before a fact counts as too hard. */
const SEARCH_LIMIT = 2000;

/** The least number that agrees with everything known. */
function leastAllowed({ low, high, bits, notBits, excluded }: Fact): bigint | null | "open" {
  if (low === null || high === null) return "open";
  // sets of bits are told apart below for numbers without sign
  const jumps = low >= 0n;
  let at = low;
  for (let step = 0; step < SEARCH_LIMIT; step++) {
    if (bits && jumps) at = nextShowing(at, bits);
    if (at > high) return null;
    const value = at;
    const met = notBits.find((test) => (value & test.mask) === test.value);
    if (met) at = jumps ? behind(at, met) : at + 1n;
    else if (excluded.includes(at) || (bits && (at & bits.mask) !== bits.value)) at += 1n;
    else return at;
  }
  return "open";
}

/** The greatest: the least of the numbers mirrored at the middle of those with as many bits. */
function greatestAllowed(fact: Fact): bigint | null | "open" {
  const { low, high, bits, notBits, excluded } = fact;
  if (low === null || high === null) return "open";
  const tested = notBits.reduce((all, test) => all | test.mask, high | (bits?.mask ?? 0n));
  const last = low < 0n ? -1n : (1n << BigInt(tested.toString(2).length)) - 1n;
  const mirror = (test: BitTest): BitTest => ({ mask: test.mask, value: ~test.value & test.mask });
  const least = leastAllowed({
    ...fact,
    low: last - high,
    high: last - low,
    bits: bits && mirror(bits),
    notBits: notBits.map(mirror),
    excluded: excluded.map((value) => (typeof value === "bigint" ? last - value : value)),
  });
  return typeof least === "bigint" ? last - least : least;
}

/** The least number from `from` on that shows `bits`. */
function nextShowing(from: bigint, { mask, value }: BitTest): bigint {
  const wrong = (from & mask) ^ value;
  if (wrong === 0n) return from;
  let bit = BigInt(wrong.toString(2).length - 1);
  // a bit that must go from one to zero takes a carry to the next bit that is free
  if (((value >> bit) & 1n) === 0n) while ((((from | mask) >> bit) & 1n) === 1n) bit += 1n;
  const above = (from >> (bit + 1n)) << (bit + 1n);
  return above | ((1n << bit) & ~mask) | (value & ((1n << (bit + 1n)) - 1n));
}

/** The least number behind `at`, which shows `test`, that does not. */
function behind(at: bigint, { mask }: BitTest): bigint {
  const free = BigInt((mask & -mask).toString(2).length - 1);
  return ((at >> free) + 1n) << free;
}

/** Whether `value` agrees with everything that is known. */
export function allows(fact: Fact, value: Constant): boolean {
  if (fact.exact !== null && fact.exact !== value) return false;
  if (fact.excluded.includes(value)) return false;
  if (typeof value !== "bigint") return true;
  if (fact.low !== null && value < fact.low) return false;
  if (fact.high !== null && value > fact.high) return false;
  if (fact.bits && (value & fact.bits.mask) !== fact.bits.value) return false;
  return fact.notBits.every((test) => (value & test.mask) !== test.value);
}

export function equals(fact: Fact, value: Constant): Fact | null {
  return allows(fact, value) ? { ...fact, exact: value } : null;
}

export function differs(fact: Fact, value: Constant): Fact | null {
  if (fact.exact !== null) return fact.exact === value ? null : fact;
  if (fact.excluded.includes(value) || !allows(fact, value)) return fact;
  const excluded = [...fact.excluded, value].sort(compareConstants);
  return settle({ ...fact, excluded }, fact);
}

export const atLeast = (fact: Fact, low: bigint): Fact | null =>
  fact.low !== null && fact.low >= low ? fact : settle({ ...fact, low }, fact);

export const atMost = (fact: Fact, high: bigint): Fact | null =>
  fact.high !== null && fact.high <= high ? fact : settle({ ...fact, high }, fact);

export function showsBits(fact: Fact, mask: bigint, value: bigint): Fact | null {
  const wanted = value & mask;
  const known = fact.bits ?? { mask: 0n, value: 0n };
  const common = known.mask & mask;
  if ((known.value & common) !== (wanted & common)) return null;
  return settle({ ...fact, bits: { mask: known.mask | mask, value: known.value | wanted } }, fact);
}

export function lacksBits(fact: Fact, mask: bigint, value: bigint): Fact | null {
  const test = { mask, value: value & mask };
  return settle({ ...fact, notBits: [...fact.notBits, test].sort(byTest) }, fact);
}

/** Our choice: as many values are kept one by one, and as many are tried: those of eight bits. */
const FEW_VALUES = 64n;
const TRIED_VALUES = 256n;

/** The numbers that agree with what is known, in order; null when they are not known to be few. */
const valuesOf = (fact: Fact): bigint[] | null => valuesWithin(fact, FEW_VALUES);
/** Those that are worth to be tried one after the other, likewise. */
export const triedValues = (fact: Fact): bigint[] | null => valuesWithin(fact, TRIED_VALUES);
/** Whether there are such. */
export const hasTriedValues = ({ exact, low, high }: Fact): boolean =>
  typeof exact === "bigint" || (low !== null && high !== null && high - low < TRIED_VALUES);

function valuesWithin(fact: Fact, few: bigint): bigint[] | null {
  if (typeof fact.exact === "bigint") return [fact.exact];
  if (fact.low === null || fact.high === null || fact.high - fact.low >= few) return null;
  const values: bigint[] = [];
  for (let value = fact.low; value <= fact.high; value++) if (allows(fact, value)) values.push(value);
  return values;
}

/** It is one of `values`, which come in order; null when there are none. */
export function oneOf(values: readonly bigint[]): Fact | null {
  const low = values[0];
  const high = values.at(-1);
  if (low === undefined || high === undefined) return null;
  const excluded: bigint[] = [];
  const held = new Set(values);
  for (let value = low + 1n; value < high; value++) if (!held.has(value)) excluded.push(value);
  return { low, high, bits: null, notBits: [], exact: low === high ? low : null, excluded };
}

/** A text that is the same for the same fact. */
export function factKey(fact: Fact): string {
  const test = ({ mask, value }: BitTest): string => `${value}/${mask}`;
  return [
    fact.exact === null ? "" : `=${String(fact.exact)}`,
    `${fact.low ?? ""}..${fact.high ?? ""}`,
    fact.bits ? test(fact.bits) : "",
    fact.notBits.map(test).join(","),
    fact.excluded.map(String).join(","),
  ].join(";");
}

const byTest = (a: BitTest, b: BitTest): number =>
  compareConstants(a.mask, b.mask) || compareConstants(a.value, b.value);

function compareConstants(a: Constant, b: Constant): number {
  if (typeof a === "bigint" && typeof b === "bigint") return a < b ? -1 : a > b ? 1 : 0;
  const left = String(a);
  const right = String(b);
  return left < right ? -1 : left > right ? 1 : 0;
}

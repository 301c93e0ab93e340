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
  const bounded = shape.bits !== null && !shape.isSigned;
  return {
    low: bounded ? 0n : null,
    high: bounded ? (1n << BigInt(shape.bits ?? 0)) - 1n : null,
    bits: null,
    notBits: [],
    exact: null,
    excluded: [],
  };
}

/** More values than this in a range are taken to leave room for one that is not excluded. */
const ENUMERATION_LIMIT = 256n;

/** The fact with its consequences drawn (a single value left becomes `exact`), or null when nothing can satisfy it. */
export function settle(fact: Fact): Fact | null {
  if (fact.exact !== null) return allows(fact, fact.exact) ? fact : null;
  const { low, high } = fact;
  if (low === null || high === null) return fact;
  if (low > high) return null;
  if (high - low >= ENUMERATION_LIMIT) return fact;
  let only: bigint | null = null;
  let found = 0;
  for (let value = low; value <= high && found < 2; value++) {
    if (!allows(fact, value)) continue;
    only = value;
    found++;
  }
  if (found === 0) return null;
  return found === 1 && only !== null ? { ...fact, exact: only } : fact;
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
  if (fact.excluded.includes(value)) return fact;
  const excluded = [...fact.excluded, value].sort(compareConstants);
  return settle({ ...fact, excluded });
}

export const atLeast = (fact: Fact, low: bigint): Fact | null =>
  settle(fact.low !== null && fact.low >= low ? fact : { ...fact, low });

export const atMost = (fact: Fact, high: bigint): Fact | null =>
  settle(fact.high !== null && fact.high <= high ? fact : { ...fact, high });

export function showsBits(fact: Fact, mask: bigint, value: bigint): Fact | null {
  const wanted = value & mask;
  if (!fact.bits) return settle({ ...fact, bits: { mask, value: wanted } });
  const common = fact.bits.mask & mask;
  if ((fact.bits.value & common) !== (wanted & common)) return null;
  const merged = { mask: fact.bits.mask | mask, value: fact.bits.value | wanted };
  if (fact.notBits.some((test) => covers(merged, test))) return null;
  return settle({ ...fact, bits: merged });
}

export function lacksBits(fact: Fact, mask: bigint, value: bigint): Fact | null {
  const test = { mask, value: value & mask };
  if (fact.bits && covers(fact.bits, test)) return null;
  if (fact.notBits.some((known) => known.mask === test.mask && known.value === test.value))
    return settle(fact);
  const notBits = [...fact.notBits, test].sort(
    (a, b) => compareConstants(a.mask, b.mask) || compareConstants(a.value, b.value),
  );
  return settle({ ...fact, notBits });
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

/** Every value that shows `known` also shows `test`. */
const covers = (known: BitTest, test: BitTest): boolean =>
  (known.mask & test.mask) === test.mask && (known.value & test.mask) === test.value;

function compareConstants(a: Constant, b: Constant): number {
  if (typeof a === "bigint" && typeof b === "bigint") return a < b ? -1 : a > b ? 1 : 0;
  const left = String(a);
  const right = String(b);
  return left < right ? -1 : left > right ? 1 : 0;
}

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  allows,
  atLeast,
  atMost,
  differs,
  equals,
  type Fact,
  freshFact,
  lacksBits,
  showsBits,
} from "./fact.ts";

const BITS = 6;
const number = fc.bigInt({ min: 0n, max: 63n });
const test = fc.record({
  kind: fc.constantFrom("equals", "differs", "atLeast", "atMost", "showsBits", "lacksBits"),
  value: number,
  mask: number,
});
type Test = { kind: string; value: bigint; mask: bigint };

function learn(fact: Fact, { kind, value, mask }: Test, shift: bigint): Fact | null {
  const moved = value - shift;
  if (kind === "equals") return equals(fact, moved);
  if (kind === "differs") return differs(fact, moved);
  if (kind === "atLeast") return atLeast(fact, moved);
  if (kind === "atMost") return atMost(fact, moved);
  return (kind === "showsBits" ? showsBits : lacksBits)(fact, mask, value);
}

function holds(at: bigint, { kind, value, mask }: Test, shift: bigint): boolean {
  const moved = value - shift;
  if (kind === "equals") return at === moved;
  if (kind === "differs") return at !== moved;
  if (kind === "atLeast") return at >= moved;
  if (kind === "atMost") return at <= moved;
  return ((at & mask) === (value & mask)) === (kind === "showsBits");
}

describe("facts", () => {
  it.each([
    ["without sign", false, 0n],
    ["with sign", true, 32n],
  ])("[F3] numbers %s: what is left after some tests is exactly what passes them", (_, isSigned, shift) => {
    fc.assert(
      fc.property(fc.array(test, { maxLength: 8 }), (tests) => {
        const numbers = Array.from({ length: 2 ** BITS }, (_, index) => BigInt(index) - shift);
        const left = numbers.filter((at) => tests.every((each) => holds(at, each, shift)));
        let fact: Fact | null = freshFact({ bits: BITS, isSigned });
        for (const each of tests) fact = fact && learn(fact, each, shift);
        const known = fact;
        expect(known ? numbers.filter((at) => allows(known, at)) : []).toEqual(left);
        if (!known) return;
        if (left.length === 1) expect(known.exact).toBe(left[0]);
        if (known.exact === null) expect([known.low, known.high]).toEqual([left[0], left.at(-1)]);
      }),
      { numRuns: 2000 },
    );
  });

  it("[F3] wide numbers: masks and ranges that leave nothing are found", () => {
    const wide = freshFact({ bits: 128, isSigned: false });
    const top = 1n << 127n;
    expect([0n, top].reduce((fact: Fact | null, bit) => fact && lacksBits(fact, top, bit), wide)).toBeNull();
    const upper = showsBits(wide, top, top);
    expect(upper?.low).toBe(top);
    expect(upper && atMost(upper, top - 1n)).toBeNull();
  });
});

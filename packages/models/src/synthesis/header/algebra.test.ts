import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyWrites } from "../../../testing/synthesis/applyWrites.ts";
import {
  fullSet,
  hasValue,
  intersectSets,
  isSubset,
  overlaps,
  prefixesOf,
  setOf,
  shiftSet,
  sizeOf,
  subtractSets,
  uniteSets,
  valueAt,
} from "./fieldSet.ts";
import { doOverlap, type Filter, filterOf, intersect, isWithin, matches, subtract } from "./filter.ts";
import type { Packet } from "./layout.ts";
import { createRuleIndex } from "./ruleIndex.ts";
import { compose, image, intersectAfter, type Write, type Writes } from "./writes.ts";

/** Small fields, so that every packet can be tried. */
const layout = { a: 4, b: 4, c: 2 };
const packets = Array.from(
  { length: 2 ** 10 },
  (_, n): Packet => ({ a: n & 15, b: (n >> 4) & 15, c: n >> 8 }),
);
const set = (bits: number) =>
  fc
    .array(fc.tuple(fc.nat(2 ** bits - 1), fc.nat(2 ** bits - 1)), { maxLength: 4 })
    .map((pairs) => setOf(pairs.map(([x, y]) => [Math.min(x, y), Math.max(x, y)])));
const filter = fc
  .record({ a: set(4), b: set(4), c: set(2) }, { requiredKeys: [] })
  .map((fields): Filter | null => filterOf(fields, layout));
const some = filter.filter((f) => f !== null);
const write = (bits: number): fc.Arbitrary<Write> =>
  fc.oneof(
    fc.nat(2 ** bits - 1).map((value): Write => ({ kind: "const", value })),
    fc.integer({ min: -5, max: 5 }).map((by): Write => ({ kind: "add", by })),
  );
const writes: fc.Arbitrary<Writes> = fc.oneof(
  fc.record({ a: write(4), b: write(4), c: write(2) }, { requiredKeys: [] }),
  fc.record({ a: fc.integer({ min: -3, max: 3 }).map((by): Write => ({ kind: "copy", from: "b", by })) }),
);
const never = (): number => {
  throw new Error("nothing is chosen at run time");
};

describe("sets of one field", () => {
  const values = Array.from({ length: 16 }, (_, v) => v);
  it("[H1] intersection, union, difference, shift and tests agree with trying every value", () => {
    fc.assert(
      fc.property(set(4), set(4), fc.integer({ min: -40, max: 40 }), (a, b, by) => {
        const [inA, inB] = [a, b].map((each) => values.map((v) => hasValue(each, v)));
        const found = values.map((v) => [
          hasValue(intersectSets(a, b), v),
          hasValue(uniteSets(a, b), v),
          hasValue(subtractSets(a, b), v),
          hasValue(shiftSet(a, by, 4), (((v + by) % 16) + 16) % 16),
        ]);
        expect(found).toEqual(
          values.map((v) => [inA![v]! && inB![v]!, inA![v]! || inB![v]!, inA![v]! && !inB![v]!, inA![v]!]),
        );
        expect(overlaps(a, b)).toBe(values.some((v) => hasValue(a, v) && hasValue(b, v)));
        expect(isSubset(a, b)).toBe(values.every((v) => !hasValue(a, v) || hasValue(b, v)));
        const held = values.filter((v) => hasValue(a, v));
        expect(sizeOf(a)).toBe(held.length);
        held.forEach((v, i) => {
          expect(valueAt(a, i)).toBe(v);
        });
        expect(valueAt(a, held.length)).toBeNull();
      }),
    );
  });

  it("[H1] prefixes cover an interval exactly, none twice", () => {
    fc.assert(
      fc.property(fc.nat(255), fc.nat(255), (x, y) => {
        const [low, high] = [Math.min(x, y), Math.max(x, y)];
        const covered = prefixesOf(low, high, 8).flatMap(({ value, length }) =>
          Array.from({ length: 2 ** (8 - length) }, (_, i) => value + i),
        );
        expect(covered).toEqual(Array.from({ length: high - low + 1 }, (_, i) => low + i));
        expect(prefixesOf(low, high, 8).length).toBeLessThanOrEqual(14);
      }),
    );
    expect(fullSet(48)).toEqual([0, 2 ** 48 - 1]);
  });
});

describe("filters", () => {
  it("[H2] intersection, subtraction, overlap and emptiness agree with trying every packet; what is left is disjoint", () => {
    fc.assert(
      fc.property(some, some, (x, y) => {
        const met = intersect(x, y);
        const left = subtract(x, y, layout);
        const wrong = packets.filter((p) => {
          const [inX, inY] = [matches(x, p), matches(y, p)];
          const isLeft = left.filter((f) => matches(f, p)).length;
          return (met !== null && matches(met, p)) !== (inX && inY) || isLeft !== (inX && !inY ? 1 : 0);
        });
        expect(wrong).toEqual([]);
        expect(met === null).toBe(!packets.some((p) => matches(x, p) && matches(y, p)));
        expect(doOverlap(x, y)).toBe(met !== null);
        expect(isWithin(x, y)).toBe(packets.every((p) => !matches(x, p) || matches(y, p)));
      }),
      { numRuns: 25 },
    );
  });

  it("[H2] the index forgets no filter that overlaps or contains", () => {
    fc.assert(
      fc.property(fc.array(some, { minLength: 60, maxLength: 120 }), some, (filters, asked) => {
        const found = createRuleIndex(filters).candidates((field) => asked[field]);
        const overlapping = filters.flatMap((f, i) => (doOverlap(f, asked) ? [i] : []));
        expect(overlapping.filter((i) => !found.includes(i))).toEqual([]);
        const around = createRuleIndex(filters).containing((field) => asked[field]);
        const containing = filters.flatMap((f, i) => (isWithin(asked, f) ? [i] : []));
        expect(containing.filter((i) => !around.includes(i))).toEqual([]);
        expect([...found].sort((a, b) => a - b)).toEqual(found);
      }),
      { numRuns: 40 },
    );
  });
});

describe("operations", () => {
  it("[H3] composed writes do what both do one after the other", () => {
    fc.assert(
      fc.property(writes, writes, writes, (first, second, third) => {
        const two = compose(second, first, layout);
        if (!two.ok) throw new Error("no hazard without a choice at run time");
        const three = compose(third, two.value, layout);
        if (!three.ok) throw new Error("no hazard without a choice at run time");
        const apart = packets.map((p) =>
          [first, second, third].reduce((q, w) => applyWrites(w, q, layout, never), p),
        );
        expect(packets.map((p) => applyWrites(three.value, p, layout, never))).toEqual(apart);
      }),
      { numRuns: 25 },
    );
  });

  it("[H4] INTERSECT after writes keeps exactly the packets that then pass the test", () => {
    fc.assert(
      fc.property(some, writes, some, (before, w, test) => {
        const met = intersectAfter(w, before, test, layout);
        if (!met.ok) throw new Error("no hazard without a choice at run time");
        const images = ["a", "b", "c"].map((field) => [field, image(w, before, field, layout)] as const);
        const wrong = packets.filter((p) => {
          const written = applyWrites(w, p, layout, never);
          const passes = matches(before, p) && matches(test, written);
          if ((met.value !== null && matches(met.value, p)) !== passes) return true;
          return matches(before, p) && !images.every(([field, to]) => hasValue(to, written[field]!));
        });
        expect(wrong).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  it("[H5] a value chosen at run time passes a test wholly, not at all, or is a hazard", () => {
    const w: Writes = { a: { kind: "set", values: [4, 7], choice: "pool", state: "s" } };
    expect(intersectAfter(w, {}, { a: [0, 9] }, layout)).toEqual({ ok: true, value: {} });
    expect(intersectAfter(w, {}, { a: [8, 9] }, layout)).toEqual({ ok: true, value: null });
    expect(intersectAfter(w, {}, { a: [5, 9] }, layout)).toEqual({ ok: false, hazard: { field: "a" } });
    // another field rules the packets out, so nothing is read too early
    expect(intersectAfter(w, { b: [1, 1] }, { a: [5, 9], b: [2, 2] }, layout)).toEqual({
      ok: true,
      value: null,
    });
    expect(compose({ b: { kind: "copy", from: "a", by: 0 } }, w, layout)).toEqual({
      ok: false,
      hazard: { field: "a" },
    });
    expect(compose({ a: { kind: "add", by: 1 } }, w, layout)).toMatchObject({
      ok: true,
      value: { a: { values: [5, 8] } },
    });
  });
});

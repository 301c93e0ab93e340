import fc from "fast-check";
import { expect, test } from "vitest";
import { prepareStackedTerms, type StackedTermsRow } from "./prepareStackedTerms.ts";

const row = (change: Partial<StackedTermsRow> = {}): StackedTermsRow => ({
  id: "npu",
  label: "NPU",
  meanUs: 8,
  meanLowUs: 7.5,
  meanHighUs: 8.5,
  lowUs: 7,
  highUs: 9,
  terms: [
    { construct: "table", count: 1, unitUs: 1.5, totalUs: 1.5 },
    { construct: "base", totalUs: 7 },
    { construct: "correction", totalUs: -0.5 },
    { construct: "copy", totalUs: 0 },
  ],
  ...change,
});

test("costs stack to the right, corrections to the left, in a fixed order", () => {
  const model = prepareStackedTerms([row()]);
  expect(model.rows[0]?.bars.map(({ construct, fromUs, toUs }) => [construct, fromUs, toUs])).toEqual([
    ["base", 0, 7],
    ["table", 7, 8.5],
    ["correction", -0.5, 0],
  ]);
  expect(model.constructs).toEqual(["base", "table", "correction"]);
  expect(model.domainUs).toEqual([-2, 10]);
  expect(model.rows[0]?.intervals).toEqual({
    mean: { lowUs: 7.5, highUs: 8.5 },
    packet: { lowUs: 7, highUs: 9 },
  });
  expect(model.rows[0]?.summary).toBe("NPU: 8.00 ± 0.50, a packet 7.00 to 9.00 µs");
});

test("terms explain themselves", () => {
  const titles = prepareStackedTerms([row()]).rows[0]?.bars.map((bar) => bar.title);
  expect(titles).toEqual(["base: 7.00 µs", "tables: 1.50 µs = 1 × 1.50 µs", "correction: −0.500 µs"]);
});

test("a device without an estimate says why and draws nothing", () => {
  const model = prepareStackedTerms([
    row(),
    row({ id: "asic", label: "ASIC", unavailable: "needs v1model" }),
  ]);
  expect(model.rows[1]).toMatchObject({
    bars: [],
    meanUs: null,
    intervals: null,
    value: "–",
    unavailable: "needs v1model",
  });
  expect(model.twin.rows[1]).toEqual(["ASIC (needs v1model)", "–", "–", "–", "–", "–", "–", "–", "–"]);
});

test.each([
  ["no rows", [], "No device chosen. Pick one to see its latency."],
  ["nothing but refusals", [row({ unavailable: "needs v1model" })], "NPU: needs v1model"],
])("undrawable: %s", (_name, rows, reason) => {
  expect(prepareStackedTerms(rows).undrawable).toBe(reason);
});

test("an exact estimate has no whisker", () => {
  expect(
    prepareStackedTerms([row({ meanLowUs: 8, meanHighUs: 8, lowUs: 8, highUs: 8 })]).rows[0]?.intervals,
  ).toEqual({
    mean: null,
    packet: null,
  });
});

test("bars of a row never overlap and together measure the sum of the terms", () => {
  const term = fc.record({
    construct: fc.constantFrom("base", "parse", "table", "correction", "x"),
    totalUs: fc.integer({ min: -500, max: 500 }),
  });
  fc.assert(
    fc.property(fc.array(term, { minLength: 1 }), (terms) => {
      const bars = prepareStackedTerms([row({ terms })]).rows[0]?.bars ?? [];
      const length = bars.reduce((sum, bar) => sum + bar.toUs - bar.fromUs, 0);
      expect(length).toBe(terms.reduce((sum, { totalUs }) => sum + Math.abs(totalUs), 0));
      const sorted = bars.toSorted((a, b) => a.fromUs - b.fromUs);
      for (const [index, bar] of sorted.entries()) {
        const next = sorted[index + 1];
        if (next) expect(bar.toUs).toBeLessThanOrEqual(next.fromUs);
      }
    }),
  );
});

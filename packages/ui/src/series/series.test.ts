import { describe, expect, test } from "vitest";
import { latencyRange, timeRange } from "./latencyRange.ts";
import { type Aligned, nearestIndex, prepareAligned } from "./prepareAligned.ts";
import { seriesTwin } from "./seriesTwin.ts";

describe("prepareAligned", () => {
  test("unknown becomes null, and a silence becomes a hole", () => {
    const out: Aligned = [[]];
    const rows = prepareAligned(
      { x: [1, 2, 10], columns: { a: [5, Number.NaN, 7] } },
      ["a", "missing"],
      2.5,
      out,
    );
    expect(rows).toBe(4);
    expect(out).toEqual([
      [1, 2, 3.25, 10],
      [5, null, null, 7],
      [null, null, null, null],
    ]);
  });

  test("reuses its arrays and shrinks them", () => {
    const out: Aligned = [[]];
    prepareAligned({ x: [1, 2, 3], columns: { a: [1, 2, 3], b: [1, 2, 3] } }, ["a", "b"], 5, out);
    const first = out[0];
    prepareAligned({ x: [1], columns: { a: [9] } }, ["a"], 5, out);
    expect(out).toEqual([[1], [9]]);
    expect(out[0]).toBe(first);
  });
});

test.each([
  ["nothing", [], 3, null],
  ["before the first", [5, 6], 1, 0],
  ["after the last", [5, 6], 9, 1],
  ["between, nearer to the left", [1, 4, 9], 5, 1],
  ["between, nearer to the right", [1, 4, 9], 8, 2],
  ["on a point", [1, 4, 9], 4, 1],
])("nearestIndex: %s", (_name, xs, target, index) => {
  expect(nearestIndex(xs, target)).toBe(index);
});

describe("latencyRange", () => {
  test.each([
    ["starts at zero", 400, 1000, [], "linear", [0, 1080]],
    ["takes near thresholds in", 400, 1000, [2000, 3000], "linear", [0, 3240]],
    ["leaves far thresholds out", 400, 1000, [8000], "linear", [0, 1080]],
    ["shows thresholds when there is no data", null, null, [8000], "linear", [0, 8640]],
    ["never touches zero on a log axis", null, 1000, [], "log", [10 / 1.2, 1250]],
  ] as const)("%s", (_name, min, max, limits, scale, range) => {
    const [from, to] = latencyRange(min, max, limits, scale);
    expect(from).toBeCloseTo(range[0]);
    expect(to).toBeCloseTo(range[1]);
  });
});

test.each([
  ["asked for", [10, 20], 60, 0, 100, [10, 20]],
  ["following", null, 60, 0, 100, [40, 100]],
  ["all there is", null, null, 5, 100, [5, 100]],
  ["a single point", null, null, 100, 100, [99, 101]],
  ["nothing yet", null, 60, null, null, [4_940, 5_000]],
] as const)("timeRange: %s", (_name, asked, window, first, last, range) => {
  expect(timeRange(asked, window, first, last, 5_000)).toEqual(range);
});

test("the table twin starts with the newest row and stays short", () => {
  const x = Array.from({ length: 3600 }, (_, index) => 1_700_000_000 + index);
  const twin = seriesTwin({ x, columns: { p50: x.map(() => 412) } }, [{ column: "p50", label: "p50" }]);
  expect(twin.rows.length).toBeLessThanOrEqual(60);
  expect(twin.rows[0]?.[1]).toBe("412");
  expect(twin.head[1]?.label).toBe("p50 µs");
});

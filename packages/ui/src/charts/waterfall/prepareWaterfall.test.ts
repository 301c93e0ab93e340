import { describe, expect, test } from "vitest";
import { prepareWaterfall, type WaterfallHop } from "./prepareWaterfall.ts";

const hop = (id: string, predictedUs: number | null, observedUs: number | null): WaterfallHop => ({
  id,
  label: id,
  predicted: predictedUs === null ? [] : [{ what: "base", us: predictedUs }],
  observedUs,
});

describe("lanes", () => {
  test("each hop starts where the one before ended, in each lane", () => {
    const model = prepareWaterfall([hop("a", 3, 4), hop("b", 10, 12)], 40);
    expect(model.rows.map((row) => [row.predicted.fromUs, row.observed.fromUs])).toEqual([
      [0, 0],
      [3, 4],
    ]);
    expect(model.total).toMatchObject({ predictedUs: 13, observedUs: 16 });
    expect(model.slackUs).toBe(24);
    expect(model.summary).toBe("predicted 13.0 µs, observed 16.0 µs, budget 40.0 µs");
  });

  test("an unobserved hop is a gap: the total stays unknown, later hops start at their predicted place", () => {
    const model = prepareWaterfall([hop("a", 3, null), hop("b", 10, 12)], 40);
    expect(model.rows[0]?.observed).toEqual({ bars: [], fromUs: 0, totalUs: null });
    expect(model.rows[1]?.observed.fromUs).toBe(3);
    expect(model.rows[0]?.residualText).toBe("–");
    expect(model.total).toMatchObject({ predictedUs: 13, observedUs: null });
  });

  test("an unpredicted hop leaves the predicted total unknown", () => {
    const model = prepareWaterfall([hop("a", null, 4), hop("b", 10, 12)], null);
    expect(model.total).toMatchObject({ predictedUs: null, observedUs: 16 });
    expect(model.rows[1]?.predicted.fromUs).toBe(4);
    expect(model.slackUs).toBeNull();
  });

  test("observed parts that are known come first, the rest is the hop's", () => {
    const [row] = prepareWaterfall([{ ...hop("a", 3, 10), observed: [{ what: "queue", us: 4 }] }], null).rows;
    expect(row?.observed.bars.map(({ what, fromUs, toUs }) => [what, fromUs, toUs])).toEqual([
      ["queue", 0, 4],
      ["observed", 4, 10],
    ]);
  });
});

test("both intervals stand where the hop starts, those of the whole at the total", () => {
  const intervals = { meanLowUs: 9, meanHighUs: 11, lowUs: 0, highUs: 13 };
  const whole = { meanLowUs: 12, meanHighUs: 14, lowUs: 5, highUs: 17 };
  const model = prepareWaterfall([hop("a", 3, 3), { ...hop("b", 10, 9), intervals }], 40, "us", whole);
  expect(model.rows[0]?.intervals).toEqual({ mean: null, packet: null });
  expect(model.rows[1]?.intervals).toEqual({
    mean: { lowUs: 12, highUs: 14 },
    packet: { lowUs: 3, highUs: 16 },
  });
  expect(model.total.intervals).toEqual({
    mean: { lowUs: 12, highUs: 14 },
    packet: { lowUs: 5, highUs: 17 },
  });
  expect(model.twin.head.slice(4).map(({ label }) => label)).toEqual([
    "mean from µs",
    "mean to µs",
    "packet from µs",
    "packet to µs",
  ]);
  expect(model.twin.rows.map((row) => row.slice(4))).toEqual([
    ["–", "–", "–", "–"],
    ["9.00", "11.0", "0", "13.0"],
    ["12.0", "14.0", "5.00", "17.0"],
    ["", "", "", ""],
  ]);
});

test("over budget is a negative slack of the worse total", () => {
  expect(prepareWaterfall([hop("a", 30, 45)], 40).slackUs).toBe(-5);
});

test.each([
  ["no hops", [], "This chain has no hops yet."],
  [
    "hops without numbers",
    [hop("a", null, null)],
    "Neither a prediction nor an observation for this chain yet.",
  ],
])("undrawable: %s", (_name, hops, reason) => {
  expect(prepareWaterfall(hops, null).undrawable).toBe(reason);
});

test("the table twin ends with total and budget", () => {
  const { rows } = prepareWaterfall([hop("a", 3, 4)], 40).twin;
  expect(rows).toEqual([
    ["a", "3.00", "4.00", "+1.00"],
    ["total", "3.00", "4.00", "+1.00"],
    ["budget", "40.0", "40.0", ""],
  ]);
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { prepareChainStrip } from "./chainStrip/prepareChainStrip.ts";
import { prepareFlowCounters } from "./flowCounters/prepareFlowCounters.ts";
import { logTicks, prepareHistogram } from "./histogram/prepareHistogram.ts";
import { prepareShareBar } from "./shareBar/prepareShareBar.ts";
import { placeLabels } from "./shared/placeLabels.ts";
import { compareTerms, termPaint } from "./shared/termPaint.ts";
import { tickText } from "./shared/tickText.ts";
import { prepareSparkline } from "./sparkline/prepareSparkline.ts";

describe("sparkline", () => {
  test("gaps stay gaps", () => {
    const model = prepareSparkline({ valuesUs: [1, 2, null, 4, Number.NaN, 6] });
    expect(model.runs).toEqual([
      [
        [0, 1],
        [1, 2],
      ],
      [[3, 4]],
      [[5, 6]],
    ]);
    expect(model.last).toEqual({ index: 5, us: 6 });
  });

  test.each([
    ["near thresholds are in view", [900], 1000, 2000, ["pl", "dl"], 2000],
    ["far thresholds are not", [100], 1000, 2000, [], 100],
    ["no thresholds", [100], null, null, [], 100],
  ])("%s", (_name, valuesUs, plUs, dlUs, kinds, top) => {
    const model = prepareSparkline({ valuesUs, plUs, dlUs });
    expect(model.limits.map((limit) => limit.kind)).toEqual(kinds);
    expect(model.domainUs[1]).toBeCloseTo(top * 1.08);
  });

  test("points above PL and DL are told apart", () => {
    const model = prepareSparkline({ valuesUs: [5, 15, 25], plUs: 10, dlUs: 20 });
    expect(model.over).toEqual([
      { index: 1, us: 15, limit: "pl" },
      { index: 2, us: 25, limit: "dl" },
    ]);
    expect(model.summary).toBe("latest 25.0 µs, highest 25.0 µs, PL 10.0 µs, DL 20.0 µs");
  });

  test.each([[[]], [[null, null]]])("nothing known: %j", (valuesUs) => {
    const model = prepareSparkline({ valuesUs, plUs: 10, dlUs: 20 });
    expect(model).toMatchObject({ runs: [], last: null, summary: "no data" });
  });
});

describe("histogram", () => {
  const edgesUs = [100, 200, 400, 800, 1600];

  test("bars carry shares of the whole and skip empty ends", () => {
    const model = prepareHistogram({ edgesUs, counts: [0, 30, 10, 0] });
    expect(model.bars.map(({ fromUs, toUs, share }) => [fromUs, toUs, share])).toEqual([
      [200, 400, 0.75],
      [400, 800, 0.25],
    ]);
    expect(model.maxShare).toBe(0.75);
    expect(model.undrawable).toBeNull();
  });

  test("merges buckets when there are more than pixels, losing no packet", () => {
    const counts = Array.from({ length: 1000 }, () => 1);
    const model = prepareHistogram(
      { edgesUs: Array.from({ length: 1001 }, (_, i) => 100 * 1.01 ** i), counts },
      80,
    );
    expect(model.bars.length).toBeLessThanOrEqual(80);
    expect(model.bars.reduce((sum, bar) => sum + bar.share, 0)).toBeCloseTo(1);
  });

  test("the domain holds the prediction and near thresholds, not far ones", () => {
    const base = { edgesUs, counts: [1, 1, 1, 1], predicted: { meanUs: 60, lowUs: 50, highUs: 70 } };
    const near = prepareHistogram({ ...base, plUs: 3000, dlUs: 500_000 });
    expect(near.domainUs[0]).toBeLessThan(50);
    expect(near.domainUs[1]).toBeGreaterThan(3000);
    expect(near.domainUs[1]).toBeLessThan(10_000);
    expect(near.marks.map((mark) => mark.kind)).toEqual(["pl"]);
  });

  test.each([
    ["no packets", [0, 0, 0, 0], edgesUs, "No packet was observed in this range."],
    [
      "an edge at zero",
      [1, 1, 1, 1],
      [0, 200, 400, 800, 1600],
      "The buckets cannot be drawn on a logarithmic scale.",
    ],
    [
      "edges and counts that do not match",
      [1],
      edgesUs,
      "The buckets cannot be drawn on a logarithmic scale.",
    ],
  ])("says why it draws nothing: %s", (_name, counts, edges, reason) => {
    expect(prepareHistogram({ edgesUs: edges, counts }).undrawable).toBe(reason);
  });

  test.each([
    [100, 1000, [100, 200, 500, 1000]],
    [1, 100_000, [1, 10, 100, 1000, 10_000, 100_000]],
    [0.15, 0.6, [0.2, 0.3, 0.4, 0.5, 0.6]],
    [9_000, 17_500, [10_000, 12_000, 14_000, 16_000]],
  ])("ticks from %d to %d", (from, to, ticks) => {
    expect(logTicks(from, to)).toEqual(ticks);
  });
});

describe("flow of counters", () => {
  const steps = [
    {
      id: "r",
      label: "received",
      count: 100,
      losses: [
        { reason: "truncated", count: 10 },
        { reason: "never", count: 0 },
      ],
    },
    { id: "d", label: "decoded", count: 90, losses: [] },
  ];

  test("adds up, and leaves out what never happened", () => {
    const model = prepareFlowCounters(steps);
    expect(model.addsUp).toBe(true);
    expect(model.steps[0]?.losses).toEqual([
      { reason: "truncated", count: "10", share: 0.1, shareText: "10.0 %" },
    ]);
    expect(model.twin.rows).toEqual([
      ["received", "100", "100 %"],
      ["– truncated", "10", "10.0 %"],
      ["decoded", "90", "90.0 %"],
    ]);
  });

  test("says what is not accounted for", () => {
    const model = prepareFlowCounters(steps.map((step) => (step.id === "d" ? { ...step, count: 85 } : step)));
    expect(model.addsUp).toBe(false);
    expect(model.steps[0]?.unaccounted).toBe(5);
  });

  test.each([[[]], [[{ id: "r", label: "received", count: 0, losses: [] }]]])(
    "nothing arrived: %j",
    (none) => {
      expect(prepareFlowCounters(none).undrawable).toBe("Nothing has arrived yet.");
    },
  );
});

describe("share bar", () => {
  test("shares of the whole", () => {
    const model = prepareShareBar([
      { id: "below", label: "below PL", count: 3 },
      { id: "dl", label: "above DL", count: 1 },
    ]);
    expect(model.summary).toBe("below PL 75.0 %, above DL 25.0 %");
  });

  test("nothing counted is said, not drawn as zero", () => {
    expect(prepareShareBar([{ id: "below", label: "below", count: 0 }]).undrawable).toBe(
      "Nothing counted yet.",
    );
  });
});

describe("chain strip", () => {
  const nodes = [
    { id: "a", kind: "source" as const, label: "gen" },
    { id: "b", kind: "switch" as const, label: "s1" },
  ];
  const hop = { id: "h", observedUs: 100, predictedUs: 100, loadGbps: 1, verdict: "holds" as const };

  test.each([
    ["agreement", { observedUs: 105 }, "quiet", "+5.00 %"],
    ["slower, and not the culprit", { observedUs: 150, verdict: "violated" as const }, "quiet", "+50.0 %"],
    [
      "the culprit of a network problem",
      { observedUs: 150, verdict: "violated" as const, culprit: true },
      "violated",
      "+50.0 %",
    ],
    [
      "the culprit of a drift",
      { observedUs: 125, verdict: "drifts" as const, culprit: true },
      "drifts",
      "+25.0 %",
    ],
    ["nobody's culprit", { observedUs: 60, culprit: true }, "quiet", "−40.0 %"],
    ["nothing observed", { observedUs: null }, "none", ""],
    ["nothing predicted", { predictedUs: null }, "none", ""],
  ])("%s", (_name, change, level, text) => {
    expect(prepareChainStrip(nodes, [{ ...hop, ...change }]).hops[0]).toMatchObject({
      level,
      residualText: text,
    });
  });

  test("the busiest hop is the widest; hops beyond the last node are left out", () => {
    const three = [...nodes, { id: "c", kind: "sink" as const, label: "out" }];
    const model = prepareChainStrip(three, [hop, { ...hop, id: "h2", loadGbps: 2 }, { ...hop, id: "h3" }]);
    expect(model.hops.map(({ id, width }) => [id, width])).toEqual([
      ["h", 5],
      ["h2", 8],
    ]);
  });
});

test("labels never overlap within a line", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({ x: fc.integer({ min: 0, max: 500 }), text: fc.string({ minLength: 1, maxLength: 12 }) }),
      ),
      (raw) => {
        const wishes = raw.toSorted((a, b) => a.x - b.x);
        const placed = placeLabels(wishes, 500);
        const spans = placed.map(({ row, toLeft }, index) => {
          const { x, text } = wishes[index] ?? { x: 0, text: "" };
          const size = text.length * 6.3;
          return { row, from: toLeft ? x - size : x, to: toLeft ? x : x + size };
        });
        for (const [index, a] of spans.entries()) {
          for (const b of spans.slice(index + 1))
            expect(a.row === b.row && a.from < b.to && b.from < a.to).toBe(false);
        }
      },
    ),
  );
});

test.each([
  [10, "us", "10"],
  [2500, "ms", "2.5"],
  [-2, "us", "−2"],
  [0, "s", "0"],
  [5_000_000, "ms", "5,000"],
] as const)("tick %d in %s is %s", (us, unit, text) => {
  expect(tickText(us, unit)).toBe(text);
});

test("a term nobody knows keeps its name and stands last", () => {
  expect(termPaint("recirculate")).toMatchObject({ label: "recirculate", hatched: true });
  expect(["recirculate", "link", "base"].sort(compareTerms)).toEqual(["base", "link", "recirculate"]);
});

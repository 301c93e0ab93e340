import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AlarmRule, calm, defaultAlarm, stepAlarm } from "./alarm.ts";
import { blame } from "./blame.ts";
import type { Prediction } from "./predict/prediction.ts";
import { judge, residual } from "./verdict.ts";

describe("verdict", () => {
  const predicted: Prediction = {
    ...{ meanUs: 400, lowUs: 380, highUs: 420 },
    ...{ packet: null, errors: [], terms: [], notes: [] },
  };
  it.each([
    { meanUs: 410, alarm: false, expected: "holds" },
    { meanUs: 421, alarm: false, expected: "drifts", predictedMean: 390 },
    { meanUs: 419, alarm: false, expected: "holds", predictedMean: 405 },
    { meanUs: 300, alarm: false, expected: "drifts" },
    { meanUs: 410, alarm: true, expected: "violated" },
    { meanUs: null, alarm: false, expected: "noData" },
  ] as const)("[T5] mean $meanUs, alarm $alarm: $expected", (row) => {
    const prediction = { ...predicted, meanUs: "predictedMean" in row ? (row.predictedMean ?? 400) : 400 };
    const observation = { count: row.meanUs === null ? 0 : 100, meanUs: row.meanUs, p99Us: row.meanUs };
    expect(judge(observation, prediction, row.alarm)).toBe(row.expected);
  });

  it("[T5] a packet's interval is not held against means: a model that is 9.6 % off does not hold, an exact one does", () => {
    const packet = { lowUs: 330, highUs: 470, spreadUs: 65, p50Us: 395, p95Us: 515, p99Us: 573 };
    const wide = { ...predicted, lowUs: 392, highUs: 408, packet };
    const at = (meanUs: number, count = 10_000) => judge({ count, meanUs, p99Us: 600 }, wide, false);
    expect([at(400), at(1.096 * 400), at(0.904 * 400)]).toEqual(["holds", "drifts", "drifts"]);
    // a mean of four packets says little
    expect(at(1.096 * 400, 2)).toBe("holds");
  });

  it("[T6] a residual of something unknown is unknown", () => {
    expect(residual(null, 400)).toBeNull();
    expect(residual(440, null)).toBeNull();
    expect(residual(440, 400)).toEqual({ us: 40, share: 0.1 });
  });
});

describe("alarm", () => {
  const rule = AlarmRule.parse({ triggerUs: 1000, resetUs: 800, raiseAfter: 2, outOf: 3, clearAfter: 2 });
  const play = (p99s: (number | null)[]) => {
    let state = calm();
    return p99s.map((p99) => {
      const next = stepAlarm(state, rule, p99);
      state = next.state;
      return next.change;
    });
  };

  it("[T7] needs N of M windows to rise and a quiet run below the reset level to clear", () => {
    expect(play([1200, 500, 1200])).toEqual([null, null, "raised"]);
    expect(play([1200, 1200, 900, 700, 900, 700, 700])).toEqual([
      null,
      "raised",
      null,
      null,
      null,
      null,
      "cleared",
    ]);
    expect(play([1200, null, null, 1200])).toEqual([null, null, null, "raised"]);
  });

  it("[T7] between the levels it never changes its mind", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 800, max: 1000, noNaN: true }), { maxLength: 50 }), (between) => {
        expect(play([...between]).every((c) => c === null)).toBe(true);
        expect(
          play([1200, 1200, ...between])
            .slice(2)
            .every((c) => c === null),
        ).toBe(true);
      }),
    );
  });

  it("[T7] the default triggers at PL and refuses a reset above the trigger", () => {
    expect(defaultAlarm(5000)).toMatchObject({ triggerUs: 5000, resetUs: 4000 });
    expect(AlarmRule.safeParse({ triggerUs: 5, resetUs: 6 }).success).toBe(false);
  });
});

describe("blame", () => {
  it("[T8] names the element that grew most and its share of the growth", () => {
    const found = blame([
      { label: "s1", kind: "switch", meanUs: 10_700, usualUs: 60 },
      { label: "VNF1", kind: "vnf", meanUs: 310, usualUs: 300 },
      { label: "s1-s2", kind: "link", meanUs: null, usualUs: null },
    ]);
    expect(found).toMatchObject({ label: "s1", index: 0, excessUs: 10_640 });
    expect(found?.shareOfExcess).toBeCloseTo(10_640 / 10_650, 9);
    expect(blame([{ label: "s1", kind: "switch", meanUs: 50, usualUs: 60 }])).toBeNull();
    expect(blame([{ label: "s2", kind: "switch", meanUs: 9.58, usualUs: 9.5 }])).toBeNull();
  });
});

import { describe, expect, it } from "vitest";
import { createRandom } from "../../core/index.ts";
import { Histogram } from "../../telemetry/index.ts";
import { AlarmRule } from "../alarm.ts";
import { defaultDriftSettings } from "../drift/driftSettings.ts";
import type { Prediction } from "../predict/prediction.ts";
import { holdAgainst } from "./holdAgainst.ts";
import { replaySegment, type StoredWindow } from "./replaySegment.ts";

/** A window of 200 packets around `us`, one second long. */
function windowAt(second: number, us: number, seed: number, dropped = 0): StoredWindow {
  const random = createRandom(seed * 7919 + second);
  const histogram = new Histogram();
  for (let i = 0; i < 200; i++) histogram.record(us + 0.05 * us * random.normal());
  return {
    startMs: second * 1000,
    lengthS: 1,
    count: histogram.count,
    meanUs: histogram.meanUs(),
    p50Us: histogram.quantileUs(0.5),
    p95Us: histogram.quantileUs(0.95),
    p99Us: histogram.quantileUs(0.99),
    dropped,
    countAbove: (threshold) => histogram.countAbove(threshold),
    percentileUs: (share) => histogram.quantileUs(share),
  };
}
const empty = (second: number): StoredWindow => ({
  startMs: second * 1000,
  lengthS: 1,
  count: 0,
  meanUs: null,
  p50Us: null,
  p95Us: null,
  p99Us: null,
  dropped: 0,
  countAbove: () => 0,
  percentileUs: () => null,
});
const predicted = (meanUs: number): Prediction => ({
  meanUs,
  lowUs: 0.95 * meanUs,
  highUs: 1.05 * meanUs,
  packet: null,
  errors: null,
  terms: [],
  notes: [],
});
const alarm = AlarmRule.parse({ triggerUs: 800, resetUs: 700, raiseAfter: 2, outOf: 3, clearAfter: 3 });
const model = { plUs: 800, dlUs: 1200, alarm, drift: defaultDriftSettings };
const story = Array.from({ length: 600 }, (_, s) => {
  if (s >= 200 && s < 205) return empty(s);
  if (s >= 300 && s < 320) return windowAt(s, 1000, 1);
  return windowAt(s, s >= 450 ? 540 : 500, 1);
});

describe("windows beside their predictions", () => {
  it("[T9] coverage counts windows that have both sides; [T6] the residual is a share of the prediction", () => {
    const held = holdAgainst(story, () => predicted(500));
    expect(held.windows).toHaveLength(600);
    expect(held.coverage).toMatchObject({ total: 595 });
    expect(held.coverage.inside).toBe(600 - 5 - 20 - 150);
    expect(held.windows[202]).toMatchObject({ residual: null, inside: null });
    expect(held.windows[310]?.residual?.share).toBeCloseTo(1, 1);
    expect(held.bias?.medianShare).toBeCloseTo(0, 1);
    expect(holdAgainst(story, () => null)).toMatchObject({ coverage: { total: 0, share: null }, bias: null });
  });
});

describe("[T22] calibrated on live windows", () => {
  const random = createRandom(11);
  /** Means around 500 with heavy tails, after a fit and run that put them all off by 4 %. */
  const windows = Array.from({ length: 3000 }, (_, s): StoredWindow => {
    const tail = random.normal() / Math.sqrt(-Math.log(1 - random.next()));
    return { ...empty(s), count: 200, meanUs: 520 + 5 * Math.max(-50, Math.min(50, tail)) };
  });

  it("the interval holds 95 % of the next windows, whatever they are distributed like, and says how many it did", () => {
    const { calibration, coverage } = holdAgainst(windows, () => predicted(500));
    expect(calibration.windows).toBe(600);
    expect(calibration.coverage.share).toBeGreaterThan(0.93);
    expect(calibration.coverage.share).toBeLessThan(0.97);
    expect(calibration.halfShare).toBeGreaterThan(0.04);
    expect(coverage.share).not.toBeNull();
  });

  it("says nothing of too few windows", () => {
    expect(holdAgainst(windows.slice(0, 18), () => predicted(500)).calibration.halfShare).toBeNull();
    expect(holdAgainst(windows.slice(0, 19), () => predicted(500)).calibration.halfShare).not.toBeNull();
  });
});

describe("[T23] percentiles of packets", () => {
  it("are held against the packets of the windows: 50, 5 and 1 % lie above those that are predicted", () => {
    const packet = {
      ...{ lowUs: 475, highUs: 525, spreadUs: 25 },
      ...{ p50Us: 500, p95Us: 500 + 25 * 1.645, p99Us: 500 + 25 * 2.326 },
    };
    const steady = Array.from({ length: 300 }, (_, s) => windowAt(s, 500, 4));
    const { packetsAbove } = holdAgainst(steady, () => ({ ...predicted(500), packet }));
    expect(packetsAbove?.packets).toBe(60_000);
    expect(Math.abs(packetsAbove!.p50 - 0.5)).toBeLessThan(0.1);
    expect(Math.abs(packetsAbove!.p95 - 0.05)).toBeLessThan(0.02);
    // a bucket of 1 % is a fifth of the spread here
    expect(Math.abs(packetsAbove!.p99 - 0.01)).toBeLessThan(0.01);
    expect(holdAgainst(steady, () => predicted(500)).packetsAbove).toBeNull();
  });
});

describe("replay", () => {
  it("[T18] the story as it was: one alarm, one drift of 8 %, shares above PL and DL", () => {
    const replay = replaySegment(story, { ...model, predictionOf: () => predicted(500) });
    expect(replay.alarms).toHaveLength(1);
    const [raised] = replay.alarms;
    expect(raised?.raisedMs).toBe(301_000);
    expect(raised?.clearedMs).toBe(323_000);
    expect(replay.drifts).toHaveLength(1);
    expect(replay.drifts[0]?.shift).toBeCloseTo(0.08, 2);
    expect(Math.abs((replay.drifts[0]?.sinceMs ?? 0) - 450_000)).toBeLessThan(5000);
    expect(replay.drifts[0]?.clearedMs).toBeNull();
    expect(replay.packets).toBe(595 * 200);
    expect(replay.shareAbovePl).toBeCloseTo(20 / 595, 4);
    expect(replay.shareAboveDl).toBeLessThan(1e-3);
  });

  it("[T18] another pair of limits: no alarm, other shares; another model: covered after the change only", () => {
    const wide = {
      ...model,
      plUs: 2000,
      dlUs: 3000,
      alarm: AlarmRule.parse({ triggerUs: 2000, resetUs: 1600 }),
    };
    const calmer = replaySegment(story, { ...wide, predictionOf: () => predicted(500) });
    expect(calmer.alarms).toEqual([]);
    expect(calmer.shareAbovePl).toBe(0);
    const refitted = replaySegment(story.slice(450), { ...model, predictionOf: () => predicted(540) });
    expect(refitted.coverage.share).toBe(1);
    expect(refitted.drifts).toEqual([]);
  });

  it("[T18] lost packets raise the alarm as they do live, and their windows say nothing about the model", () => {
    const losing = Array.from({ length: 200 }, (_, s) =>
      windowAt(s, s >= 150 ? 700 : 500, 2, s >= 150 ? 50 : 0),
    );
    const replay = replaySegment(losing, { ...model, predictionOf: () => predicted(500) });
    expect(replay.alarms).toHaveLength(1);
    expect(replay.alarmRaised).toBe(true);
    expect(replay.drifts).toEqual([]);
  });
});

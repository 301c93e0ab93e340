import { describe, expect, it } from "vitest";
import { ITEM_QUEUE, ITEM_TX, ReportBatch } from "../batch.ts";
import { WindowAccumulator, type WindowView } from "./window.ts";
import { addCounts, noCounts } from "./windowCounts.ts";

/** One sample. */
const record = (windows: WindowAccumulator, series: number, us: number): void =>
  windows.recordAll(Int32Array.of(series), Float64Array.of(us), 1);

/** The view is reused, so tests keep copies of what they compare. */
const plain = ({ histogram, ...rest }: WindowView) => ({ ...rest, p50: histogram.quantileUs(0.5) });

describe("WindowAccumulator", () => {
  it("[T16] counts, sums and thresholds are exact, and each window starts empty", () => {
    const windows = new WindowAccumulator();
    windows.setThresholds(0, 10, 20);
    const closed: object[] = [];
    const keep = (w: WindowView): void => void closed.push(plain(w));
    windows.advance(1_700_000_000_300_000, keep);
    for (const us of [5, 10, 15, 20, 25]) record(windows, 0, us);
    record(windows, 0, Number.NaN);
    windows.recordGap(0, 3);
    record(windows, 7, 40);
    expect(windows.advance(1_700_000_000_999_999, keep)).toBe(0);
    expect(windows.advance(1_700_000_001_000_000, keep)).toBe(2);
    record(windows, 0, 1);
    expect(plain(windows.snapshot(0)!)).toMatchObject({
      startUs: 1_700_000_001_000_000,
      count: 1,
      sumUs: 1,
      dropped: 0,
    });
    expect(windows.snapshot(7)).toBeNull();
    expect(windows.advance(1_700_000_009_000_000, keep)).toBe(1);
    expect(windows.advance(1_700_000_010_000_000, keep)).toBe(0);
    const startUs = 1_700_000_000_000_000;
    const rest = { ...noCounts() };
    expect(closed).toEqual([
      {
        ...noCounts(),
        series: 0,
        startUs,
        count: 5,
        sumUs: 75,
        minUs: 5,
        maxUs: 25,
        abovePl: 3,
        aboveDl: 1,
        dropped: 1,
        sequenceGaps: 3,
        p50: expect.closeTo(15, 0),
      },
      { series: 7, startUs, count: 1, sumUs: 40, minUs: 40, maxUs: 40, ...rest, p50: 40 },
      { series: 0, startUs: startUs + 1_000_000, count: 1, sumUs: 1, minUs: 1, maxUs: 1, ...rest, p50: 1 },
    ]);
  });

  it("[T16] only drops: nothing measured is unknown, not 0", () => {
    const windows = new WindowAccumulator();
    const closed: object[] = [];
    windows.advance(0, () => {});
    record(windows, 2, Number.NaN);
    windows.close((w) => void closed.push(plain(w)));
    expect(closed).toEqual([
      {
        ...noCounts(),
        series: 2,
        startUs: 0,
        count: 0,
        sumUs: 0,
        minUs: Number.NaN,
        maxUs: Number.NaN,
        abovePl: 0,
        aboveDl: 0,
        dropped: 1,
        sequenceGaps: 0,
        p50: null,
      },
    ]);
  });

  it("[T16] a clock that steps back keeps the open window", () => {
    const windows = new WindowAccumulator();
    windows.advance(5_000_000, () => {});
    record(windows, 0, 1);
    expect(windows.advance(3_000_000, () => {})).toBe(0);
    expect(windows.snapshot(0)!.startUs).toBe(5_000_000);
  });

  it("[T16] a clock that was set begins another window, even of the same second", () => {
    const windows = new WindowAccumulator();
    const closed: [number, number][] = [];
    const keep = (w: WindowView): void => void closed.push([w.startUs, w.count]);
    windows.advance(5_400_000, keep);
    record(windows, 0, 1);
    expect(windows.restart(3_000_000, keep)).toBe(1);
    record(windows, 0, 1);
    record(windows, 0, 1);
    windows.restart(3_500_000, keep);
    record(windows, 0, 1);
    windows.advance(4_000_000, keep);
    expect(closed).toEqual([
      [5_000_000, 1],
      [3_000_000, 2],
      [3_000_000, 1],
    ]);
  });

  it("[T16] thousands of series, windows and samples: nothing is lost", () => {
    const windows = new WindowAccumulator();
    let count = 0;
    let sum = 0;
    const keep = (w: WindowView): void => {
      count += w.count;
      sum += w.sumUs;
    };
    windows.advance(0, keep);
    for (let i = 0; i < 50_000; i++) {
      record(windows, i % 4321, 1 + (i % 10));
      windows.advance(i * 100, keep);
    }
    windows.close(keep);
    expect([count, sum]).toEqual([50_000, 275_000]);
  });
});

describe("queues", () => {
  const batch = new ReportBatch();
  const SERIES = Int32Array.of(0, 1);
  const US = Float64Array.of(10, 10);
  const HOPS = Int32Array.of(-1, 0);
  /** A report at `atMs` whose hop has this queue depth; null: it says none. */
  const report = (windows: WindowAccumulator, atMs: number, depth: number | null, tx?: number): void => {
    batch.hopValid[0] = (depth === null ? 0 : ITEM_QUEUE) | (tx === undefined ? 0 : ITEM_TX);
    batch.queueDepth[0] = depth ?? 0;
    batch.txUtilization[0] = tx ?? 0;
    windows.recordAll(SERIES, US, 2);
    windows.recordQueues(SERIES, HOPS, 2, batch, 1_000 * atMs);
  };
  const seconds = (play: (windows: WindowAccumulator) => void) => {
    const windows = new WindowAccumulator();
    const seen: Record<
      number,
      Pick<WindowView, "queueDepthMs" | "queueMs" | "queueMax" | "utilisation">
    > = {};
    const note = ({ series, queueDepthMs, queueMs, queueMax, utilisation }: WindowView): void => {
      seen[series] = { queueDepthMs, queueMs, queueMax, utilisation };
    };
    windows.advance(0, note);
    play(windows);
    windows.advance(1_000_000, note);
    return seen;
  };

  it("[T29] the mean is over time, not over packets: a burst of a millisecond is not the second", () => {
    const { 1: hop, 0: whole } = seconds((windows) => {
      report(windows, 0, 2);
      for (let i = 0; i < 50; i++) report(windows, 100 + i / 50, 60);
      report(windows, 102, 2);
    });
    // 2 packets but for two milliseconds of 60
    expect(hop).toEqual({ queueDepthMs: 2 * 998 + 60 * 2, queueMs: 1_000, queueMax: 60, utilisation: 0 });
    expect(whole).toMatchObject({ queueMs: 0, queueMax: 0 });
  });

  it("[T29] without a depth in the reports nothing is said, and every window begins anew", () => {
    expect(seconds((windows) => report(windows, 10, null, 70))[1]).toEqual({
      ...{ queueDepthMs: 0, queueMs: 0, queueMax: 0, utilisation: 70 },
    });
    const windows = new WindowAccumulator();
    const maxima: number[] = [];
    const note = (w: WindowView): void => {
      if (w.series === 1) maxima.push(w.queueMax);
    };
    windows.advance(0, note);
    report(windows, 500, 40);
    windows.advance(1_000_000, note);
    report(windows, 1_500, 3);
    windows.advance(2_000_000, note);
    expect(maxima).toEqual([40, 3]);
  });

  it("[T29] windows merge: counts and areas add, the deepest stays", () => {
    const a = { ...noCounts(), queueDepthMs: 100, queueMs: 10, queueMax: 20, congested: 1, sampleOneIn: 4 };
    addCounts(a, { ...noCounts(), queueDepthMs: 50, queueMs: 40, queueMax: 9, congested: 2 });
    expect(a).toMatchObject({ queueDepthMs: 150, queueMs: 50, queueMax: 20, congested: 3, sampleOneIn: 4 });
  });
});

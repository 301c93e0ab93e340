import { describe, expect, it } from "vitest";
import { WindowAccumulator, type WindowView } from "./window.ts";

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
    const rest = { abovePl: 0, aboveDl: 0, dropped: 0, sequenceGaps: 0 };
    expect(closed).toEqual([
      {
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

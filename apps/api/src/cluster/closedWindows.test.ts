import { Histogram, noCounts } from "@p4twin/models/telemetry";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createBus } from "../bus/bus.ts";
import type { Link } from "../bus/link.ts";
import { encodeWindows } from "../bus/windowCodec.ts";
import type { WindowRow } from "../bus/windowRow.ts";
import { createClosedWindows, defaultClosedWindowsConfig } from "./closedWindows.ts";

type Hear = Parameters<Link["on"]>[1];

beforeEach(() => {
  vi.useFakeTimers({ now: 100_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

const row = (collectorId: string, startMs: number, us: number, sequence = 0): WindowRow => {
  const histogram = new Histogram();
  histogram.record(us);
  return {
    ...{ deploymentId: "d", segmentId: "a", part: 0, partLabel: null, startMs, lengthS: 1, count: 1 },
    ...{ sumUs: us, minUs: us, maxUs: us, histogram: histogram.encode() },
    ...noCounts(),
    ...{ abovePl: 1, aboveDl: 0, dropped: 0, sequenceGaps: 0, collectorId, sequence },
  };
};

async function listening() {
  const heard = createBus();
  const said: WindowRow[][] = [];
  heard.windows.on((rows) => said.push(rows));
  let hear: Hear = () => {};
  const link = {
    on: (_subject: string, handler: Hear) => {
      hear = handler;
      return () => {};
    },
  };
  const windows = createClosedWindows(link, heard);
  await windows.start();
  return { said, windows, hear: (...rows: WindowRow[]) => hear(encodeWindows(rows), "") };
}

it("a second is said once, when all collectors had time to speak, each part merged", async () => {
  const { said, hear } = await listening();
  hear(row("c", 99_000, 10));
  hear(row("e", 99_000, 30));
  // published again: the same window
  hear(row("c", 99_000, 10));
  expect(said).toEqual([]);
  vi.advanceTimersByTime(defaultClosedWindowsConfig.holdMs);
  expect(said).toHaveLength(1);
  const [[merged, ...others]] = said;
  expect(others).toEqual([]);
  expect(merged).toMatchObject({ count: 2, sumUs: 40, minUs: 10, maxUs: 30, abovePl: 2 });
  expect(Histogram.decode(merged.histogram ?? new Uint8Array())?.count).toBe(2);
});

it("seconds are said in the order of time; what comes after its second, or from long ago, is counted", async () => {
  const { said, hear, windows } = await listening();
  hear(row("c", 99_000, 10, 1), row("c", 98_000, 10, 0));
  vi.advanceTimersByTime(defaultClosedWindowsConfig.holdMs);
  expect(said.map(([w]) => w.startMs)).toEqual([98_000, 99_000]);
  hear(row("e", 98_000, 10));
  hear(row("e", 100_000 - defaultClosedWindowsConfig.maxAgeMs, 10));
  vi.advanceTimersByTime(defaultClosedWindowsConfig.holdMs);
  expect([said.length, windows.late()]).toEqual([2, 2]);
});

it("a clock that went back: the seconds that come again are said, not taken for late", async () => {
  const { said, hear, windows } = await listening();
  hear(row("c", 99_000, 10, 0));
  vi.advanceTimersByTime(defaultClosedWindowsConfig.holdMs);
  vi.setSystemTime(40_000);
  hear(row("c", 39_000, 10, 1));
  vi.advanceTimersByTime(defaultClosedWindowsConfig.holdMs);
  expect([said.map(([w]) => w.startMs), windows.late()]).toEqual([[99_000, 39_000], 0]);
});

import { Histogram } from "@p4twin/models/telemetry";
import { expect, it } from "vitest";
import type { LiveRow } from "../bus/windowRow.ts";
import { createLiveMerger } from "./liveRelay.ts";

const histogramOf = (latenciesUs: readonly number[]): Histogram => {
  const histogram = new Histogram();
  for (const us of latenciesUs) histogram.record(us);
  return histogram;
};
const row = (startMs: number, latenciesUs: readonly number[]): LiveRow => {
  const h = histogramOf(latenciesUs);
  return {
    ...{ segmentId: "a", part: 0, startMs, closed: false, count: h.count, meanUs: h.meanUs() },
    ...{ p50Us: h.quantileUs(0.5), p95Us: h.quantileUs(0.95), p99Us: h.quantileUs(0.99) },
    ...{ maxUs: h.quantileUs(1), abovePl: 1, aboveDl: 0, dropped: 0, sequenceGaps: 0 },
    histogram: h.count > 0 ? h.encode() : null,
  };
};

it("a window that two collectors saw is shown as one, with the percentiles of all its packets", () => {
  const merged = createLiveMerger();
  const frame = (rows: LiveRow[]) => ({ deploymentId: "d", atMs: 1_500, rows });
  const { histogram: _, ...alone } = row(1_000, [10, 20]);
  expect(merged(frame([row(1_000, [10, 20])]), "p").rows).toEqual([alone]);
  const both = { ...row(1_000, [10, 20, 30, 4_000]), abovePl: 2 };
  const { histogram: __, ...together } = both;
  expect(merged(frame([row(1_000, [30, 4_000])]), "q").rows).toEqual([together]);
  // what a collector says again takes the place of what it said before
  expect(merged(frame([row(1_000, [30, 4_000])]), "q").rows).toEqual([together]);
  // another second begins with what is said of it
  expect(merged(frame([row(2_000, [])]), "q").rows[0]).toMatchObject({ count: 0, p99Us: null });
});

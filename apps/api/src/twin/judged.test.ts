import type { PartBuckets } from "@p4twin/models/twin";
import { describe, expect, it } from "vitest";
import { type JudgedQuery, judgedFromMs, judgedWindows, lastIncidents } from "./judged.ts";

const at = (s: number): string => new Date(1000 * s).toISOString();
const event = (openedS: number, closedS: number | null) => ({
  segmentId: "a",
  openedAt: at(openedS),
  closedAt: closedS === null ? null : at(closedS),
  cause: "queueing" as const,
  hop: "s1",
});
const query: JudgedQuery = { deploymentId: "d", parts: "all", fromMs: 40_000, toMs: 100_000 };

describe("what is judged of a segment", () => {
  it("begins where its open event began, and names its cause", () => {
    const incidents = lastIncidents([event(10, 20), event(70, null)], () => true);
    expect(incidents.get("a")).toEqual({ event: { cause: "queueing", hop: "s1" }, sinceMs: 70_000 });
    expect(judgedFromMs(query, incidents.get("a"))).toBe(70_000);
  });

  it("begins where its last event ended: it is not violated 40 s after the event closed", () => {
    const incidents = lastIncidents([event(50, 60)], () => false);
    expect(incidents.get("a")).toEqual({ event: null, sinceMs: 60_000 });
    expect(judgedFromMs(query, incidents.get("a"))).toBe(60_000);
  });

  it("is the whole range without an incident in it, and five seconds at least", () => {
    expect(judgedFromMs(query, undefined)).toBe(40_000);
    expect(judgedFromMs(query, { event: null, sinceMs: 20_000 })).toBe(40_000);
    expect(judgedFromMs(query, { event: null, sinceMs: 99_000 })).toBe(95_000);
  });

  it("reads the seconds of segments with an incident only", async () => {
    const bucket = (startMs: number) => ({ startMs }) as PartBuckets["buckets"][number];
    const part = (segmentId: string, ...starts: number[]) => ({
      segmentId,
      part: 0,
      buckets: starts.map(bucket),
    });
    const windows = async ({ bucketMs }: { bucketMs: number | null }) =>
      bucketMs === null ? [part("a", 40_000), part("b", 40_000)] : [part("a", 41_000, 62_000, 90_000)];
    const parts = await judgedWindows(
      { windows },
      query,
      lastIncidents([event(50, 60)], () => false),
    );
    expect(parts).toEqual([part("b", 40_000), part("a", 62_000, 90_000)]);
  });
});

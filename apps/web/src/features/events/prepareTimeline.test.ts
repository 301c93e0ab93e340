import { expect, test } from "vitest";
import { prepareTimeline } from "./prepareTimeline.ts";

const event = (id: string, segmentId: string, openedS: number, closedS: number | null) => ({
  id,
  kind: "latency" as const,
  deploymentId: "d",
  deploymentName: "Edge",
  segmentId,
  segmentName: `Segment ${segmentId}`,
  severity: "critical" as const,
  cause: "queueing" as const,
  hop: "s1",
  openedAt: new Date(openedS * 1000).toISOString(),
  closedAt: closedS === null ? null : new Date(closedS * 1000).toISOString(),
  lastDataAt: null as string | null,
  muted: null,
});

test("bars are shares of the range; an open event reaches its end, an earlier one begins at its start", () => {
  const lanes = prepareTimeline(
    [event("new", "a", 90, null), event("old", "a", -20, 25), event("other", "b", 50, 51)],
    0,
    100_000,
  );
  expect(lanes.map((l) => l.name)).toEqual(["Segment a", "Segment b"]);
  expect(lanes[0]?.bars.map(({ id, left, width, open }) => ({ id, left, width, open }))).toEqual([
    { id: "old", left: 0, width: 0.25, open: false },
    { id: "new", left: 0.9, width: expect.closeTo(0.1, 9), open: true },
  ]);
});

test("what lies outside the range is left out", () => {
  expect(prepareTimeline([event("x", "a", -20, -10), event("y", "a", 101, null)], 0, 100_000)).toEqual([]);
});

test("a bar says in words what it shows", () => {
  const [lane] = prepareTimeline([event("new", "a", 90, null)], 0, 100_000);
  expect(lane?.bars[0]?.label).toMatch(/^Segment a: critical, queueing at s1, from .* for 10 s, still open$/);
});

test("a switch that left its intent has a lane of its own", () => {
  const drift = {
    ...{ id: "i", kind: "intent" as const, switchId: "s", switchName: "leaf", severity: "warning" as const },
    ...{ openedAt: new Date(90_000).toISOString(), closedAt: null, muted: null },
  };
  const lanes = prepareTimeline([drift, event("old", "a", 50, 51)], 0, 100_000);
  expect(lanes.map(({ name, of }) => `${name}, ${of}`)).toEqual(["leaf, switch", "Segment a, Edge"]);
  expect(lanes[0]?.bars[0]?.label).toMatch(/^leaf: warning, left its intent, from .* still open$/);
});

test("the bar of an open event ends where the data of its segment ended, and says so", () => {
  const silent = { ...event("x", "a", 100, null), lastDataAt: new Date(129_000).toISOString() };
  const bar = (toS: number) => prepareTimeline([silent], 0, toS * 1000)[0]?.bars[0];
  expect(bar(190)).toMatchObject({ left: 100 / 190, width: expect.closeTo(90 / 190, 9) });
  expect(bar(191)).toMatchObject({ left: 100 / 191, width: expect.closeTo(30 / 191, 9), open: true });
  expect(bar(190)?.label).toMatch(/ for 1 min 30 s, still open$/);
  expect(bar(191)?.label).toMatch(/ for 30 s, no data since .*, still open$/);
});

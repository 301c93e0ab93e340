import { noCounts } from "@p4twin/models/telemetry";
import { boundSegmentSchema } from "@p4twin/models/twin";
import { describe, expect, it } from "vitest";
import type { WindowRow } from "../bus/windowRow.ts";
import { createSegmentWatch, type Transition } from "./segmentWatch.ts";

const alarm = { triggerUs: 6_000, resetUs: 5_000, raiseAfter: 2, outOf: 3, clearAfter: 2 };
const bound = (more: object = {}) =>
  boundSegmentSchema.parse({
    id: "edge",
    name: "Edge",
    kind: "uc1",
    plUs: 6_000,
    dlUs: 10_000,
    alarm: { ...alarm, ...more },
    from: { nodeId: 1 },
    to: { nodeId: 1 },
    elements: [
      { kind: "switch", label: "s1", nodeId: 1 },
      { kind: "vnf", label: "firewall", meanUs: 4_000 },
      { kind: "switch", label: "s1", nodeId: 1 },
    ],
  });

/** One second as the demo cloud shows it: means of the elements in us, and what is unusual about it. */
type Second = {
  us?: (number | null)[];
  dropped?: number;
  count?: number;
  undescribed?: string;
  /** packets in the queue of each element, where reports say it */
  depth?: number[];
  /** the twin says that the model drifts */
  drifts?: boolean;
};
const CALM: Second = { us: [58, 4_000, 200] };

function play(seconds: readonly Second[], watch = createSegmentWatch(bound()), fromS = 0): Transition[] {
  return seconds.flatMap(
    ({ us = [58, 4_000, 200], dropped = 0, count = 90, undescribed, depth, drifts = false }, i) => {
      const row = (part: number, meanUs: number | null, label: string | null): WindowRow => ({
        deploymentId: "d",
        segmentId: "edge",
        part,
        partLabel: label,
        startMs: 1000 * (fromS + i),
        lengthS: 1,
        count: meanUs === null ? 0 : count,
        sumUs: (meanUs ?? 0) * count,
        minUs: meanUs,
        maxUs: meanUs,
        histogram: null,
        ...noCounts(),
        ...(depth !== undefined &&
          part > 0 && { queueMs: 1_000, queueDepthMs: 1_000 * (depth[part - 1] ?? 0) }),
        dropped: part === 0 ? dropped : 0,
        collectorId: "c",
        sequence: i,
      });
      const wholeUs = count > 0 ? us.reduce<number>((sum, value) => sum + (value ?? 0), 0) : null;
      const parts = us.flatMap((value, at) => (value === null ? [] : [row(at + 1, value, `e${at}`)]));
      if (undescribed) parts.push(row(4, 900, undescribed));
      const asked = { percentileUs: () => wholeUs, drifts: () => drifts };
      return watch.step(row(0, wholeUs, null), parts, asked) ?? [];
    },
  );
}
const times = (n: number, second: Second): Second[] => Array.from({ length: n }, () => second);

describe("the cause that an event names", () => {
  it.each([
    {
      name: "congestion",
      second: { us: [58, 4_000, 5_200] },
      cause: "queueing",
      hop: "s1",
      severity: "warning",
    },
    {
      name: "congestion beyond DL",
      second: { us: [58, 4_000, 9_000] },
      cause: "queueing",
      severity: "critical",
    },
    { name: "a slow VNF", second: { us: [58, 9_000, 200] }, cause: "vnf", hop: "firewall" },
    {
      name: "a slow VNF whose late packets are dropped",
      second: { us: [58, 5_500, 200], dropped: 60, count: 30 },
      cause: "vnf",
      hop: "firewall",
      severity: "critical",
    },
    {
      name: "another path",
      second: { us: [58, null, 7_000], undescribed: "node 7 (1)" },
      cause: "path",
      hop: "node 7 (1)",
    },
    { name: "loss", second: { dropped: 40, count: 50 }, cause: "loss", hop: null, severity: "critical" },
    { name: "everything lost", second: { dropped: 90, count: 0 }, cause: "loss", hop: null },
  ])("$name: $cause", ({ second, cause, severity, hop }) => {
    const [event, ...more] = play([...times(20, CALM), ...times(3, second)]);
    expect(more).toEqual([]);
    expect(event).toMatchObject({ kind: "opened", content: { cause } });
    if (hop !== undefined) expect(event).toMatchObject({ content: { hop } });
    if (severity !== undefined) expect(event).toMatchObject({ content: { severity } });
  });

  it.each([
    { name: "grew", depth: [1, 0, 40], cause: "queueing" },
    { name: "did not grow", depth: [1, 0, 2], cause: "processing" },
  ])("the depth that reports contain decides: a queue that $name means $cause", ({ depth, cause }) => {
    const calm = { ...CALM, depth: [1, 0, 2] };
    const [event] = play([...times(20, calm), ...times(3, { us: [58, 4_000, 5_200], depth })]);
    expect(event).toMatchObject({ kind: "opened", content: { cause, hop: "s1" } });
    const evidence = event && "content" in event ? event.content.evidence : null;
    expect(evidence?.elements[2]).toMatchObject({ usualQueueDepth: 2 });
  });

  it("names the hop that holds the time when the segment is late from its first second on", () => {
    const [event] = play(times(3, { us: [58, 60, 559_000] }));
    expect(event).toMatchObject({ kind: "opened", content: { cause: "unknown", hop: "s1" } });
    const evidence = event && "content" in event ? event.content.evidence : null;
    expect(evidence?.elements.map(({ usualUs }) => usualUs)).toEqual([null, 4_000, null]);
  });

  it("shows what the elements take now beside what is usual, and the growth", () => {
    const [event] = play([...times(20, CALM), ...times(3, { us: [58, 4_000, 5_200] })]);
    const evidence = event && "content" in event ? event.content.evidence : null;
    expect(evidence?.elements[2]).toMatchObject({ label: "s1", usualUs: 200, share: 1, usualShare: 1 });
    expect(evidence?.blame).toMatchObject({ label: "s1", usualUs: 200 });
    expect(evidence?.blame?.meanUs).toBeCloseTo(5_200, 6);
  });

  it("says what it takes now, not blurred by the second in the midst of which the change came", () => {
    const [midst, late] = [4, 10].map((share) => 60 + (share / 10) * (9_000 - 60));
    const seconds = [
      ...times(20, { us: [40, 4_000, 60] }),
      { us: [40, 4_000, midst ?? 0] },
      ...times(3, { us: [40, 4_000, late ?? 0] }),
    ];
    const [opened] = play(seconds, createSegmentWatch(bound({ raiseAfter: 3, outOf: 5 })));
    const { blame } = (opened?.kind === "opened" && opened.content.evidence) || {};
    expect(blame).toMatchObject({ label: "s1", usualUs: 60 });
    expect(blame?.meanUs).toBeCloseTo(9_000, 6);
  });

  it("changes when another one lasts three seconds, and when it becomes critical", () => {
    const both = [
      ...times(20, CALM),
      ...times(3, { us: [58, 4_000, 5_200] }),
      ...times(6, { us: [58, 5_900, 200] }),
      ...times(2, { us: [58, 12_000, 200] }),
    ];
    expect(play(both)).toMatchObject([
      { kind: "opened", content: { cause: "queueing", severity: "warning" } },
      { kind: "changed", content: { cause: "vnf", hop: "firewall", severity: "warning" } },
      { kind: "changed", content: { cause: "vnf", severity: "critical" } },
    ]);
  });
});

describe("the quiet time", () => {
  const late = { us: [58, 4_000, 5_200] };
  const round = [...times(3, CALM), ...times(2, late), ...times(2, CALM)];

  it("suppresses what rises within it", () => {
    const watch = createSegmentWatch(bound({ quietS: 60 }));
    const kinds = play([...round, ...round], watch).map((t) => t.kind);
    expect(kinds).toEqual(["opened", "closed", "suppressed"]);
  });

  it("opens the event after all when the alarm outlasts it", () => {
    const watch = createSegmentWatch(bound({ quietS: 10 }));
    const transitions = play([...round, ...times(12, late)], watch);
    expect(transitions.map((t) => t.kind)).toEqual(["opened", "closed", "suppressed", "opened"]);
    expect(transitions[3]?.atMs).toBe((transitions[1]?.atMs ?? 0) + 10_000);
  });

  it("does not last as long as the clock went back", () => {
    const watch = createSegmentWatch(bound({ quietS: 10 }));
    play(round, watch, 3_600);
    const kinds = play([...times(12, CALM), ...round, ...times(12, CALM), ...round], watch).map(
      (t) => t.kind,
    );
    expect(kinds).toEqual(["suppressed", "opened", "closed"]);
  });

  it("goes on after a restart", () => {
    const watch = createSegmentWatch(bound({ quietS: 60 }));
    watch.closedBefore(0);
    expect(play(round, watch).map((t) => t.kind)).toEqual(["suppressed"]);
    expect(play(round, watch, 61).map((t) => t.kind)).toEqual(["opened", "closed"]);
  });
});

describe("a drift as a rule", () => {
  const DRIFT: Second = { ...CALM, drifts: true };
  const LATE: Second = { us: [58, 4_000, 5_200], drifts: true };
  const kinds = (transitions: readonly Transition[]) =>
    transitions.map(({ kind, atMs }) => [kind, atMs / 1000]);

  it("opens an event within all limits and closes it with the drift, only where the rule says so", () => {
    const seconds = [...times(5, CALM), ...times(5, DRIFT), ...times(5, CALM)];
    expect(play(seconds)).toEqual([]);
    const transitions = play(seconds, createSegmentWatch(bound({ drift: true })));
    expect(kinds(transitions)).toEqual([
      ["opened", 5],
      ["closed", 11],
    ]);
    expect(transitions[0]).toMatchObject({ content: { cause: "drift", severity: "warning", hop: null } });
  });

  it("becomes the event of the alarm when that rises, and closes with it", () => {
    const watch = createSegmentWatch(bound({ drift: true }));
    const transitions = play(
      [...times(5, CALM), ...times(2, DRIFT), ...times(3, LATE), ...times(4, CALM)],
      watch,
    );
    expect(kinds(transitions)).toEqual([
      ["opened", 5],
      ["changed", 8],
      ["closed", 12],
    ]);
    expect(transitions[1]).toMatchObject({ content: { cause: "queueing", hop: "s1" } });
  });

  it("goes on after a restart, ends when the rule is taken away, and keeps the quiet time", () => {
    const watch = createSegmentWatch(bound({ drift: true, quietS: 10 }));
    const [opened] = play(times(2, DRIFT), watch);
    if (opened?.kind !== "opened") throw new Error("no event");
    const next = createSegmentWatch(bound({ drift: true, quietS: 10 }));
    next.resume({ ...opened.content, missing: [] } as never);
    expect(next.hasEvent).toBe(true);
    expect(next.raised).toBe(false);
    expect(kinds(play([...times(2, DRIFT), ...times(2, CALM), ...times(2, DRIFT)], next, 2))).toEqual([
      ["closed", 5],
    ]);
    expect(kinds(play(times(2, DRIFT), next, 20))).toEqual([["opened", 20]]);
    next.rebind(bound());
    expect(kinds(play(times(2, DRIFT), next, 22))).toEqual([["closed", 23]]);
  });
});

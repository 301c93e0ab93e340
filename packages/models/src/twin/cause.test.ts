import { describe, expect, it } from "vitest";
import type { ElementReading } from "./blame.ts";
import { type Cause, type CauseState, diagnose, severityOf, stepCause } from "./cause.ts";

/** Windows as the demo cloud shows them: s1, its firewall, s1 again; 90 packets a second. */
const calm: ElementReading[] = [
  { label: "s1", kind: "switch", meanUs: 58, usualUs: 57, share: 1, usualShare: 1 },
  { label: "firewall", kind: "vnf", meanUs: 4_010, usualUs: 4_000, share: 1, usualShare: 1 },
  { label: "s1", kind: "switch", meanUs: 205, usualUs: 200, share: 1, usualShare: 1 },
];
const but = (index: number, change: Partial<ElementReading>): ElementReading[] =>
  calm.map((e, i) => (i === index ? { ...e, ...change } : e));
const reading = { elements: calm, undescribed: [], droppedShare: 0, drifts: false };

describe("the cause", () => {
  const depth = (queueDepth: number) => ({ meanUs: 10_700, queueDepth, usualQueueDepth: 1.2 });
  it.each([
    {
      name: "[E1] another hop is passed",
      given: { undescribed: [{ label: "node 7", share: 0.98, usualShare: 0 }] },
      cause: { kind: "path", hop: "node 7", added: ["node 7"], missing: [] },
    },
    {
      name: "[E1] the VNF is passed no more",
      given: { elements: but(1, { share: 0, meanUs: null }) },
      cause: { kind: "path", hop: "firewall", missing: ["firewall"] },
    },
    {
      name: "[E1] a hop that was always there is no change",
      given: { undescribed: [{ label: "node 7", share: 1, usualShare: 1 }] },
      cause: { kind: "unknown" },
    },
    {
      name: "[E2] a switch that tells no depth",
      given: { elements: but(2, { meanUs: 10_700 }) },
      cause: { kind: "queueing", hop: "s1" },
    },
    {
      name: "[E2] a switch whose queue grew",
      given: { elements: but(2, depth(64)) },
      cause: { kind: "queueing", hop: "s1" },
    },
    {
      name: "[E2] a switch whose queue did not grow",
      given: { elements: but(2, depth(1.3)) },
      cause: { kind: "processing", hop: "s1" },
    },
    {
      name: "[E3] a VNF that slows down",
      given: { elements: but(1, { meanUs: 12_000 }) },
      cause: { kind: "vnf", hop: "firewall" },
    },
    {
      name: "[E3] late packets are dropped: the VNF is still to blame",
      given: { elements: but(1, { meanUs: 12_000 }), droppedShare: 0.4 },
      cause: { kind: "vnf", hop: "firewall" },
    },
    { name: "[E4] drops and no growth", given: { droppedShare: 0.1 }, cause: { kind: "loss", hop: null } },
    { name: "[E4] as the twin says", given: { drifts: true }, cause: { kind: "drift", hop: null } },
    { name: "[E4] nothing stands out", given: {}, cause: { kind: "unknown", hop: null } },
    {
      name: "[E5] a changed path explains what grew",
      given: {
        elements: but(2, { meanUs: 10_700 }),
        undescribed: [{ label: "node 7", share: 1, usualShare: 0 }],
        droppedShare: 0.3,
        drifts: true,
      },
      cause: { kind: "path", hop: "node 7" },
    },
    {
      name: "[E5] drops come before drift",
      given: { droppedShare: 0.1, drifts: true },
      cause: { kind: "loss" },
    },
  ])("$name", ({ given, cause }) => {
    expect(diagnose({ ...reading, ...given })).toMatchObject(cause);
  });
});

it("[E6] another cause is taken over by the third window in a row that names it", () => {
  const cause = (kind: Cause["kind"], hop: string): Cause => ({
    kind,
    hop,
    blame: null,
    missing: [],
    added: [],
  });
  const queueing = cause("queueing", "s1");
  const vnf = cause("vnf", "firewall");
  const nothing = cause("unknown", "");
  let state: CauseState = { cause: queueing, other: null, times: 0 };
  const play = [vnf, vnf, queueing, vnf, nothing, vnf, vnf, vnf].map((now) => {
    const next = stepCause(state, now);
    state = next.state;
    return next.changed;
  });
  expect(play).toEqual([false, false, false, false, false, false, false, true]);
  expect(state.cause).toBe(vnf);
});

it.each([
  { p99Us: 7_000, dropped: 0, severity: "warning" },
  { p99Us: 9_000, dropped: 0, severity: "critical" },
  { p99Us: 100, dropped: 0.02, severity: "critical" },
  { p99Us: null, dropped: 1, severity: "critical" },
])("[E7] p99 $p99Us with DL 8000 and $dropped dropped: $severity", ({ p99Us, dropped, severity }) => {
  expect(severityOf(p99Us, 8_000, dropped)).toBe(severity);
});

import type { CauseKind } from "@p4twin/models/twin";
import { expect, it } from "vitest";
import { eventMessage } from "./message.ts";
import { type Evidence, evidenceSchema } from "./schema.ts";

const evidence = evidenceSchema.parse({
  p99Us: 11_204,
  triggerUs: 5_000,
  resetUs: 4_000,
  plUs: 5_000,
  dlUs: 8_000,
  count: 90,
  abovePl: 80,
  aboveDl: 60,
  dropped: 10,
  elements: [],
  blame: { label: "s1", kind: "switch", excessUs: 10_000, meanUs: 10_060, usualUs: 60, shareOfExcess: 0.97 },
});
const s1 = { label: "s1", kind: "switch", meanUs: 10_060, usualUs: 60, share: 1, usualShare: 1 } as const;

it("a drift alone is within all limits, and says so", () => {
  const within = { ...evidence, p99Us: 4_000, dropped: 0, blame: null };
  expect(eventMessage("edge", "drift", within)).toBe(
    "edge: the model drifts: observed latency has left the prediction, within the limits of the alarm",
  );
});

const rows: { name: string; cause: CauseKind; change: Partial<Evidence>; text: string }[] = [
  {
    name: "late, a queue to blame",
    cause: "queueing",
    change: {},
    text: "edge: p99 11.2 ms is above 5.00 ms; queueing at s1 takes 10.1 ms instead of 60.0 µs (97 % of the excess)",
  },
  {
    name: "late, a queue that is known to be full",
    cause: "queueing",
    change: { elements: [{ ...s1, queueDepth: 64, usualQueueDepth: 0.4 }] },
    text: "edge: p99 11.2 ms is above 5.00 ms; queueing at s1 takes 10.1 ms instead of 60.0 µs, with 64 packets in its queue instead of 0.40 (97 % of the excess)",
  },
  {
    name: "a median over its budget, a VNF to blame",
    cause: "vnf",
    change: {
      p99Us: 4_000,
      budgets: [{ percent: 50, maxUs: 1_000, observedUs: 2_100 }],
      blame: {
        label: "firewall",
        kind: "vnf",
        excessUs: 1_000,
        meanUs: 2_000,
        usualUs: 1_000,
        shareOfExcess: 1,
      },
    },
    text: "edge: p50 2.10 ms is above its budget of 1.00 ms; VNF firewall takes 2.00 ms instead of 1.00 ms (100 % of the excess)",
  },
  {
    name: "late, nobody to blame",
    cause: "unknown",
    change: { blame: null },
    text: "edge: p99 11.2 ms is above 5.00 ms; no element stands out",
  },
  {
    name: "late from the first window on",
    cause: "unknown",
    change: {
      blame: {
        ...{ label: "s2", kind: "switch", excessUs: 559_000, meanUs: 559_000 },
        ...{ usualUs: null, shareOfExcess: 0.9984 },
      },
    },
    text: "edge: p99 11.2 ms is above 5.00 ms; s2 holds 559 ms of 560 ms (100 %)",
  },
  {
    name: "another path",
    cause: "path",
    change: { missing: ["firewall"], added: ["node 7 (1)"] },
    text: "edge: p99 11.2 ms is above 5.00 ms; the path changed: packets no longer pass firewall and now pass node 7 (1)",
  },
  {
    name: "lost",
    cause: "loss",
    change: { p99Us: 400, blame: null },
    text: "edge: 10 % of its packets dropped; packets are lost, and no element takes longer",
  },
  {
    name: "all lost",
    cause: "unknown",
    change: { p99Us: null, count: 0, blame: null },
    text: "edge: 100 % of its packets dropped; no element stands out",
  },
];
it.each(rows)("$name", ({ cause, change, text }) => {
  expect(eventMessage("edge", cause, { ...evidence, ...change })).toBe(text);
});

import { expect, it } from "vitest";
import { eventMessage } from "./message.ts";
import type { Evidence } from "./schema.ts";

const evidence: Evidence = {
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
};

it.each([
  {
    name: "late, a switch to blame",
    change: {},
    text: "edge: p99 11.2 ms is above 5.00 ms; queueing or processing at s1 takes 10.1 ms instead of 60.0 µs (97 % of the excess)",
  },
  {
    name: "late, nobody to blame",
    change: { blame: null },
    text: "edge: p99 11.2 ms is above 5.00 ms; no element stands out",
  },
  {
    name: "lost",
    change: { p99Us: 400, blame: null },
    text: "edge: 10 % of its packets are dropped; no element stands out",
  },
  {
    name: "all lost",
    change: { p99Us: null, count: 0, blame: null },
    text: "edge: 100 % of its packets are dropped; no element stands out",
  },
])("$name", ({ change, text }) => {
  expect(eventMessage("edge", { ...evidence, ...change })).toBe(text);
});

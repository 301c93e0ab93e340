import { expect, test } from "vitest";
import { type AuditEntry, auditWords } from "./auditWords.ts";

const base = {
  id: "1",
  deploymentId: "d",
  deploymentName: "Edge",
  segmentId: "a",
  segmentName: "Segment a",
  switchId: null,
  switchName: null,
  eventId: null,
  by: "Ada",
  at: "2026-01-01T00:00:00Z",
  before: null,
  after: null,
};
const alarm = {
  triggerUs: 6_000,
  resetUs: 5_000,
  raiseAfter: 3,
  outOf: 5,
  clearAfter: 10,
  budgets: [{ percent: 50, maxUs: 900 }],
  quietS: 60,
};

const rows: { entry: AuditEntry; title: string; detail: string | null }[] = [
  { entry: { ...base, what: "closed" }, title: "Closed", detail: null },
  {
    entry: { ...base, what: "opened", after: { severity: "warning", text: "1 missing." } },
    ...{ title: "Opened", detail: "warning, 1 missing." },
  },
  {
    entry: {
      ...base,
      what: "changed",
      before: { severity: "warning", cause: "unknown", hop: null },
      after: { severity: "critical", cause: "queueing", hop: "s1" },
    },
    title: "Changed",
    detail: "warning, unknown cause → critical, queueing at s1",
  },
  {
    entry: {
      ...base,
      what: "thresholds",
      before: { plUs: 5_000, dlUs: 8_000, alarm: null },
      after: { plUs: 6_000, dlUs: 8_000, alarm },
    },
    title: "Thresholds changed",
    detail:
      "PL 5.00 ms, DL 8.00 ms, default alarm above 5.00 ms → PL 6.00 ms, DL 8.00 ms, alarm above 6.00 ms in 3 of 5 s, clear below 5.00 ms for 10 s, p50 at most 900 µs, quiet for 60 s",
  },
  {
    entry: {
      ...base,
      what: "deliveryFailed",
      after: { channel: "Hook", what: "opened", attempts: 10, answer: "x answered 500" },
    },
    title: "Delivery failed",
    detail: "“opened” to Hook, try 10: x answered 500",
  },
];
test.each(rows)("$title", ({ entry, title, detail }) => {
  expect(auditWords(entry)).toEqual({ title, detail });
});

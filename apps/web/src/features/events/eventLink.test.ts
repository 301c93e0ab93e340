import { expect, test } from "vitest";
import { eventLink } from "./eventLink.ts";

const event = {
  kind: "latency" as const,
  deploymentId: "d1",
  segmentId: "a b",
  openedAt: "2026-01-01T00:10:00Z",
  closedAt: null,
};

test("an open event leads to the live twin of its segment", () => {
  expect(eventLink(event)).toBe("/twin/d1?segment=a%20b");
});

test("a closed event leads to the time around it", () => {
  const at = Date.parse(event.openedAt) / 1000;
  expect(eventLink({ ...event, closedAt: "2026-01-01T00:11:00Z" })).toBe(
    `/twin/d1?segment=a%20b&from=${at - 120}&to=${at + 60 + 120}`,
  );
});

test("a switch that left its intent leads to its drift", () => {
  expect(eventLink({ kind: "intent", switchId: "s1" })).toBe("/switches/s1?tab=drift");
});

import { expect, test } from "vitest";
import { alarmWords, readThresholds, type ThresholdDraft } from "./alarmWords.ts";

const draft: ThresholdDraft = {
  plUs: 5_000,
  dlUs: 8_000,
  triggerUs: 5_000,
  resetUs: 4_000,
  raiseAfter: 3,
  outOf: 5,
  clearAfter: 10,
  quietS: 0,
  budgets: [],
};

test.each<[string, Partial<ThresholdDraft>, string]>([
  ["a level is missing", { plUs: null }, "Every level needs a number."],
  ["a count is missing", { quietS: null }, "Every count of seconds needs a number."],
  ["PL above DL", { plUs: 9_000 }, "PL must be at most DL"],
  ["reset above trigger", { resetUs: 6_000 }, "must not be above the trigger"],
  ["4 of 3", { raiseAfter: 4, outOf: 3 }, "more seconds than it looks at"],
  ["p100", { budgets: [{ percent: 100, maxUs: 5 }] }, "A budget needs"],
  ["a budget without a latency", { budgets: [{ percent: 50, maxUs: null }] }, "A budget needs"],
])("%s is refused with the reason", (_name, change, wrong) => {
  expect(readThresholds({ ...draft, ...change }).wrong).toContain(wrong);
});

test("the rule is said in plain words", () => {
  const read = readThresholds(draft).thresholds;
  expect(read && alarmWords(read.alarm)).toBe(
    "An event opens when in 3 of the last 5 seconds p99 is above 5.00 ms, or more than 1 % of its packets are dropped. It closes after 10 seconds below 4.00 ms.",
  );
});

test("budgets and a quiet time are part of it", () => {
  const read = readThresholds({ ...draft, quietS: 60, budgets: [{ percent: 50, maxUs: 900 }] }).thresholds;
  const words = read ? alarmWords(read.alarm) : "";
  expect(words).toContain("p99 is above 5.00 ms, or p50 is above 900 µs, or more than 1 %");
  expect(words).toContain("below 4.00 ms (80 % of each limit). For 60 s after that no new event opens.");
});

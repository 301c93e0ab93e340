import { describe, expect, it } from "vitest";
import { decide, refineQueueEstimateUs, storedArrivalUs } from "./policy.ts";

describe("latency policy", () => {
  it.each([
    { acc: 4_999, pl: 5_000, dl: 8_000, expected: "pass" },
    { acc: 5_000, pl: 5_000, dl: 8_000, expected: "pass" },
    { acc: 5_000.1, pl: 5_000, dl: 8_000, expected: "prioritise" },
    { acc: 8_000, pl: 5_000, dl: 8_000, expected: "prioritise" },
    { acc: 8_000.1, pl: 5_000, dl: 8_000, expected: "drop" },
    { acc: 9_000, pl: 8_000, dl: 8_000, expected: "drop" },
  ])("[C11] acc $acc with PL $pl, DL $dl: $expected", ({ acc, pl, dl, expected }) => {
    expect(decide(acc, pl, dl)).toBe(expected);
  });

  it("[C12] the refinement scales the wait by the depths (8000 us, 40 -> 60: 12000 us) and survives depth 0", () => {
    expect(refineQueueEstimateUs(8_000, 40, 60)).toBe(12_000);
    expect(refineQueueEstimateUs(8_000, 0, 60)).toBe(8_000);
  });

  it("[C13] UC2 stores t1 minus the upstream latency, never below zero", () => {
    expect(storedArrivalUs(1_000, 37)).toBe(963);
    expect(storedArrivalUs(10, 37)).toBe(0);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AlarmRule, alarmLevelUs, isQuiet } from "./alarm.ts";

const rule = (more: object = {}) => AlarmRule.parse({ triggerUs: 1000, resetUs: 800, ...more });
/** a window whose percentile q takes 1000 q us */
const window = (droppedShare: number) => ({ percentileUs: (q: number) => 1000 * q, droppedShare });

describe("the level of a window", () => {
  const budgets = [
    { percent: 50, maxUs: 250 },
    { percent: 99.9, maxUs: 1998 },
  ];
  it.each([
    { name: "p99 alone", given: {}, dropped: 0, levelUs: 990 },
    {
      name: "a median at twice its budget is twice the trigger",
      given: { budgets },
      dropped: 0,
      levelUs: 2000,
    },
    { name: "as many dropped as p99 leaves out", given: {}, dropped: 0.01, levelUs: 990 },
    { name: "more dropped than p99 leaves out", given: {}, dropped: 0.02, levelUs: Number.POSITIVE_INFINITY },
    {
      name: "more dropped than the strictest budget leaves out",
      given: { budgets },
      dropped: 0.005,
      levelUs: Number.POSITIVE_INFINITY,
    },
  ])("[E8] $name", ({ given, dropped, levelUs }) => {
    expect(alarmLevelUs(rule(given), window(dropped))).toBe(levelUs);
  });

  it("[E8] nothing arrived: nothing is known, unless it was dropped", () => {
    const empty = (droppedShare: number) => ({ percentileUs: () => null, droppedShare });
    expect(alarmLevelUs(rule(), empty(0))).toBeNull();
    expect(alarmLevelUs(rule(), empty(1))).toBe(Number.POSITIVE_INFINITY);
  });

  it("[E8] a budget can only raise the level", () => {
    const budget = fc.record({
      percent: fc.double({ min: 1, max: 99.9, noNaN: true }),
      maxUs: fc.double({ min: 1, max: 1e6, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(budget, { maxLength: 8 }), (list) => {
        const level = alarmLevelUs(rule({ budgets: list }), window(0)) ?? 0;
        expect(level).toBeGreaterThanOrEqual(alarmLevelUs(rule(), window(0)) ?? 0);
      }),
    );
  });
});

it.each([
  { quietS: 60, closedMs: null, atMs: 1_000, quiet: false },
  { quietS: 60, closedMs: 1_000, atMs: 60_999, quiet: true },
  { quietS: 60, closedMs: 1_000, atMs: 61_000, quiet: false },
  { quietS: 0, closedMs: 1_000, atMs: 1_000, quiet: false },
])("[E9] closed at $closedMs, $quietS s of quiet, rises at $atMs: quiet is $quiet", (row) => {
  expect(isQuiet(rule({ quietS: row.quietS }), row.closedMs, row.atMs)).toBe(row.quiet);
});

import { binsOf } from "@p4twin/models/telemetry";
import fc from "fast-check";
import { expect, it } from "vitest";
import { binned } from "./service.ts";

const DAY_MS = 86_400_000;
const rangeOf = (fromMs: number, toMs: number) => ({
  from: new Date(fromMs).toISOString(),
  to: new Date(toMs).toISOString(),
});

it("any range becomes whole bins that hold it; asked for again it stays the same, so that a chosen cell does too", () => {
  const begin = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2027, 0) });
  fc.assert(
    fc.property(begin, fc.integer({ min: 1, max: 92 * DAY_MS }), (fromMs, lengthMs) => {
      const first = binned(rangeOf(fromMs, fromMs + lengthMs));
      expect(first.fromMs).toBeLessThanOrEqual(fromMs);
      expect(first.toMs).toBeGreaterThanOrEqual(fromMs + lengthMs);
      expect(
        binsOf({ ...first, groupBy: "node", filters: [], value: "p99Us", limit: 1 }),
      ).toBeLessThanOrEqual(120);
      expect(binned(rangeOf(first.fromMs, first.toMs))).toEqual(first);
    }),
  );
});

it.each([
  [900, 60],
  [3_600, 300],
  [21_600, 1_800],
  [DAY_MS / 1_000, 7_200],
  [7 * 86_400, 86_400],
])("a range of %i s has bins of %i s, wherever it begins", (spanS, binS) => {
  for (const offsetS of [0, 1, 17, 599]) {
    const fromMs = Date.UTC(2026, 5) + 1_000 * offsetS;
    expect(binned(rangeOf(fromMs, fromMs + 1_000 * spanS)).binMs).toBe(1_000 * binS);
  }
});

import { describe, expect, it } from "vitest";
import { calibrationWords, coverageWords, driftWords, percentileWords } from "./driftWords.ts";

describe("drift in words", () => {
  it.each([
    [null, "not watched"],
    [{ phase: "warming", sinceMs: null, shift: null }, "learning"],
    [{ phase: "watching", sinceMs: null, shift: null }, "none"],
    [{ phase: "drifted", sinceMs: null, shift: 0.125 }, "+12.5 %"],
  ] as const)("%o is %s", (drift, value) => {
    expect(driftWords(drift).value).toBe(value);
  });

  it("agrees with a verdict of drift that no detector called", () => {
    const drift = { phase: "watching", sinceMs: null, shift: null } as const;
    expect(driftWords(drift, { cause: "offset", headline: "off by +12 % at s1" })).toEqual({
      value: "constant offset",
      context: "off by +12 % at s1",
    });
  });

  it("says when a drift began", () => {
    const sinceMs = new Date(2026, 0, 1, 14, 2, 3).getTime();
    expect(driftWords({ phase: "drifted", sinceMs, shift: -0.1 }).context).toBe("since 14:02:03");
  });
});

describe("coverage in words", () => {
  it("gives the share's own interval, and no share of nothing", () => {
    expect(coverageWords({ inside: 9, total: 10, share: 0.9, low: 0.6, high: 0.98 })).toBe(
      "9 of 10 windows matched the prediction in force at the time, 95 % interval 60.0 % to 98.0 %",
    );
    expect(coverageWords({ inside: 0, total: 0, share: null, low: null, high: null })).toBe(
      "No window has a prediction",
    );
  });
});

describe("what live windows say, in words", () => {
  const coverage = { inside: 570, total: 600, share: 0.95, low: 0.93, high: 0.97 };
  it("names the share, the windows and how often it was so", () => {
    expect(calibrationWords({ level: 0.95, halfShare: 0.042, windows: 600, coverage })).toEqual({
      value: "± 4.20 %",
      context: "for 95.0 % of them, calibrated on 600 live windows, held by 95.0 %",
    });
    expect(calibrationWords({ level: 0.95, halfShare: null, windows: 4, coverage }).value).toBeNull();
  });

  it("holds percentiles against what should lie above them", () => {
    expect(percentileWords({ p50: 0.5, p95: 0.06, p99: 0.02, packets: 100 })).toEqual({
      value: "2.00 %",
      context: "1 % predicted; above p95 6.00 %, above p50 50.0 %",
    });
    expect(percentileWords(null).value).toBeNull();
  });
});

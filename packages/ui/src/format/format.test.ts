import { describe, expect, test } from "vitest";
import {
  chooseLatencyUnit,
  formatBytes,
  formatClock,
  formatCount,
  formatDateTime,
  formatDuration,
  formatGbps,
  formatLatency,
  formatLatencyDelta,
  formatLatencyInterval,
  formatLatencyWithUnit,
  formatPercent,
  formatPercentDelta,
  formatPublished,
  formatRate,
  formatRelativeTime,
  formatSigned,
  formatSignificant,
} from "./index.ts";

test.each([
  [null, "–"],
  [undefined, "–"],
  [Number.NaN, "–"],
  [Number.POSITIVE_INFINITY, "–"],
  [0, "0"],
  [1, "1.00"],
  [412.4, "412"],
  [0.01234, "0.0123"],
  [9.996, "10.0"],
  [999.6, "1,000"],
  [12345, "12,300"],
  [-2.345, "−2.35"],
  [0.0000123, "1.23e−5"],
])("formatSignificant(%s) is %s", (value, text) => {
  expect(formatSignificant(value)).toBe(text);
});

test.each([
  [null, "–"],
  [7.45, "7.45"],
  [0.11, "0.11"],
  [216.614, "216.6"],
  [-0.139316, "−0.1393"],
  [23328, "23,328"],
  [0, "0"],
  [1.25e-7, "1.25e−7"],
])("formatPublished(%s) is %s", (value, text) => {
  expect(formatPublished(value)).toBe(text);
});

test.each([
  [1.2, "+1.20"],
  [-65, "−65.0"],
  [0, "0"],
  [null, "–"],
])("formatSigned(%s) is %s", (value, text) => {
  expect(formatSigned(value)).toBe(text);
});

describe("latency", () => {
  test.each([
    ["microseconds", [7.45, 8.56, 45.9], "us"],
    ["milliseconds", [1900, 11_000, 640], "ms"],
    ["seconds", [2e6, 3e6], "s"],
    ["one outlier does not move a column", [7, 8, 9, 5e6], "us"],
    ["zero and unknown do not count", [0, null, undefined, Number.NaN, 5000], "ms"],
    ["nothing known", [null, null], "us"],
    ["differences count by size", [-4000, 3000], "ms"],
  ] as const)("column of %s", (_name, values, unit) => {
    expect(chooseLatencyUnit(values)).toBe(unit);
  });

  test.each([
    [412, "us", "412"],
    [1900, "ms", "1.90"],
    [11_000, "us", "11,000"],
    [1_500_000, "s", "1.50"],
    [null, "ms", "–"],
  ] as const)("formatLatency(%s, %s) is %s", (us, unit, text) => {
    expect(formatLatency(us, unit)).toBe(text);
  });

  test.each([
    [7.45, "7.45 µs"],
    [1900, "1.90 ms"],
    [null, "–"],
  ])("formatLatencyWithUnit(%s) is %s", (us, text) => {
    expect(formatLatencyWithUnit(us)).toBe(text);
  });

  test.each([
    ["symmetric", 405, 385, 425, "405 ± 20"],
    ["skewed", 405, 400, 450, "405 (400–450)"],
    ["no interval", 405, null, null, "405"],
    ["exact", 405, 405, 405, "405"],
    ["unknown", null, null, null, "–"],
  ])("interval: %s", (_name, mean, low, high, text) => {
    expect(formatLatencyInterval(mean, low, high, "us")).toBe(text);
  });

  test("differences carry their sign", () => {
    expect(formatLatencyDelta(1200, "ms")).toBe("+1.20");
    expect(formatLatencyDelta(null, "ms")).toBe("–");
  });
});

test.each([
  [formatCount, 0, "0"],
  [formatCount, 99_999, "99,999"],
  [formatCount, 1_234_567, "1.23 M"],
  [formatCount, 999_999, "1.00 M"],
  [formatCount, null, "–"],
  [formatRate, 12_345, "12.3 k/s"],
  [formatRate, 0, "0/s"],
  [formatRate, 0.25, "0.250/s"],
  [formatGbps, 2, "2.00 Gbps"],
  [formatGbps, 0.25, "250 Mbps"],
  [formatGbps, 0.00025, "250 kbps"],
  [formatGbps, 1200, "1.20 Tbps"],
  [formatPercent, 0.0123, "1.23 %"],
  [formatPercent, 0, "0 %"],
  [formatPercent, 1e-9, "< 0.0001 %"],
  [formatPercentDelta, 0.38, "+38.0 %"],
  [formatBytes, 512, "512 B"],
  [formatBytes, 1536, "1.50 KiB"],
])("%o of %s is %s", (format, value, text) => {
  expect(format(value)).toBe(text);
});

test.each([
  [250, "250 ms"],
  [45_000, "45 s"],
  [725_000, "12 min 5 s"],
  [3_600_000, "1 h"],
  [100 * 3_600_000, "4 d 4 h"],
  [null, "–"],
])("formatDuration(%s) is %s", (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test.each([
  [1_000_000, "just now"],
  [1_000_000 - 30_000, "30 s ago"],
  [1_000_000 - 5 * 60_000, "5 min ago"],
  [1_000_000 + 2 * 3_600_000, "in 2 h"],
  [null, "–"],
])("formatRelativeTime(%s) is %s", (ms, text) => {
  expect(formatRelativeTime(ms, 1_000_000)).toBe(text);
});

test("times of day stand in the zone asked for", () => {
  expect(formatClock(0, "UTC")).toBe("00:00:00");
  expect(formatDateTime(0, "Europe/Berlin")).toBe("1970-01-01 01:00:00");
});

import type { EstimateReport } from "@p4twin/models/latency";
import { expect, test } from "vitest";
import { estimateRows } from "./trial.ts";

const report = (engine: string, means: Record<string, number | null>): EstimateReport => ({
  program: "p",
  device: "d",
  deviceVersion: 1,
  packetBytes: 1500,
  engine,
  estimates: Object.entries(means).map(([pathId, meanUs]) => ({
    pathId,
    meanUs,
    meanLowUs: null,
    meanHighUs: null,
    lowUs: null,
    highUs: null,
    terms: [],
    notes: [],
  })),
  minUs: null,
  maxUs: null,
  notes: [],
});

test("each path stands beside the built-in estimators, the difference to the first of them", () => {
  const rows = estimateRows(report("mine", { p1: 11, p2: null, p3: 5 }), [
    report("linear", { p1: 10, p2: 4, p3: null }),
    report("p8", { p1: 12, p2: 4, p3: 5 }),
  ]);
  expect(rows.map(({ pathId, references }) => [pathId, references.map((r) => r?.meanUs)])).toEqual([
    ["p1", [10, 12]],
    ["p2", [4, 4]],
    ["p3", [null, 5]],
  ]);
  expect(rows[0]?.difference).toBeCloseTo(0.1, 9);
  expect([rows[1]?.difference, rows[2]?.difference]).toEqual([null, null]);
});

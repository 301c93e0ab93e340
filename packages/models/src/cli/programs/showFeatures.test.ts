import { describe, expect, it } from "vitest";
import { device } from "../../latency/fixtures/tables.ts";
import { estimateProgram, linearForm } from "../../latency/index.ts";
import { analyseLibrary } from "../../program/fixtures/readFixture.ts";
import type { FeaturesReport } from "../../program/index.ts";
import { showSlowest } from "../table.ts";
import { showFeatures } from "./showFeatures.ts";

const boundRows = (report: FeaturesReport): string[] =>
  showFeatures(report)
    .split("\n")
    .filter((line) => /^m(in|ax) /.test(line))
    .map((line) => line.replace(/ +/g, " ").trim());

describe("bounds that are not counts of paths", () => {
  it("are at least and at most in the rows, construct by construct", () => {
    const { report } = analyseLibrary("l3fwd_firewall");
    const exact = boundRows(report);
    expect(exact.join()).not.toMatch(/at (least|most)/);
    const [min, max] = boundRows({ ...report, coarse: { min: ["parse"], max: ["add", "table"] } });
    expect(min).toBe(exact[0]!.replace(/^min (\d+)/, "min at least $1"));
    expect(max).toBe(exact[1]!.replace(/ (\d+) (\d+)$/, " at most $1 at most $2"));
  });

  it("make the latency of the slowest path a bound, which is at most", () => {
    const { report, walks } = analyseLibrary("l3fwd_firewall", { maxStates: 3 });
    const asked = { device: device("agilio-cx"), form: linearForm };
    const estimate = estimateProgram({ ...asked, program: { ...report, walks } });
    expect(estimate.areBounds).toBe(true);
    expect(showSlowest(estimate)).toMatch(/^at most [\d.]+ us$/);
    const exact = estimateProgram({ ...asked, program: analyseLibrary("l3fwd_firewall").report });
    expect(exact).not.toHaveProperty("areBounds");
    expect(estimate.maxUs).toBeGreaterThanOrEqual(exact.maxUs!);
    expect(showSlowest(exact)).toMatch(/^[\d.]+ us$/);
  });
});

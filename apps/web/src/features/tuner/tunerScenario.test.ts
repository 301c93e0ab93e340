import { describe, expect, it } from "vitest";
import {
  goalOf,
  loadOf,
  problemOf,
  readCloud,
  STEPS,
  scenarioOf,
  segmentOf,
  type Tuning,
} from "./tunerScenario.ts";

const tuning: Tuning = {
  cloud: "demo",
  segment: null,
  criticalPps: null,
  bestEffortPps: null,
  transitPps: 4_800,
  portPps: 3_000,
  vnfUs: null,
  vnfSigmaUs: null,
  goalUs: 1_000,
  fromUs: 1_000,
  toUs: 10_000,
};

describe("what is tuned", () => {
  it("is the cloud under the load asked for: flows of a kind keep their shares, transit elsewhere and the rest stay", () => {
    const scenario = scenarioOf(tuning);
    expect(loadOf(scenario, tuning)).toMatchObject({ transitPps: 4_800, portPps: 3_000, criticalPps: 650 });
    expect(scenario.flows.filter((f) => f.kind === "transit").map((f) => f.pps)).toEqual([4800, 800, 800]);
    expect(scenario.vnfs).toEqual(readCloud("demo").vnfs);
  });

  it("tries whole microseconds from end to end, for a segment that stands", () => {
    const scenario = scenarioOf(tuning);
    const { plsUs, segmentId } = goalOf(scenario, tuning);
    expect(plsUs).toHaveLength(STEPS);
    expect([plsUs[0], plsUs.at(-1)]).toEqual([1_000, 10_000]);
    expect(plsUs.every(Number.isInteger)).toBe(true);
    expect(segmentId).toBe(scenario.segments[0].id);
    expect(segmentOf(scenario, { ...tuning, segment: "video-cache" }).id).toBe("video-cache");
  });

  it("is refused in words when it makes no sense", () => {
    expect(problemOf(tuning)).toBeNull();
    expect(problemOf({ ...tuning, toUs: 500 })).toMatch(/greatest threshold/);
    expect(problemOf({ ...tuning, goalUs: 0 })).toMatch(/goal/);
    expect(problemOf({ ...tuning, transitPps: 1e6 })).toMatch(/too long/);
  });
});

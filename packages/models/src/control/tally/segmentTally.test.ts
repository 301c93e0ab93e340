import { describe, expect, it } from "vitest";
import { simulateScenario } from "../simulateScenario.ts";
import { congested, read, thresholds, transit, uc1, uc2, unlimited } from "../study/paolucci.ts";

const settings = { seconds: 3, warmUpSeconds: 2, seed: 7 };

describe("segments of a run", () => {
  it("[C29] test 2: all prioritised, all within DL; what left is what was judged", () => {
    const { segments, flows, holds } = simulateScenario(uc1(congested, thresholds(8, 15)), settings);
    expect(holds).toBe(true);
    expect(segments[0]).toMatchObject({ segmentId: "uc1", passed: 0, dropped: 0, aboveDl: 0, abovePl: 0 });
    expect(segments[0].judged).toBe(segments[0].prioritised);
    expect(segments[0].judged).toBe(flows[0].sent);
    // all but the link of 61 us behind the switch
    expect((flows[0].meanUs ?? 0) - (segments[0].meanUs ?? 0)).toBeCloseTo(61, 6);
  });

  it("[C29] test 3: dropped packets are no delays; a bound above PL and below the wait is broken in neither", () => {
    const { segments, flows } = simulateScenario(uc1(congested, thresholds(5, 8)), settings);
    expect(segments[0].dropped).toBe(flows[0].policyDrops);
    expect(segments[0]).toMatchObject({ judged: flows[0].sent, meanUs: null, maxUs: null });
  });

  it("[C29] UC2 counts the hop upstream and not the link between", () => {
    const { segments, flows } = simulateScenario(uc2(unlimited, transit(1000)), settings);
    expect((flows[0].meanUs ?? 0) - (segments[0].meanUs ?? 0)).toBeCloseTo(19 + 61, 6);
  });

  it("[C30] five VNFs are three segments, UC1, UC2, UC1 (Fig. 2, Q18); with the links they make up the whole way", () => {
    const scenario = read("paolucci-chain");
    expect(scenario.segments.map((s) => s.kind)).toEqual(["uc1", "uc2", "uc1"]);
    expect(new Set(scenario.flows[0].path.flatMap((step) => ("vnf" in step ? [step.vnf] : []))).size).toBe(5);
    const { segments, flows, holds } = simulateScenario(scenario, settings);
    expect(holds).toBe(true);
    const inside = segments.reduce((sum, s) => sum + (s.meanUs ?? 0), 0);
    const linksUs = 19 + 19 + 19 + 61;
    expect((flows[0].meanUs ?? 0) - inside).toBeCloseTo(linksUs, 3);
  });

  it("[C30] each segment is controlled by itself: congestion at the second moves only its packets up", () => {
    const scenario = read("paolucci-chain");
    scenario.flows[3].pps = 7000;
    const { segments, flows } = simulateScenario(scenario, settings);
    expect(flows[0].loss).toBe(1);
    expect(segments.map((s) => [s.prioritised, s.dropped > 0])).toEqual([
      [0, false],
      [0, true],
      [0, false],
    ]);
    scenario.segments[1].dlUs = 15_000;
    const wider = simulateScenario(scenario, settings);
    expect(wider.flows[0].loss).toBe(0);
    expect(wider.segments.map((s) => s.prioritised > 0)).toEqual([false, true, false]);
  });

  it("[C29] a promise below the time of a single pass is broken", () => {
    const late = uc1(unlimited, transit(1000), thresholds(0.35, 0.35));
    const { segments, holds } = simulateScenario(late, settings);
    // acc knows nothing of the 36 us that the packet still spends in the switch
    expect(segments[0].aboveDl).toBeGreaterThan(0);
    expect(holds).toBe(false);
  });
});

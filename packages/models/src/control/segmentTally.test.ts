import { describe, expect, it } from "vitest";
import { simulateScenario } from "./simulateScenario.ts";
import { congested, thresholds, transit, uc1, uc2, unlimited } from "./testing/paolucci.ts";

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

  it("[C29] a promise below the time of a single pass is broken", () => {
    const late = uc1(unlimited, transit(1000), thresholds(0.35, 0.35));
    const { segments, holds } = simulateScenario(late, settings);
    // acc knows nothing of the 36 us that the packet still spends in the switch
    expect(segments[0].aboveDl).toBeGreaterThan(0);
    expect(holds).toBe(false);
  });
});

import { describe, expect, it } from "vitest";
import { createSimulation } from "./simulation.ts";
import { run, thresholds, transit, uc1, uc2, unlimited } from "./study/paolucci.ts";

const within = (value: number, target: number, share: number): void =>
  expect(Math.abs(value / target - 1)).toBeLessThan(share);

describe("Paolucci UC2 [paolucci-targets]", () => {
  it("[C18] without congestion LC, BE and transit take 664, 557 and 187 us (Table 2), LC 107 more than BE", () => {
    const r = run(uc2(unlimited, transit(1000)), { seconds: 6, warmUpS: 1 });
    within(r.lc.meanUs, 664, 0.05);
    within(r.be.meanUs, 557, 0.05);
    within(r.transit.meanUs, 187, 0.05);
    expect(Math.abs(r.lc.meanUs - r.be.meanUs - 107)).toBeLessThan(5);
  });

  it("[C18] the arithmetic of Table 2: 133, 364, 79, 257 without the VNF, 27 and 35.7 per transit", () => {
    const one = run(uc1(unlimited, transit(1000)), { seconds: 6, warmUpS: 1 });
    const two = run(uc2(unlimited, transit(1000)), { seconds: 6, warmUpS: 1 });
    const vnfUs = 300;
    expect(Math.abs(one.lc.meanUs - vnfUs - 133)).toBeLessThan(5);
    expect(Math.abs(two.lc.meanUs - vnfUs - 364)).toBeLessThan(5);
    expect(Math.abs(one.be.meanUs - vnfUs - 79)).toBeLessThan(5);
    expect(Math.abs(two.be.meanUs - vnfUs - 257)).toBeLessThan(5);
    expect(Math.abs((one.lc.meanUs - one.be.meanUs) / 2 - 27)).toBeLessThan(2.5);
    expect(Math.abs((two.lc.meanUs - two.be.meanUs) / 3 - 35.7)).toBeLessThan(1.7);
    within((two.lc.meanUs - vnfUs) / (one.lc.meanUs - vnfUs), 2.74, 0.05);
  });

  it("[C19] DL sweep (Fig. 22): 99 % lost at 350 us, below 1 % at 650, monotone; latency 550 to 700 us", () => {
    const at = (dlUs: number) =>
      run(uc2(unlimited, transit(1000), thresholds(0.3, dlUs / 1000)), { seconds: 12, warmUpS: 1 }).lc;
    const lost = [300, 400, 450, 500, 550, 600, 650, 700].map((dl) => at(dl).lost);
    // edges +-50 us: 99 % is crossed between 300 and 400, 1 % between 600 and 700
    expect(lost[0]).toBeGreaterThan(0.99);
    expect(lost[1]).toBeLessThan(0.99);
    expect(lost[5]).toBeGreaterThan(0.01);
    expect(lost[6]).toBeLessThan(0.01);
    expect(lost).toEqual([...lost].sort((a, b) => b - a));
    expect(Math.abs(at(375).meanUs - 550)).toBeLessThan(50);
    expect(Math.abs(at(700).meanUs - 700)).toBeLessThan(50);
  });

  /** LC packets that took longer than DL and the constant rest of their way, while transit comes and goes. */
  function late(dlUs: number, formula: "lastTransit" | "refined"): { late: number; delivered: number } {
    const scenario = uc2(thresholds(dlUs / 1000, dlUs / 1000));
    scenario.segments[0].queueEstimate.formula = formula;
    const linksUs = 19 + 61;
    const lastPassUs = 70 + 35.67;
    // a packet waits for its own slot and for those who came while it was processed: two slots
    const slotsUs = 2e6 / 6000;
    const result = { late: 0, delivered: 0 };
    const simulation = createSimulation(scenario, {
      seed: 3,
      onPacket(p) {
        if (p.flowId !== "lc" || p.outcome !== "delivered") return;
        result.delivered++;
        if (p.endUs - p.sentUs > dlUs + linksUs + lastPassUs + slotsUs) result.late++;
      },
    });
    for (let i = 1; i <= 60; i++) {
      simulation.setFlowRate("transit", i % 2 === 0 ? 7000 : 1000);
      simulation.advance(i * 30e3);
    }
    return result;
  }

  it.each([1000, 2000, 4000, 8000, 12_000])(
    "[C20] with DL = PL = %s us nobody is later than DL and the constant way (Fig. 23)",
    (dlUs) => {
      const refined = late(dlUs, "refined");
      expect(refined.late).toBe(0);
      expect(refined.delivered).toBeGreaterThan(500);
    },
  );

  it("[C20] the estimate without refinement is one queue length late: bursts break the bound", () => {
    expect(late(4000, "lastTransit").late).toBeGreaterThan(0);
  });
});

import { describe, expect, it } from "vitest";
import {
  type Change,
  congested,
  deterministic,
  type FlowResult,
  run,
  thresholds,
  transit,
  uc1,
  unlimited,
} from "./study/paolucci.ts";

const simulate = (seconds: number, warmUpS: number, ...changes: Change[]): Record<string, FlowResult> =>
  run(uc1(...changes), { seconds, warmUpS });

const within = (value: number, target: number, share: number): void =>
  expect(Math.abs(value / target - 1)).toBeLessThan(share);

describe("Paolucci UC1 [paolucci-targets]", () => {
  it("[C1] the traffic of Table 1 in congestion: 9000 packets/s into 6000/s lose a third in total", () => {
    const r = simulate(12, 2, congested, thresholds(12, 15));
    const sent = r.lc.sent + r.be.sent + r.transit.sent;
    const lost = (r.lc.lost * r.lc.sent + r.be.lost * r.be.sent + r.transit.lost * r.transit.sent) / sent;
    expect(Math.abs(lost - 0.333)).toBeLessThan(0.015);
  });

  it("[C2] a full queue of 64 at 6000/s waits 10.67 ms", () => {
    const r = simulate(8, 2, congested, thresholds(12, 15));
    within(r.transit.meanUs - 70, 64e6 / 6000, 0.02);
  });

  it("[C3] without congestion LC, BE and transit take 433, 379 and 70 us (Table 2)", () => {
    const r = simulate(6, 1, unlimited, transit(1000));
    within(r.lc.meanUs, 433, 0.05);
    within(r.be.meanUs, 379, 0.05);
    within(r.transit.meanUs, 70, 0.05);
    expect(Math.abs(r.lc.meanUs - r.be.meanUs - 54)).toBeLessThan(5);
  });

  it("[C4] test 1, Fig. 12 (PL 12, DL 15 ms): everybody waits about 11 ms", () => {
    const r = simulate(12, 2, congested, thresholds(12, 15));
    for (const flow of [r.lc, r.be, r.transit]) within(flow.meanUs, 11_000, 0.05);
  });

  it("[C5] test 2, Fig. 13 (PL 8, DL 15 ms): LC loses nothing and stays below 1 ms", () => {
    const r = simulate(12, 2, congested, thresholds(8, 15));
    expect(r.lc.lost).toBe(0);
    expect(r.lc.meanUs).toBeLessThan(1000);
    expect(r.be.meanUs).toBeGreaterThan(10_000);
  });

  it("[C6] test 3, Fig. 14 (PL 5, DL 8 ms): nearly all LC is dropped", () => {
    expect(simulate(12, 2, congested, thresholds(5, 8)).lc.lost).toBeGreaterThan(0.985);
  });

  it("[C7] the PL threshold lies at base + full queue, about 11 ms (Fig. 16)", () => {
    const below = simulate(8, 2, congested, thresholds(10.4, 20));
    expect(below.lc.lost).toBe(0);
    expect(below.lc.meanUs).toBeLessThan(1000);
    const above = simulate(8, 2, congested, thresholds(11.6, 20));
    expect(above.lc.lost).toBeGreaterThan(0);
    within(above.lc.meanUs, above.be.meanUs, 0.01);
  });

  it("[C8] the DL threshold lies between 10.35 and 12.1 ms (Fig. 17: 11.5)", () => {
    expect(simulate(8, 2, congested, thresholds(5, 10.35)).lc.lost).toBeGreaterThan(0.9);
    const above = simulate(8, 2, congested, thresholds(5, 12.1)).lc;
    expect(above.lost).toBe(0);
    within(above.meanUs, 433, 0.15);
  });

  it("[C9] PL has no effect without congestion", () => {
    const low = simulate(4, 1, unlimited, thresholds(0.1, 15)).lc.meanUs;
    const high = simulate(4, 1, unlimited, thresholds(12, 15)).lc.meanUs;
    within(low, high, 0.01);
  });

  it("[C10] same scenario and seed give the same packets", () => {
    expect(simulate(3, 0, congested)).toEqual(simulate(3, 0, congested));
  });

  it("[C14] VNF delay alone (Fig. 15): BE 5.42 ms, LC from all to nothing lost while DL goes from 5.5 to 7 ms", () => {
    // the text's mean and its lower edge fit together only when most packets take the least delay: few are
    // late, up to 1.7 ms
    const slowVnf: Change = (s) => {
      s.vnfs[0].delay = {
        meanUs: 5271,
        sigmaUs: 1.5,
        outliers: { everyPackets: 20, upToUs: 6964 },
        source: "Fig. 15",
      };
    };
    const at = (dlMs: number) => simulate(5, 1, unlimited, slowVnf, thresholds(1, dlMs));
    const sweep = [5.3, 5.5, 6, 6.5, 6.8, 7.2].map(at);
    for (const { be } of sweep) within(be.meanUs, 5420, 0.01);
    const lost = sweep.map(({ lc }) => lc.lost);
    expect(lost[0]).toBeGreaterThan(0.99);
    expect(lost[1]).toBeLessThan(1);
    expect(lost[4]).toBeGreaterThan(0);
    expect(lost[5]).toBe(0);
    expect(lost).toEqual([...lost].sort((a, b) => b - a));
  });

  it("[C15] VNF delay and congestion (Fig. 18): BE 16 ms; LC lost below 13, none above 16.2, then VNF delay + 0.4 ms", () => {
    const at = (dlMs: number) =>
      run(uc1(congested, thresholds(5, dlMs)), {
        seconds: 5,
        warmUpS: 2,
        before: (simulation) => simulation.setVnfDelay("reflector", 5000),
      });
    const below = at(12.8);
    within(below.be.meanUs, 16_000, 0.03);
    expect(below.lc.lost).toBe(1);
    const above = at(16.3);
    within(above.be.meanUs, 16_000, 0.03);
    expect(above.lc.lost).toBe(0);
    within(above.lc.meanUs - 5000, 433, 0.15);
  });

  it("[C15] a switch that slows down by 20 us adds them to each of its passes, and nothing when it recovers", () => {
    const meanUs = (...delaysUs: number[]) =>
      run(uc1(unlimited, transit(1000)), {
        seconds: 5,
        warmUpS: 1,
        before: (simulation) => {
          for (const us of delaysUs) simulation.setSwitchDelay("s1", us);
        },
      }).lc.meanUs;
    const usual = meanUs();
    within(meanUs(20) - usual, 40, 0.02);
    expect(meanUs(20, 0)).toBe(usual);
  });

  it("[C16] the loss of the low queue is 25 % where BMv2 gives LC a rate of its own, 37.5 % on a shared line", () => {
    const lowLoss = (limiter: "perPriority" | "shared"): number => {
      const shared: Change = (s) => {
        s.switches[0].ports[0].limiter = limiter;
      };
      const r = simulate(12, 2, congested, thresholds(8, 15), shared);
      expect(r.lc.lost).toBe(0);
      expect(r.lc.maxUs).toBeLessThan(1000);
      return (r.be.lost * r.be.sent + r.transit.lost * r.transit.sent) / (r.be.sent + r.transit.sent);
    };
    expect(Math.abs(lowLoss("perPriority") - 0.25)).toBeLessThan(0.005);
    expect(Math.abs(lowLoss("shared") - 0.375)).toBeLessThan(0.005);
  });

  it("[C17] without any jitter a flow loses all or nothing, by phase", () => {
    const r = run(uc1(congested, deterministic), { seconds: 5, warmUpS: 2, seed: 1 });
    for (const flow of [r.lc, r.be]) expect(Math.min(flow.lost, 1 - flow.lost)).toBeLessThan(0.01);
  });
});

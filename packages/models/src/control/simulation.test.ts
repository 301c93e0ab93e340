import { describe, expect, it } from "vitest";
import { libraryFiles } from "../../library/index.ts";
import { SimulationScenario } from "./scenario.ts";
import type { PacketRecord } from "./packet.ts";
import { createSimulation } from "./simulation.ts";

type Change = (s: SimulationScenario) => void;
type FlowResult = { sent: number; lost: number; meanUs: number; maxUs: number };

const uc1 = (): SimulationScenario =>
  SimulationScenario.parse(JSON.parse(libraryFiles["simulations/paolucci-uc1.json"]));

/** Runs a scenario for `seconds` and sums up per flow what was sent from `warmUpS` on. */
function run(
  scenario: SimulationScenario,
  seconds: number,
  warmUpS: number,
  vnfExtraUs = 0,
): Record<string, FlowResult> {
  const sums: Record<string, { sent: number; lost: number; sumUs: number; maxUs: number }> = {};
  const simulation = createSimulation(scenario, {
    seed: 7,
    onPacket(p: PacketRecord) {
      if (p.sentUs < warmUpS * 1e6 || p.sentUs > (seconds - 0.5) * 1e6) return;
      sums[p.flowId] ??= { sent: 0, lost: 0, sumUs: 0, maxUs: 0 };
      const flow = sums[p.flowId];
      flow.sent++;
      if (p.outcome === "delivered") {
        flow.sumUs += p.endUs - p.sentUs;
        flow.maxUs = Math.max(flow.maxUs, p.endUs - p.sentUs);
      } else flow.lost++;
    },
  });
  if (vnfExtraUs > 0) simulation.setVnfDelay("reflector", vnfExtraUs);
  simulation.advance(seconds * 1e6);
  return Object.fromEntries(
    Object.entries(sums).map(([id, s]) => [
      id,
      { sent: s.sent, lost: s.lost / s.sent, meanUs: s.sumUs / (s.sent - s.lost), maxUs: s.maxUs },
    ]),
  );
}

const transit =
  (pps: number): Change =>
  (s) => {
    for (const f of s.flows) if (f.kind === "transit") f.pps = pps;
  };
const congested = transit(7000);
const thresholds =
  (plMs: number, dlMs: number): Change =>
  (s) => {
    s.segments[0].plUs = plMs * 1000;
    s.segments[0].dlUs = dlMs * 1000;
  };
const unlimited: Change = (s) => {
  for (const sw of s.switches) sw.ports = [];
};
const scenarioWith = (...changes: Change[]): SimulationScenario => {
  const s = uc1();
  for (const change of changes) change(s);
  return s;
};

describe("Paolucci UC1 (p8-paolucci.md B.10)", () => {
  it("[C1] 9000 packets/s into 6000/s lose a third in total", () => {
    const r = run(scenarioWith(congested, thresholds(12, 15)), 12, 2);
    const sent = r.lc.sent + r.be.sent + r.transit.sent;
    const lost = (r.lc.lost * r.lc.sent + r.be.lost * r.be.sent + r.transit.lost * r.transit.sent) / sent;
    expect(lost).toBeGreaterThan(0.333 - 0.015);
    expect(lost).toBeLessThan(0.333 + 0.015);
  });

  it("[C2] a full queue of 64 at 6000/s waits 10.67 ms", () => {
    const r = run(scenarioWith(congested, thresholds(12, 15)), 8, 2);
    expect((r.transit.meanUs - 70) / (64e6 / 6000)).toBeCloseTo(1, 1);
    expect(Math.abs(r.transit.meanUs - 70 - 64e6 / 6000) / (64e6 / 6000)).toBeLessThan(0.02);
  });

  it("[C3] without congestion LC, BE and transit take 433, 379 and 70 us (Table 2)", () => {
    const r = run(scenarioWith(unlimited, transit(1000)), 6, 1);
    expect(Math.abs(r.lc.meanUs / 433 - 1)).toBeLessThan(0.05);
    expect(Math.abs(r.be.meanUs / 379 - 1)).toBeLessThan(0.05);
    expect(Math.abs(r.transit.meanUs / 70 - 1)).toBeLessThan(0.05);
    expect(Math.abs(r.lc.meanUs - r.be.meanUs - 54)).toBeLessThan(5);
  });

  it("[C4] test 1 (PL 12, DL 15 ms): everybody waits about 11 ms", () => {
    const r = run(scenarioWith(congested, thresholds(12, 15)), 12, 2);
    for (const flow of [r.lc, r.be, r.transit]) expect(Math.abs(flow.meanUs / 11_000 - 1)).toBeLessThan(0.05);
  });

  it("[C5] test 2 (PL 8, DL 15 ms): LC loses nothing and stays below 1 ms", () => {
    const r = run(scenarioWith(congested, thresholds(8, 15)), 12, 2);
    expect(r.lc.lost).toBe(0);
    expect(r.lc.meanUs).toBeLessThan(1000);
    expect(r.be.meanUs).toBeGreaterThan(10_000);
  });

  it("[C6] test 3 (PL 5, DL 8 ms): nearly all LC is dropped", () => {
    expect(run(scenarioWith(congested, thresholds(5, 8)), 12, 2).lc.lost).toBeGreaterThan(0.985);
  });

  it("[C7] the PL threshold lies at base + full queue, about 11 ms (Fig. 16)", () => {
    expect(run(scenarioWith(congested, thresholds(10.4, 20)), 8, 2).lc.lost).toBe(0);
    expect(run(scenarioWith(congested, thresholds(11.6, 20)), 8, 2).lc.lost).toBeGreaterThan(0);
  });

  it("[C8] the DL threshold lies between 10.35 and 12.1 ms (Fig. 17: 11.5)", () => {
    expect(run(scenarioWith(congested, thresholds(5, 10.35)), 8, 2).lc.lost).toBeGreaterThan(0.9);
    const above = run(scenarioWith(congested, thresholds(5, 12.1)), 8, 2).lc;
    expect(above.lost).toBe(0);
    expect(Math.abs(above.meanUs / 433 - 1)).toBeLessThan(0.15);
  });

  it("[C9] PL has no effect without congestion", () => {
    const low = run(scenarioWith(unlimited, thresholds(0.1, 15)), 4, 1).lc.meanUs;
    const high = run(scenarioWith(unlimited, thresholds(12, 15)), 4, 1).lc.meanUs;
    expect(Math.abs(low / high - 1)).toBeLessThan(0.01);
  });

  it("[C10] same scenario and seed give the same packets", () => {
    expect(run(scenarioWith(congested), 3, 0)).toEqual(run(scenarioWith(congested), 3, 0));
  });
});

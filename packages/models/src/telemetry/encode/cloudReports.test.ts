import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createSimulation, SimulationScenario } from "../../control/index.ts";
import { ReportBatch } from "../batch.ts";
import { decodeDatagram } from "../decoder.ts";
import type { SegmentBinding } from "../match/binding.ts";
import { Matcher } from "../match/match.ts";
import { DEFAULT_OPTIONS } from "../profile/profile.ts";
import { OK } from "../reasons.ts";
import { createCloudReporter } from "./cloudReports.ts";

const demo = SimulationScenario.parse(
  JSON.parse(readFileSync(new URL("../../../library/simulations/demo.json", import.meta.url), "utf8")),
);

/** The demo cloud so loaded, and with thresholds so low, that packets are dropped by queues and by the policy. */
const stressed: SimulationScenario = {
  ...demo,
  flows: demo.flows.map((f) => ({ ...f, pps: f.kind === "critical" ? f.pps : f.pps * 3 })),
  segments: demo.segments.map((s) => ({ ...s, plUs: 20, dlUs: 60 })),
};

/** From the interface where INT begins to the one behind the enforcing switch. */
function bindingsOf(scenario: SimulationScenario): SegmentBinding[] {
  const nodeOf = new Map(scenario.switches.map((s) => [s.id, s.nodeId]));
  return scenario.segments
    .filter((s) => s.report)
    .map((s) => {
      const begin = s.source ?? s.store;
      const steps = scenario.flows.find((f) => f.id === s.flow)!.path;
      const leave = steps.find(
        (p) => "switch" in p && p.switch === s.enforce.switch && p.in === s.enforce.port,
      );
      return {
        id: s.id,
        flows: [s.report!.flow],
        from: { nodeId: nodeOf.get(begin.switch)!, ingressPort: begin.port },
        to: { nodeId: nodeOf.get(s.enforce.switch)!, egressPort: leave && "out" in leave ? leave.out : 0 },
        plUs: s.plUs,
        dlUs: s.dlUs,
      };
    });
}

describe("a simulated cloud", () => {
  it.each([
    ["as it is", demo],
    ["with drops", stressed],
  ])("[T13] %s: every packet that entered a segment is a sample or a drop of it, exactly", (_, scenario) => {
    const bindings = bindingsOf(scenario);
    const reporting = scenario.segments.filter((s) => s.report);
    const matcher = new Matcher(bindings);
    const batch = new ReportBatch();
    const observed = bindings.map(() => ({ samples: 0, dropped: 0 }));
    const truth = bindings.map(() => ({ samples: 0, dropped: 0 }));
    let reports = 0;
    const reporter = createCloudReporter(scenario, (bytes, length) => {
      batch.clear();
      expect(decodeDatagram(bytes, 0, length, DEFAULT_OPTIONS, batch)).toBe(OK);
      reports++;
      matcher.match(batch, 0);
      for (let i = 0; i < matcher.sampleCount; i++) {
        const series = matcher.sampleSeries[i];
        if (series >= bindings.length) continue;
        if (Number.isNaN(matcher.sampleUs[i])) observed[series].dropped++;
        else observed[series].samples++;
      }
    });
    const simulation = createSimulation(scenario, {
      seed: 3,
      onPacket(packet) {
        reporter.report(packet);
        for (const [i, segment] of reporting.entries()) {
          if (segment.flow !== packet.flowId) continue;
          const begin = segment.source ?? segment.store;
          const first = packet.passes.findIndex(
            (p) => p.switchId === begin.switch && p.ingressPort === begin.port,
          );
          if (first < 0) continue;
          const last = packet.passes.findIndex(
            (p) => p.switchId === segment.enforce.switch && p.ingressPort === segment.enforce.port,
          );
          const ended = packet.outcome !== "delivered" ? packet.passes.length - 1 : Number.POSITIVE_INFINITY;
          if (last >= 0 && last < ended) truth[i].samples++;
          else truth[i].dropped++;
        }
      },
    });
    simulation.advance(2e6);
    expect(reports).toBeGreaterThan(1000);
    expect(observed).toEqual(truth);
    expect(matcher.counters.matched).toBe(reports);
    const dropped = observed.reduce((sum, o) => sum + o.dropped, 0);
    if (scenario === stressed) expect(dropped).toBeGreaterThan(100);
  });
});

import { libraryFiles } from "../../library/index.ts";
import { SimulationScenario } from "../../src/control/index.ts";
import { assert } from "../../src/core/index.ts";
import { createRunningCloud } from "../../src/run/index.ts";
import { DEFAULT_OPTIONS, decodeDatagram, ReportBatch, reportAt } from "../../src/telemetry/index.ts";
import { predictSegment } from "../../src/twin/predict/predictSegment.ts";
import { predictSwitch } from "../../src/twin/predict/predictSwitch.ts";
import { predictVnf } from "../../src/twin/predict/predictVnf.ts";
import { meanOf, percent, quantile, type Row, within } from "./row.ts";

const SEGMENT = "edge-firewall";
const TRANSIT = "transit-s1";
/** Transit comes from so many sources; each keeps a pace, so together they are more even than chance (our choice). */
const SOURCES = 16;
const SECOND_US = 1e6;
const WARM_S = 2;
const RUN_S = 40;
/** Clocks of switches count nanoseconds in 32 bits. */
const TICKS_PER_US = 1000;
const RANGE = 2 ** 32;

/**
 * The demo cloud's firewall segment: P4 programs with entries run packet by packet, latencies as their INT reports give
 * them; beside what the twin predicts from the same measured delays and loads.
 */
export function chainRows(): Row[] {
  const scenario = SimulationScenario.parse(JSON.parse(libraryFiles["simulations/demo.json"]));
  const alone = scenario.flows
    .filter(({ id }) => id.startsWith("web-"))
    .reduce((sum, { pps }) => sum + pps, 0);
  const ratePps = scenario.switches[0]!.ports[0]!.ratePps;
  return [0.25, 0.75, 0.9].flatMap((load) => {
    const transitPps = load * ratePps - alone;
    const ran = latencies(withTransit(scenario, transitPps));
    const predicted = predict(scenario, alone + transitPps);
    const { packet } = predicted;
    assert(packet && predicted.meanUs !== null, "the chain is predicted");
    const sorted = [...ran].sort((a, b) => a - b);
    const cells: [string, number, number][] = [
      ["mean", meanOf(ran), predicted.meanUs],
      ["p50", quantile(sorted, 0.5), packet.p50Us],
      ["p99", quantile(sorted, 0.99), packet.p99Us],
    ];
    return cells.map(([name, measured, us]) => ({
      what: `latency-controlled chain, executed, its port ${percent(load)} loaded: ${name}`,
      reference: `${Math.round(measured)} us of ${ran.length} reports`,
      ours: `${Math.round(us)} us predicted (${percent(us / measured - 1, 2)})`,
      holds: within(Math.abs(us / measured - 1), 0.05),
    }));
  });
}

/** The scenario with its transit of the first switch from many sources. */
function withTransit(scenario: SimulationScenario, pps: number): SimulationScenario {
  const flows = scenario.flows.flatMap((flow) =>
    flow.id !== TRANSIT
      ? [flow]
      : Array.from({ length: SOURCES }, (_, i) => ({ ...flow, id: `${flow.id}-${i}`, pps: pps / SOURCES })),
  );
  return { ...scenario, flows };
}

function latencies(scenario: SimulationScenario): number[] {
  const batch = new ReportBatch();
  const exporter = scenario.segments.findIndex(({ id }) => id === SEGMENT);
  const found: number[] = [];
  const cloud = createRunningCloud(scenario, {
    seed: 3,
    programs: {
      latency_control_uc1: libraryFiles["programs/latency_control_uc1.p4"],
      latency_control_uc2: libraryFiles["programs/latency_control_uc2.p4"],
    },
    onReport(payload, from) {
      if (from !== exporter) return;
      batch.clear();
      assert(decodeDatagram(payload, 0, payload.length, DEFAULT_OPTIONS, batch) === 0, "a report");
      const [first, second] = reportAt(batch, 0).hops;
      if (first?.hopLatency == null || first.egressTs == null || second?.egressTs == null) return;
      const between = (Number(second.egressTs) - Number(first.egressTs) + RANGE) % RANGE;
      found.push((first.hopLatency + between) / TICKS_PER_US);
    },
  });
  cloud.advance(WARM_S * SECOND_US);
  found.length = 0;
  cloud.advance((WARM_S + RUN_S) * SECOND_US);
  return found;
}

function predict(scenario: SimulationScenario, offeredPps: number) {
  const { processing, ports } = scenario.switches[0]!;
  const vnf = scenario.vnfs[0]!;
  const { ratePps, capacity } = ports[0]!;
  // outliers are uniform between the usual delay and their end
  const { outliers } = processing;
  const meanUs =
    processing.meanUs + (outliers ? (outliers.upToUs - processing.meanUs) / 2 / outliers.everyPackets : 0);
  const pass = (queue: { ratePps: number; offeredPps: number; capacity: number } | null) =>
    predictSwitch({
      label: "s1",
      estimate: {
        ...{ meanUs, meanLowUs: meanUs, meanHighUs: meanUs, notes: [] },
        terms: [{ construct: "base", totalUs: meanUs }],
      },
      noise: { device: "t4p4s", spreadUs: processing.sigmaUs, runSpreadUs: 0, tail: null },
      queue,
    });
  return predictSegment([
    pass(null),
    predictVnf({ label: vnf.id, meanUs: vnf.delay.meanUs, sigmaUs: vnf.delay.sigmaUs }),
    pass({ ratePps, offeredPps, capacity }),
  ]);
}

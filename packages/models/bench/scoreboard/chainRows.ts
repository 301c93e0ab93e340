import { libraryFiles } from "../../library/index.ts";
import { gapVariation, SimulationScenario } from "../../src/control/index.ts";
import { assert } from "../../src/core/index.ts";
import type { Sources } from "../../src/queueing/index.ts";
import { createRunningCloud } from "../../src/run/index.ts";
import { DEFAULT_OPTIONS, decodeDatagram, ReportBatch, reportAt } from "../../src/telemetry/index.ts";
import { predictSegment } from "../../src/twin/predict/predictSegment.ts";
import { predictSwitch } from "../../src/twin/predict/predictSwitch.ts";
import { predictVnf } from "../../src/twin/predict/predictVnf.ts";
import type { QueueLoad } from "../../src/twin/predict/queueWait.ts";
import { halfByParts, meanOf, percent, quantile, type Row, within } from "./row.ts";

const SEGMENT = "edge-firewall";
const TRANSIT = "transit-s1";
/** Transit comes from so many sources (our choice). */
const SOURCES = 16;
const SECOND_US = 1e6;
const WARM_S = 2;
/** Near saturation the mean of a queue settles slowly. */
const LOADS = [
  { load: 0.25, runS: 40 },
  { load: 0.75, runS: 40 },
  { load: 0.9, runS: 160 },
];
/** Clocks of switches count nanoseconds in 32 bits. */
const TICKS_PER_US = 1000;
const RANGE = 2 ** 32;

/**
 * The demo cloud's firewall segment: P4 programs with entries run packet by packet, latencies as their INT reports give
 * them; beside what the twin predicts from the same measured delays and loads. Packets come by chance, as the twin
 * takes them unless it is told, and as the demo cloud sends them: each source at a pace, which is stated then.
 */
export function chainRows(): Row[] {
  const scenario = SimulationScenario.parse(JSON.parse(libraryFiles["simulations/demo.json"]));
  const alone = scenario.flows
    .filter(({ id }) => id.startsWith("web-"))
    .reduce((sum, { pps }) => sum + pps, 0);
  const ratePps = scenario.switches[0]!.ports[0]!.ratePps;
  return (["poisson", "paced"] as const).flatMap((arrivals) =>
    LOADS.flatMap(({ load, runS }) => {
      const offered = withTransit(scenario, load * ratePps - alone, arrivals);
      const ran = latencies(offered, runS);
      const predicted = predict(offered, load * ratePps, arrivals === "paced" ? sourcesOf(offered) : null);
      const { packet } = predicted;
      assert(packet && predicted.meanUs !== null, "the chain is predicted");
      const quantileOf = (share: number) => (values: readonly number[]) =>
        quantile(
          [...values].sort((a, b) => a - b),
          share,
        );
      const cells: [string, (values: readonly number[]) => number, number][] = [
        ["mean", meanOf, predicted.meanUs],
        ["p50", quantileOf(0.5), packet.p50Us],
        ["p99", quantileOf(0.99), packet.p99Us],
      ];
      return cells.map(([name, of, us]) => {
        const measured = of(ran);
        const chanceUs = halfByParts(ran, of);
        return {
          what: `latency-controlled chain, executed, its port ${percent(load)} loaded ${arrivals === "paced" ? "at a pace" : "by chance"}: ${name}`,
          reference: `${Math.round(measured)} +- ${Math.round(chanceUs)} us of ${ran.length} reports`,
          ours: `${Math.round(us)} us predicted (${percent(us / measured - 1, 2)})`,
          holds: within(Math.abs(us / measured - 1), 0.05),
        };
      });
    }),
  );
}

type Flow = SimulationScenario["flows"][number];

/** The scenario with its transit of the first switch from many sources. */
function withTransit(
  scenario: SimulationScenario,
  pps: number,
  arrivals: Flow["arrivals"],
): SimulationScenario {
  const flows = scenario.flows.flatMap((flow) =>
    flow.id !== TRANSIT
      ? [flow]
      : Array.from({ length: SOURCES }, (_, i) => ({ ...flow, id: `${flow.id}-${i}`, pps: pps / SOURCES })),
  );
  return { ...scenario, flows: flows.map((flow) => ({ ...flow, arrivals })) };
}

/** The sources in front of the first switch's port, as so many alike ones. */
function sourcesOf({ flows }: SimulationScenario): Sources {
  const here = flows.filter(({ id }) => id.startsWith(TRANSIT) || id.startsWith("web-"));
  const total = here.reduce((sum, { pps }) => sum + pps, 0);
  const shares = here.map(({ pps }) => pps / total);
  return {
    sources: 1 / shares.reduce((sum, share) => sum + share ** 2, 0),
    variation: Math.sqrt(here.reduce((sum, flow, i) => sum + shares[i]! * gapVariation(flow) ** 2, 0)),
  };
}

function latencies(scenario: SimulationScenario, runS: number): number[] {
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
  cloud.advance((WARM_S + runS) * SECOND_US);
  return found;
}

function predict(scenario: SimulationScenario, offeredPps: number, arrivals: Sources | null) {
  const { processing, ports } = scenario.switches[0]!;
  const vnf = scenario.vnfs[0]!;
  const { ratePps, capacity } = ports[0]!;
  // outliers are uniform between the usual delay and their end
  const { outliers } = processing;
  const meanUs =
    processing.meanUs + (outliers ? (outliers.upToUs - processing.meanUs) / 2 / outliers.everyPackets : 0);
  const pass = (queue: QueueLoad | null) =>
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
    pass({ ratePps, offeredPps, capacity, arrivals }),
  ]);
}

import type { SimulationScenario } from "./scenario.ts";
import { createSimulation } from "./simulation.ts";
import { createFlowTally, type FlowSummary } from "./tally/flowTally.ts";
import { createSegmentTally, type SegmentSummary } from "./tally/segmentTally.ts";

/** What a run of a cloud under latency control gives, and what `p4twin simulate --json` prints. */
export type ControlReport = {
  kind: "latencyControl";
  name: string;
  seconds: number;
  warmUpSeconds: number;
  seed: number;
  flows: FlowSummary[];
  segments: SegmentSummary[];
  /** no packet that left a segment took longer than its DL */
  holds: boolean;
};

export type RunSettings = {
  /** packets sent in this time are counted, the warm-up apart */
  seconds: number;
  warmUpSeconds: number;
  seed: number;
  /** added to every packet of a VNF, in us */
  vnfExtraUs?: Readonly<Record<string, number>>;
};

/** Packets that are under way at the end get this long to end; a longer way than any of our scenarios has. */
const DRAIN_US = 1e6;

/** Runs a scenario and sums up per flow and per segment. */
export function simulateScenario(scenario: SimulationScenario, settings: RunSettings): ControlReport {
  const { seconds, warmUpSeconds, seed, vnfExtraUs = {} } = settings;
  const fromUs = warmUpSeconds * 1e6;
  const untilUs = fromUs + seconds * 1e6;
  const flowTally = createFlowTally(
    scenario.flows.map((f) => f.id),
    fromUs,
    untilUs,
  );
  const segmentTally = createSegmentTally(scenario.segments, fromUs, untilUs);
  const simulation = createSimulation(scenario, {
    seed,
    onPacket(packet) {
      flowTally.add(packet);
      segmentTally.add(packet);
    },
  });
  for (const [vnf, extraUs] of Object.entries(vnfExtraUs)) simulation.setVnfDelay(vnf, extraUs);
  simulation.advance(untilUs + DRAIN_US);
  const segments = segmentTally.summaries();
  return {
    kind: "latencyControl",
    name: scenario.name,
    seconds,
    warmUpSeconds,
    seed,
    flows: flowTally.summaries(),
    segments,
    holds: segments.every((s) => s.aboveDl === 0),
  };
}

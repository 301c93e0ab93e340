import { files as libraryFiles } from "../../../library/simulations/files.generated.ts";
import type { PacketRecord } from "../packet.ts";
import { SimulationScenario } from "../scenario.ts";
import { createSimulation, type Simulation } from "../simulation.ts";
import { createFlowTally } from "../tally/flowTally.ts";

export type Change = (s: SimulationScenario) => void;
/** `lost` is a share; means of a flow that delivered nothing are NaN. */
export type FlowResult = { sent: number; lost: number; meanUs: number; maxUs: number };

/** A simulation of the library. */
export const read = (name: string): SimulationScenario =>
  SimulationScenario.parse(JSON.parse(libraryFiles[`simulations/${name}.json`]));
const changed =
  (name: string) =>
  (...changes: Change[]): SimulationScenario => {
    const scenario = read(name);
    for (const change of changes) change(scenario);
    return scenario;
  };
export const uc1 = changed("paolucci-uc1");
export const uc2 = changed("paolucci-uc2");

export const transit =
  (pps: number): Change =>
  (s) => {
    for (const f of s.flows) if (f.kind === "transit") f.pps = pps;
  };
/** B.4: 7000 packets/s of transit make 9000 for a port of 6000. */
export const congested = transit(7000);
export const thresholds =
  (plMs: number, dlMs: number): Change =>
  (s) => {
    s.segments[0].plUs = plMs * 1000;
    s.segments[0].dlUs = dlMs * 1000;
  };
export const unlimited: Change = (s) => {
  for (const sw of s.switches) sw.ports = [];
};
/** Constant rates and constant delays: what is left is exact. */
export const deterministic: Change = (s) => {
  for (const flow of s.flows) flow.jitter = 0;
  for (const sw of s.switches) sw.processing.sigmaUs = 0;
  for (const vnf of s.vnfs) vnf.delay.sigmaUs = 0;
};

export type RunOptions = {
  seconds: number;
  warmUpS: number;
  seed?: number;
  before?: (simulation: Simulation) => void;
  onPacket?: (packet: PacketRecord) => void;
};

/** Runs a scenario and sums up per flow what was sent between the warm-up and half a second before the end. */
export function run(
  scenario: SimulationScenario,
  { seconds, warmUpS, seed = 7, before, onPacket }: RunOptions,
): Record<string, FlowResult> {
  const tally = createFlowTally(
    scenario.flows.map((f) => f.id),
    warmUpS * 1e6,
    (seconds - 0.5) * 1e6,
  );
  const simulation = createSimulation(scenario, {
    seed,
    onPacket(packet) {
      tally.add(packet);
      onPacket?.(packet);
    },
  });
  before?.(simulation);
  simulation.advance(seconds * 1e6);
  return Object.fromEntries(
    tally
      .summaries()
      .map(({ flowId, sent, loss, meanUs, maxUs }) => [
        flowId,
        { sent, lost: loss, meanUs: meanUs ?? Number.NaN, maxUs: maxUs ?? Number.NaN },
      ]),
  );
}

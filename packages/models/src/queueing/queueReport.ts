import {
  externalPpsAtController,
  externalPpsAtDevice,
  type StabilityLimits,
  stabilityLimits,
} from "./dimensioning.ts";
import { CONTROLLER_SPREAD, type QueueScenario } from "./scenario.ts";
import { type SimulatedSojourn, type SojournSimulationOptions, simulateSojourn } from "./simulateSojourn.ts";
import {
  type QueueSystem,
  refinedSojourn,
  type Sojourn,
  type Station,
  simpleSojourn,
  type Utilisations,
  utilisationsAt,
} from "./sojourn.ts";

/** A device of the scenario whose service time is known. */
export type ResolvedDevice = Station & { id: string; source: string | null };

export type QueuePoint = {
  externalPps: number;
  utilisation: Utilisations;
  simple: Sojourn;
  refined: Sojourn;
  /** null when no simulation was asked for */
  simulated: SimulatedSojourn | null;
};

export type QueueCase = {
  device: ResolvedDevice;
  controller: (Station & { id: string }) | null;
  newFlowShare: number;
  limits: StabilityLimits;
  points: QueuePoint[];
};

/** What `p4twin queue --json` prints. */
export type QueueReport = {
  name: string;
  maxSojournUs: number | null;
  /** every load has a steady state and, with a budget, a refined sojourn time within it */
  holds: boolean;
  cases: QueueCase[];
};

/**
 * Sojourn times of a scenario by both models, with stability limits; with `simulation` also by packet
 * simulation. `devices` are the scenario's with their service times found. Unstable loads are answers with a
 * reason.
 */
export function queueReport(
  scenario: QueueScenario,
  devices: readonly ResolvedDevice[],
  simulation: SojournSimulationOptions | null,
): QueueReport {
  const controllers = scenario.controllers.map(({ id, serviceUs, sigmaUs }) => ({
    id,
    serviceUs,
    sigmaUs: sigmaUs ?? serviceUs * CONTROLLER_SPREAD,
  }));
  const maxSojournUs = scenario.maxSojournUs ?? null;
  const cases = devices.flatMap((device) =>
    scenario.newFlowShares.flatMap((newFlowShare) =>
      // without new flows all controllers are the same: none
      (newFlowShare === 0 ? [null] : controllers).map((controller): QueueCase => {
        const system = { device, controller, newFlowShare };
        return {
          device,
          controller,
          newFlowShare,
          limits: stabilityLimits(system),
          points: externalLoads(scenario.loads, system).map((pps) => pointAt(system, pps, simulation)),
        };
      }),
    ),
  );
  const holds = cases.every((c) =>
    c.points.every(({ refined }) => refined.stable && refined.sojournUs <= (maxSojournUs ?? Infinity)),
  );
  return { name: scenario.name, maxSojournUs, holds, cases };
}

function pointAt(
  system: QueueSystem,
  externalPps: number,
  simulation: SojournSimulationOptions | null,
): QueuePoint {
  return {
    externalPps,
    utilisation: utilisationsAt(system, externalPps),
    simple: simpleSojourn(system, externalPps),
    refined: refinedSojourn(system, externalPps),
    simulated: simulation && simulateSojourn(system, externalPps, simulation),
  };
}

function externalLoads(loads: QueueScenario["loads"], system: QueueSystem): number[] {
  if ("externalPps" in loads) return loads.externalPps;
  if ("deviceUtilisation" in loads)
    return loads.deviceUtilisation.map((rho) => externalPpsAtDevice(system, rho));
  if (system.newFlowShare === 0) return [];
  return loads.controllerUtilisation.map((rho) => externalPpsAtController(system, rho));
}

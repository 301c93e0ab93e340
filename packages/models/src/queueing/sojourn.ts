import { assert } from "../core/index.ts";
import { meanWait } from "./wait.ts";

/** A FIFO server with one queue: mean and standard deviation of its service time in us. */
export type Station = { serviceUs: number; sigmaUs: number };

/**
 * Data plane with controller feedback (thesis Fig. 4.4): the first packet of a new flow (share `newFlowShare`, P_nf)
 * visits the controller and the data plane a second time. Without new flows there need be no controller.
 */
export type QueueSystem = { device: Station; controller: Station | null; newFlowShare: number };

/** Utilisation of each server at an external load; `system` = 1 - (1 - rho_d)(1 - rho_c) (thesis Sec. 4.4.4). */
export type Utilisations = { device: number; controller: number; system: number };

/** Mean time in the system, or why there is none. `deviceUs` and `controllerUs` are per visit. */
export type Sojourn =
  | { stable: true; sojournUs: number; deviceUs: number; controllerUs: number | null }
  | { stable: false; reason: string };

/** Arrivals at both servers in packets per second (thesis Eq. 4.8). */
function stationRates(
  system: QueueSystem,
  externalPps: number,
): { devicePps: number; controllerPps: number } {
  const controllerPps = system.newFlowShare * externalPps;
  return { devicePps: externalPps + controllerPps, controllerPps };
}

/** Utilisations at `externalPps`; a server with 1 or more has no steady state. */
export function utilisationsAt(system: QueueSystem, externalPps: number): Utilisations {
  const { devicePps, controllerPps } = stationRates(system, externalPps);
  const device = (devicePps * system.device.serviceUs) / 1e6;
  const controller = (controllerPps * controllerOf(system).serviceUs) / 1e6;
  return { device, controller, system: 1 - (1 - device) * (1 - controller) };
}

/** Simple model: exponential service at both servers (M/M/1 with feedback, thesis Eq. 4.9). */
export const simpleSojourn = (system: QueueSystem, externalPps: number): Sojourn =>
  refinedSojourn(exponentialService(system), externalPps);

/** Refined model: general service with the stations' spread (M/G/1 with feedback, thesis Eqs. 4.10-4.12). */
export function refinedSojourn(system: QueueSystem, externalPps: number): Sojourn {
  const { device } = system;
  const { devicePps, controllerPps } = stationRates(system, externalPps);
  const reason = instability(system, externalPps);
  if (reason !== null) return { stable: false, reason };
  const deviceUs = visitUs(device, devicePps);
  if (system.newFlowShare === 0) return { stable: true, sojournUs: deviceUs, deviceUs, controllerUs: null };
  const controllerUs = visitUs(controllerOf(system), controllerPps);
  return {
    stable: true,
    sojournUs: deviceUs + system.newFlowShare * (deviceUs + controllerUs),
    deviceUs,
    controllerUs,
  };
}

/** The same servers with exponential service times: spread = mean. */
export function exponentialService(system: QueueSystem): QueueSystem {
  const exponential = ({ serviceUs }: Station): Station => ({ serviceUs, sigmaUs: serviceUs });
  return {
    ...system,
    device: exponential(system.device),
    controller: system.controller && exponential(system.controller),
  };
}

/** Which server is over-utilised at this load and by how much, in words; null when both have a steady state. */
export function instability(system: QueueSystem, externalPps: number): string | null {
  const { device, controller } = utilisationsAt(system, externalPps);
  const { devicePps, controllerPps } = stationRates(system, externalPps);
  const reasons: string[] = [];
  if (device >= 1) {
    const twice = system.newFlowShare > 0 ? " (packets of new flows pass it twice)" : "";
    reasons.push(overload("the data plane", devicePps, system.device, device) + twice);
  }
  if (controller >= 1)
    reasons.push(overload("the controller", controllerPps, controllerOf(system), controller));
  return reasons.length === 0 ? null : reasons.join("; ");
}

const overload = (what: string, pps: number, { serviceUs }: Station, utilisation: number): string =>
  `${what} is offered ${Math.round(pps)} packets/s and serves ${Math.round(1e6 / serviceUs)}: utilisation ${utilisation.toFixed(3)}, its queue grows without limit`;

function visitUs(station: Station, pps: number): number {
  const wait = meanWait(pps, station.serviceUs, station.sigmaUs);
  assert(wait.stable, "utilisations were checked before");
  return station.serviceUs + wait.waitUs;
}

function controllerOf({ controller, newFlowShare }: QueueSystem): Station {
  assert(controller !== null || newFlowShare === 0, "new flows need a controller");
  return controller ?? { serviceUs: 0, sigmaUs: 0 };
}

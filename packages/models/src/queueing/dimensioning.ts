import { assert } from "../core/index.ts";
import type { QueueSystem } from "./sojourn.ts";

/** Loads at which a system stops having a steady state. */
export type StabilityLimits = {
  /** external packets per second that neither server survives in the long run: the lesser of both limits */
  maxExternalPps: number;
  limitedBy: "device" | "controller";
  deviceLimitPps: number;
  /** null without new flows: the controller gets no packet */
  controllerLimitPps: number | null;
  /**
   * rho_c,max: controller utilisation at which the data plane is full (thesis Eq. 4.13 solved for rho_c); 1
   * or more means that the controller gives way first. Null without new flows.
   */
  maxControllerUtilisation: number | null;
};

/**
 * Stability limits of thesis Sec. 4.4.4: rho_c,max = (1/mu_c) / (1/mu_d) * P_nf / (1 + P_nf), and the loads
 * in packets/s.
 */
export function stabilityLimits({ device, controller, newFlowShare }: QueueSystem): StabilityLimits {
  const deviceLimitPps = 1e6 / (device.serviceUs * (1 + newFlowShare));
  if (newFlowShare === 0) {
    return {
      maxExternalPps: deviceLimitPps,
      limitedBy: "device",
      deviceLimitPps,
      controllerLimitPps: null,
      maxControllerUtilisation: null,
    };
  }
  assert(controller !== null, "new flows need a controller");
  const controllerLimitPps = 1e6 / (controller.serviceUs * newFlowShare);
  return {
    maxExternalPps: Math.min(deviceLimitPps, controllerLimitPps),
    limitedBy: deviceLimitPps < controllerLimitPps ? "device" : "controller",
    deviceLimitPps,
    controllerLimitPps,
    maxControllerUtilisation: deviceLimitPps / controllerLimitPps,
  };
}

/**
 * The dimensioning constraint (thesis Eq. 4.13): packets per second that the data plane must serve (strictly more than
 * this) so that it survives a controller at utilisation `controllerUtilisation`: mu_c rho_c (1 + P_nf) / P_nf.
 */
export function requiredDevicePps(
  controllerServiceUs: number,
  controllerUtilisation: number,
  newFlowShare: number,
): number {
  assert(newFlowShare > 0, "without new flows the controller says nothing about the data plane");
  return ((1e6 / controllerServiceUs) * controllerUtilisation * (1 + newFlowShare)) / newFlowShare;
}

/**
 * External packets per second at a utilisation of the controller: lambda_ext = mu_c rho_c / P_nf (thesis Sec. 4.4.1).
 */
export function externalPpsAtController(system: QueueSystem, utilisation: number): number {
  assert(system.controller !== null && system.newFlowShare > 0, "the controller gets packets");
  return (1e6 / system.controller.serviceUs / system.newFlowShare) * utilisation;
}

/** External packets per second at a utilisation of the data plane. */
export const externalPpsAtDevice = (system: QueueSystem, utilisation: number): number =>
  (utilisation * 1e6) / (system.device.serviceUs * (1 + system.newFlowShare));

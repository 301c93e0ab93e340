import { assert } from "../../src/core/index.ts";
import type { QueueSystem, Station } from "../../src/queueing/sojourn.ts";

/** Measured mean service times (thesis Table 4.1) with the spread of the device (thesis Sec. 4.4.1), in us. */
const devices: Record<string, Station> = {
  "netfpga-l3fwd": { serviceUs: 3.7, sigmaUs: 0.39 },
  "netfpga-vxlan": { serviceUs: 5.2, sigmaUs: 0.39 },
  "agilio-l3fwd": { serviceUs: 8.2, sigmaUs: 0.21 },
  "agilio-vxlan": { serviceUs: 15.2, sigmaUs: 0.21 },
  t4p4s: { serviceUs: 45.9, sigmaUs: 4.55 },
};

export const deviceIds = Object.keys(devices);

export function deviceOf(id: string): Station {
  const device = devices[id];
  assert(device, `no device ${id}`);
  return device;
}

/** A controller with the thesis' spread of a tenth of its mean. */
export const controllerOf = (serviceUs: number): Station => ({ serviceUs, sigmaUs: serviceUs / 10 });

export const system = (device: string, controllerUs: number, newFlowShare: number): QueueSystem => ({
  device: deviceOf(device),
  controller: controllerOf(controllerUs),
  newFlowShare,
});

import { assert, createRandom } from "../core/index.ts";
import { meanInterval95 } from "./confidence.ts";
import { FloatFifo } from "./floatFifo.ts";
import { createServiceTimes } from "./serviceTime.ts";
import { instability, type QueueSystem } from "./sojourn.ts";

export type SojournSimulationOptions = {
  /** external packets per run, the warm-up apart */
  packets: number;
  /** one independent run per seed, at least two */
  seeds: readonly number[];
};

/** Mean time in the system over the runs with its 95 % confidence interval, or why there is none. */
export type SimulatedSojourn =
  | { stable: true; sojournUs: number; lowUs: number; highUs: number; packets: number; runs: number }
  | { stable: false; reason: string };

/** The queues start empty: this share of the packets is simulated before counting begins (our choice). */
const WARM_UP_SHARE = 0.1;

/**
 * Packet simulation of the data plane with controller feedback (thesis Sec. 4.4.1): Poisson arrivals from
 * outside, one FIFO queue per server, Erlang service, a packet visits the controller once. Arrivals at the
 * controller and from it are what the servers make of them, not Poisson as in the models.
 */
export function simulateSojourn(
  system: QueueSystem,
  externalPps: number,
  { packets, seeds }: SojournSimulationOptions,
): SimulatedSojourn {
  const reason = instability(system, externalPps);
  if (reason !== null) return { stable: false, reason };
  const means = seeds.map((seed) => simulateOnce(system, externalPps, packets, seed));
  const { mean, low, high } = meanInterval95(means);
  return {
    stable: true,
    sojournUs: mean,
    lowUs: low,
    highUs: high,
    packets: packets * seeds.length,
    runs: seeds.length,
  };
}

/**
 * One run. Both servers are FIFO, so departures follow from arrivals in order: a packet leaves at max(arrival, last
 * departure) + service, and the data plane merges two streams that are each in order. No event list is needed.
 */
function simulateOnce(system: QueueSystem, externalPps: number, packets: number, seed: number): number {
  const { device, controller, newFlowShare } = system;
  assert(controller !== null || newFlowShare === 0, "new flows need a controller");
  const random = createRandom(seed);
  const deviceService = createServiceTimes(device, random);
  const controllerService = controller ? createServiceTimes(controller, random) : null;
  const gapUs = 1e6 / externalPps;
  // packets that come back from the controller: when, and when they first arrived
  const backAtUs = new FloatFifo();
  const backSinceUs = new FloatFifo();
  const warmUp = Math.round(packets * WARM_UP_SHARE);
  const total = warmUp + packets;
  let arrived = 0;
  let counted = 0;
  let sumUs = 0;
  let deviceFreeUs = 0;
  let controllerFreeUs = 0;
  let externalUs = random.exponential(gapUs);
  let firstCountedUs = warmUp === 0 ? 0 : Number.POSITIVE_INFINITY;

  const leave = (sinceUs: number, atUs: number): void => {
    if (sinceUs < firstCountedUs) return;
    sumUs += atUs - sinceUs;
    counted++;
  };

  while (arrived < total || backAtUs.length > 0) {
    const isExternal = arrived < total && externalUs <= backAtUs.first();
    const atUs = isExternal ? externalUs : backAtUs.shift();
    deviceFreeUs = Math.max(atUs, deviceFreeUs) + deviceService();
    if (!isExternal) {
      leave(backSinceUs.shift(), deviceFreeUs);
      continue;
    }
    if (arrived === warmUp) firstCountedUs = atUs;
    arrived++;
    externalUs = atUs + random.exponential(gapUs);
    if (controllerService !== null && random.next() < newFlowShare) {
      controllerFreeUs = Math.max(deviceFreeUs, controllerFreeUs) + controllerService();
      backAtUs.push(controllerFreeUs);
      backSinceUs.push(atUs);
    } else leave(atUs, deviceFreeUs);
  }
  return sumUs / counted;
}

import { CONTROLLER_SPREAD, finiteWait, meanWait } from "../../queueing/index.ts";
import { around, type PredictedTerm, type Prediction, unknownPrediction } from "./prediction.ts";

/** What an estimator says about one pass through a switch (contract: `estimate --json`). */
export type SwitchEstimate = {
  meanUs: number;
  lowUs: number | null;
  highUs: number | null;
  terms: readonly { construct: string; totalUs: number }[];
  notes: readonly string[];
};

/**
 * The queue that a packet meets and what is offered to it. `port`: behind the switch, it serves at `ratePps` and holds
 * `capacity` packets, those of BMv2 unless stated.
 * `device`: before it, the switch serves one packet at a time, in the time that its program takes (thesis Eq.
 * 4.7).
 */
export type QueueLoad =
  | { server?: "port"; ratePps: number; offeredPps: number; capacity?: number | null }
  | { server: "device"; offeredPps: number };

/** Share of the packets that go to the controller and come back (P_nf), and the controller's service time. */
type ControllerLoad = { newFlowShare: number; serviceUs: number; sigmaUs: number | null };

/** What many flows add to a lookup, with how far off that may be to each side; null bounds are unknown. */
type FlowEffect = {
  addedUs: number;
  belowUs: number | null;
  aboveUs: number | null;
  notes: readonly string[];
};

export type SwitchInput = {
  label: string;
  estimate: SwitchEstimate | null;
  /** standard deviation of the device's service time; null when no source states it */
  spreadUs?: number | null;
  queue?: QueueLoad | null;
  flows?: FlowEffect | null;
  controller?: ControllerLoad | null;
};

/**
 * One pass through a switch: estimate, what many flows add, the wait in its queue (M/G/1 by
 * Pollaczek-Khinchine with the device's spread, a fixed service time where none is stated; thesis Eq. 4.10),
 * and the share that goes to the controller (thesis Eqs. 4.1, 4.12). The wait of a single packet spreads
 * about as wide as its mean (our choice), which widens the interval. A port's queue is finite: beyond its rate it is
 * full and loses packets. A device or controller with load >= 1 has no steady state.
 */
export function predictSwitch(input: SwitchInput): Prediction {
  const { label, estimate, queue = null, flows = null, controller = null } = input;
  if (!estimate)
    return unknownPrediction(`${label}: no estimate, because its program or device profile is not known`);
  const spreadUs = input.spreadUs ?? null;
  const notes = [...estimate.notes, ...(flows?.notes ?? [])];
  const terms: PredictedTerm[] = estimate.terms.map((t) => ({
    label: t.construct,
    us: t.totalUs,
    kind: "program",
    lowUs: null,
    highUs: null,
  }));
  const below: (number | null)[] = [estimate.lowUs === null ? null : estimate.meanUs - estimate.lowUs];
  const above: (number | null)[] = [estimate.highUs === null ? null : estimate.highUs - estimate.meanUs];
  let passUs = estimate.meanUs;
  const addTerm = (
    kind: PredictedTerm["kind"],
    us: number,
    belowUs: number | null,
    aboveUs: number | null,
  ) => {
    const { lowUs, highUs } = around(us, belowUs, aboveUs);
    terms.push({ label: kind, us, kind, lowUs, highUs });
    below.push(belowUs);
    above.push(aboveUs);
  };
  if (flows) {
    passUs += flows.addedUs;
    addTerm("flows", flows.addedUs, flows.belowUs, flows.aboveUs);
  }
  const share = controller?.newFlowShare ?? 0;
  let lossShare = 0;
  if (queue) {
    const serviceUs = queue.server === "device" ? passUs : 1e6 / queue.ratePps;
    // packets of new flows pass the switch twice (thesis Eq. 4.8)
    const pps = queue.offeredPps * (1 + share);
    const wait = waitOf(queue, pps, serviceUs, spreadUs ?? 0);
    if (wait === null)
      return unknownPrediction(
        `${label}: ${Math.round(pps)} packets/s are offered to a queue of ${Math.round(1e6 / serviceUs)}: it has no steady state`,
      );
    if (spreadUs === null)
      notes.push(
        `${label}: no spread of its service time is stated, so its queue is taken to serve at a fixed pace`,
      );
    if (wait.lossShare > LOSS_WORTH_SAYING)
      notes.push(
        `${label}: ${Math.round(pps)} packets/s are offered to a queue of ${Math.round(1e6 / serviceUs)}: ${(100 * wait.lossShare).toPrecision(2)} % are lost`,
      );
    lossShare = wait.lossShare;
    passUs += wait.waitUs;
    addTerm("queue", wait.waitUs, wait.deviationUs, wait.deviationUs);
  }
  let meanUs = passUs;
  if (controller && share > 0) {
    const pps = share * (queue?.offeredPps ?? 0);
    const sigmaUs = controller.sigmaUs ?? CONTROLLER_SPREAD * controller.serviceUs;
    const wait = meanWait(pps, controller.serviceUs, sigmaUs);
    if (!wait.stable)
      return unknownPrediction(
        `${label}: ${Math.round(pps)} packets/s of new flows go to a controller that serves ${Math.round(1e6 / controller.serviceUs)}: it has no steady state`,
      );
    if (!queue)
      notes.push(`${label}: without a load the controller's share counts its service time and no wait`);
    const visitUs = passUs + controller.serviceUs + wait.waitUs;
    meanUs += share * visitUs;
    // a packet goes there or not: the spread of that choice, and the controller's own
    const spread = Math.sqrt(share * (1 - share) * visitUs ** 2 + share * sigmaUs ** 2);
    addTerm("controller", share * visitUs, spread, spread);
  }
  const bounds = around(meanUs, inQuadrature(below), inQuadrature(above));
  return { ...bounds, terms, notes, ...(lossShare > LOSS_WORTH_SAYING ? { lossShare } : {}) };
}

/** Packets that BMv2 queues at a port unless it is told otherwise. */
const BMV2_CAPACITY = 64;
/** Below this share a queue is as good as endless: Pollaczek and Khinchine's formula holds to the last digit. */
const NO_LOSS = 1e-12;
/** Below this share of lost packets nothing is said of them (our choice). */
const LOSS_WORTH_SAYING = 1e-6;

/**
 * Wait in a queue: finite at a port, so that it has an answer at any load; before a device, whose room nobody states,
 * endless, and null without a steady state. While packets are not lost the wait of one spreads about as wide as its
 * mean (our choice); in a queue that is full it spreads less.
 */
function waitOf(
  queue: QueueLoad,
  pps: number,
  serviceUs: number,
  sigmaUs: number,
): { waitUs: number; deviationUs: number; lossShare: number } | null {
  const endless = meanWait(pps, serviceUs, sigmaUs);
  const unbounded = endless.stable
    ? { waitUs: endless.waitUs, deviationUs: endless.waitUs, lossShare: 0 }
    : null;
  if (queue.server === "device") return unbounded;
  const wait = finiteWait(pps, serviceUs, sigmaUs, queue.capacity ?? BMV2_CAPACITY);
  if (unbounded === null) return wait;
  return wait.lossShare < NO_LOSS ? unbounded : { ...wait, deviationUs: wait.waitUs };
}

/** Independent deviations together; unknown when one of them is. */
export function inQuadrature(deviations: readonly (number | null)[]): number | null {
  let square = 0;
  for (const each of deviations) {
    if (each === null) return null;
    square += each ** 2;
  }
  return Math.sqrt(square);
}

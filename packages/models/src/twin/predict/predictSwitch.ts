import { significantText } from "../../core/index.ts";
import {
  type ArrivalEffect,
  arrivalEffect,
  CONTROLLER_SPREAD,
  finiteWait,
  meanWait,
  type Sources,
} from "../../queueing/index.ts";
import {
  type Delays,
  fixedDelay,
  fullDelays,
  lognormalDelays,
  mixedDelays,
  plusDelays,
  standingDelays,
  type TailShape,
  tailedDelays,
  waitingDelays,
} from "./delays.ts";
import {
  around,
  type DelayPrediction,
  type MeanError,
  type PredictedTerm,
  unknownPrediction,
} from "./prediction.ts";

/** What an estimator says about one pass through a switch (contract: `estimate --json`). */
export type SwitchEstimate = {
  meanUs: number;
  /** one standard deviation of the mean to each side; null where the error of the fit is not known */
  meanLowUs: number | null;
  meanHighUs: number | null;
  terms: readonly { construct: string; totalUs: number }[];
  notes: readonly string[];
  /** means of the paths that packets take, with their shares; left out for one path */
  parts?: readonly { us: number; share: number }[];
  /** one standard deviation that the counts of these packets leave to the mean; left out for one path */
  countedUs?: number;
};

/** What a device profile says of its errors and of single packets; null is not known. */
export type SwitchNoise = {
  /** the profile: switches of one share the error of its fit */
  device: string;
  /** standard deviation of single packets */
  spreadUs: number | null;
  /** standard deviation between runs of the switch, part of the estimate's interval */
  runSpreadUs: number | null;
  tail: TailShape | null;
};

/**
 * The queue that a packet meets and what is offered to it. `port`: behind the switch, it serves at `ratePps` and holds
 * `capacity` packets, those of BMv2 unless stated; `seenDepth` packets stand in it as reports show, where they count
 * packets. `device`: before it, the switch serves one packet at a time, in the time that its program takes (thesis Eq.
 * 4.7). Packets arrive by chance unless `arrivals` says otherwise.
 */
export type QueueLoad =
  | {
      server?: "port";
      ratePps: number;
      offeredPps: number;
      capacity?: number | null;
      seenDepth?: number | null;
      arrivals?: Sources | null;
    }
  | { server: "device"; offeredPps: number; arrivals?: Sources | null };

/** Share of the packets that go to the controller and come back (P_nf), and the controller's service time. */
type ControllerLoad = {
  newFlowShare: number;
  serviceUs: number;
  sigmaUs: number | null;
  /** what the device's control agent takes until its packets meet the new entry; null where they do not wait for it */
  agent?: { us: number; errorUs: number } | null;
};

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
  noise?: SwitchNoise | null;
  queue?: QueueLoad | null;
  flows?: FlowEffect | null;
  controller?: ControllerLoad | null;
};

/**
 * One pass through a switch: estimate, what many flows add, the wait in its queue (M/G/1 by Pollaczek-Khinchine with
 * the device's spread, a fixed service time where none is stated; thesis Eq. 4.10), and the share that goes to the
 * controller (thesis Eqs. 4.1, 4.12). Where reports show a queue that the load does not explain, the wait is that of
 * its depth. A port's queue is finite: beyond its rate it is full and loses packets. A device or controller with load
 * >= 1 has no steady state. Errors of the mean: fit, run, flows, and arrivals that are not Poisson's (`waitOf`).
 */
export function predictSwitch(input: SwitchInput): DelayPrediction {
  const { label, estimate, queue = null, flows = null, controller = null } = input;
  if (!estimate)
    return unknownPrediction(`${label}: no estimate, because its program or device profile is not known`);
  const { device = label, spreadUs = null, runSpreadUs = null, tail = null } = input.noise ?? {};
  const notes = [...estimate.notes, ...(flows?.notes ?? [])];
  const terms: PredictedTerm[] = estimate.terms.map((t) => ({
    label: t.construct,
    us: t.totalUs,
    kind: "program",
    lowUs: null,
    highUs: null,
  }));
  const program = errorsOf(estimate, label, device, runSpreadUs);
  const errors: (MeanError | null)[] = program ?? [null];
  const { countedUs = 0 } = estimate;
  if (countedUs > 0) errors.push({ source: `counts at ${label}`, belowUs: countedUs, aboveUs: countedUs });
  let passUs = estimate.meanUs;
  let delays = estimateDelays(estimate, spreadUs, tail);
  const addTerm = (
    kind: PredictedTerm["kind"],
    us: number,
    source: string,
    below: number | null,
    above: number | null,
    label: string = kind,
  ) => {
    const error = below === null || above === null ? null : { source, belowUs: below, aboveUs: above };
    const { lowUs, highUs } = around(us, error && [error], null);
    terms.push({ label, us, kind, lowUs, highUs });
    errors.push(error);
  };
  if (flows) {
    passUs += flows.addedUs;
    delays = delays && plusDelays(delays, fixedDelay(flows.addedUs));
    addTerm("flows", flows.addedUs, `flows on ${device}`, flows.belowUs, flows.aboveUs);
  }
  const share = controller?.newFlowShare ?? 0;
  let lossShare = 0;
  let queueDepth: number | null = null;
  if (queue) {
    const serviceUs = queue.server === "device" ? passUs : 1e6 / queue.ratePps;
    // packets of new flows pass the switch twice (thesis Eq. 4.8)
    const pps = queue.offeredPps * (1 + share);
    // a device serves each packet in the time of its path
    const betweenPaths = queue.server === "device" ? deviationOf(estimate) : 0;
    const wait = waitOf(queue, pps, serviceUs, Math.hypot(spreadUs ?? 0, betweenPaths));
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
        `${label}: ${Math.round(pps)} packets/s are offered to a queue of ${Math.round(1e6 / serviceUs)}: ${significantText(100 * wait.lossShare, 2)} % are lost`,
      );
    lossShare = wait.lossShare;
    queueDepth = wait.seenDepth;
    if (queueDepth !== null)
      notes.push(
        `${label}: reports show ${significantText(queueDepth, 2)} packets in its queue, which ${Math.round(pps)} packets/s do not explain: its wait is taken from that depth`,
      );
    passUs += wait.waitUs;
    delays = delays && plusDelays(delays, wait.delays);
    const source = queueDepth === null ? `arrivals at ${label}` : `depth at ${label}`;
    addTerm("queue", wait.waitUs, source, wait.errorUs, wait.errorUs);
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
    const agent = controller.agent ?? { us: 0, errorUs: 0 };
    const visitUs = passUs + controller.serviceUs + wait.waitUs;
    meanUs += share * visitUs;
    const errorUs = share * arrivalError(wait.waitUs, sigmaUs / controller.serviceUs);
    addTerm("controller", share * visitUs, `arrivals at the controller of ${label}`, errorUs, errorUs);
    meanUs += share * agent.us;
    if (agent.us > 0) {
      const offUs = share * agent.errorUs;
      addTerm("controller", share * agent.us, `control agent of ${device}`, offUs, offUs, "control agent");
    }
    if (delays) {
      const visit = plusDelays(
        lognormalDelays(controller.serviceUs, sigmaUs),
        waitingDelays(wait.waitUs, wait.utilisation, sigmaUs / controller.serviceUs, 0),
      );
      // there and through the switch again
      delays = mixedDelays([
        [1 - share, delays],
        [share, plusDelays(plusDelays(delays, delays), plusDelays(visit, fixedDelay(agent.us)))],
      ]);
    }
  }
  const known = errors.every((e) => e !== null) ? errors : null;
  return {
    ...{ ...around(meanUs, known, delays), terms, notes },
    ...(lossShare > LOSS_WORTH_SAYING ? { lossShare } : {}),
    ...(queueDepth === null ? {} : { queueDepth }),
  };
}

/** Errors of an estimate: those of the fit, which all switches of the profile share, and the run of this one. */
function errorsOf(
  { meanUs, meanLowUs, meanHighUs }: SwitchEstimate,
  label: string,
  device: string,
  runSpreadUs: number | null,
): MeanError[] | null {
  if (meanLowUs === null || meanHighUs === null) return null;
  const runUs = runSpreadUs ?? 0;
  const without = (us: number): number => Math.sqrt(Math.max(0, us ** 2 - runUs ** 2));
  return [
    {
      source: `fit of ${device}`,
      belowUs: without(meanUs - meanLowUs),
      aboveUs: without(meanHighUs - meanUs),
    },
    { source: `run of ${label}`, belowUs: runUs, aboveUs: runUs },
  ];
}

/** Single packets of a program: by the measured percentiles, else lognormal with the spread (our choice). */
function programDelays(meanUs: number, spreadUs: number | null, tail: TailShape | null): Delays | null {
  if (tail) return tailedDelays(meanUs, tail);
  return spreadUs === null ? null : lognormalDelays(meanUs, spreadUs);
}

/** Single packets over all paths that they take; null where their spread is not known. */
function estimateDelays(
  { meanUs, parts = [{ us: meanUs, share: 1 }] }: SwitchEstimate,
  spreadUs: number | null,
  tail: TailShape | null,
): Delays | null {
  const ways: [number, Delays][] = [];
  for (const { us, share } of parts) {
    const delays = programDelays(us, spreadUs, tail);
    if (!delays) return null;
    ways.push([share, delays]);
  }
  const [only] = ways;
  return only && ways.length === 1 ? only[1] : mixedDelays(ways);
}

/** Standard deviation between the paths that packets take (us). */
const deviationOf = ({ meanUs, parts = [] }: SwitchEstimate): number =>
  Math.sqrt(parts.reduce((sum, { us, share }) => sum + share * (us - meanUs) ** 2, 0));

/** Packets that BMv2 queues at a port unless it is told otherwise. */
const BMV2_CAPACITY = 64;
/** Below this share a queue is as good as endless: Pollaczek and Khinchine's formula holds to the last digit. */
const NO_LOSS = 1e-12;
/** By how much waits of known arrivals may be off: two moments do not tell all of a wait (our choice, SPEC W26). */
const KNOWN_ARRIVALS_ERROR = 0.2;
/** Below this share of lost packets nothing is said of them (our choice). */
const LOSS_WORTH_SAYING = 1e-6;

/** To two digits: the shape of a wait is known no better, and of thousands of windows few are left to work out. */
const roughly = (value: number): number => Number(value.toPrecision(2));

/** To three digits: percentiles go with the mean; near a queue's rate a hundredth of load moves them by a tenth. */
const closely = (value: number): number => Number(value.toPrecision(3));

type QueueWait = {
  waitUs: number;
  /** how far off the mean may be, as arrivals are not Poisson's */
  errorUs: number;
  lossShare: number;
  delays: Delays;
  /** the depth that decided; null where the load did */
  seenDepth: number | null;
};

/**
 * A seen depth is another than the load explains from twice that and one packet more on, and the other way round (our
 * choice).
 */
const isExplained = (seen: number, byLoad: number): boolean =>
  Math.max(seen, byLoad) <= 2 * Math.min(seen, byLoad) + 1;

/**
 * Wait in a queue: finite at a port, so that it has an answer at any load; before a device, whose room nobody states,
 * endless, and null without a steady state. A queue that loses packets is mostly full, whatever arrives: its mean may
 * be off by what the wait of a packet spreads.
 */
function waitOf(queue: QueueLoad, pps: number, serviceUs: number, sigmaUs: number): QueueWait | null {
  const endless = meanWait(pps, serviceUs, sigmaUs);
  const variation = sigmaUs / serviceUs;
  const isKnown = !!queue.arrivals && endless.stable && pps > 0;
  const effect: ArrivalEffect = isKnown
    ? arrivalEffect(queue.arrivals!, endless.utilisation, variation)
    : { factor: 1, busyShare: endless.utilisation, p99Services: null };
  const p99Us = Number(((effect.p99Services ?? 0) * serviceUs).toPrecision(3));
  /** `byChanceUs`: the wait behind Poisson arrivals */
  const lossless = (byChanceUs: number): QueueWait => {
    const waitUs = byChanceUs * effect.factor;
    return {
      waitUs,
      errorUs: isKnown ? waitUs * KNOWN_ARRIVALS_ERROR : arrivalError(waitUs, variation),
      lossShare: 0,
      delays: waitingDelays(closely(waitUs), roughly(effect.busyShare), roughly(variation), p99Us),
      seenDepth: null,
    };
  };
  const unbounded = endless.stable ? lossless(endless.waitUs) : null;
  if (queue.server === "device") return unbounded;
  const capacity = queue.capacity ?? BMV2_CAPACITY;
  const finite = finiteWait(pps, serviceUs, sigmaUs, capacity);
  const { waitUs, deviationUs } = finite;
  // a queue of even arrivals grows that much more rarely: its tail falls by 1 / factor as fast (heavy traffic)
  const lossShare = effect.factor > 0 ? finite.lossShare ** (1 / effect.factor) : 0;
  const seen = queue.seenDepth ?? null;
  // by Little's law; deeper than the queue is: it does not count packets, or its size is not known
  const byLoad = (pps / 1e6) * (1 - lossShare) * effect.factor * waitUs;
  if (seen !== null && seen <= capacity && !isExplained(seen, byLoad))
    return {
      waitUs: seen * serviceUs,
      // a report tells whole packets, without the one that is being served
      errorUs: serviceUs,
      lossShare: 0,
      delays: standingDelays(closely(seen * serviceUs), capacity * serviceUs),
      seenDepth: seen,
    };
  if (unbounded && lossShare < NO_LOSS) return unbounded;
  if (isKnown) return { ...lossless(waitUs), lossShare };
  return {
    waitUs,
    errorUs: endless.stable ? arrivalError(waitUs, variation) : deviationUs,
    lossShare,
    delays: fullDelays(closely(waitUs), closely(finite.utilisation), roughly(variation), capacity),
    seenDepth: null,
  };
}

/**
 * Arrivals may be anything from regular to twice as uneven as Poisson's (squared coefficient of variation 0 to 2, our
 * choice): by so much that moves the mean wait, which goes with the sum of that of arrivals and services (Kingman
 * 1961).
 */
const arrivalError = (waitUs: number, serviceVariation: number): number =>
  waitUs / (1 + serviceVariation ** 2);

import {
  type ArrivalEffect,
  arrivalEffect,
  finiteWait,
  meanWait,
  priorityWait,
  type Sources,
} from "../../queueing/index.ts";
import { type Delays, fullDelays, standingDelays, variedWaits, waitingDelays } from "./delays.ts";

/**
 * Packets/s of a port's load in queues that are served before that of the packet, and after it. `rates`: `shared`, one
 * line serves all; `each`, every queue has the stated rate and room, as BMv2's have.
 */
export type PriorityLoad = { higherPps: number; lowerPps: number; rates: "shared" | "each" };

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
      /** of the offered load; the packet is of a class between them */
      priority?: PriorityLoad | null;
    }
  | { server: "device"; offeredPps: number; arrivals?: Sources | null };

/** Packets that BMv2 queues at a port unless it is told otherwise. */
const BMV2_CAPACITY = 64;
/** Below this share a queue is as good as endless: Pollaczek and Khinchine's formula holds to the last digit. */
const NO_LOSS = 1e-12;
/** Above this share of loss waits are those of a queue that is often full (our choice). */
const FULL = 0.03;
/** By how much waits of known arrivals may be off: two moments do not tell all of a wait (our choice, SPEC W26). */
const KNOWN_ARRIVALS_ERROR = 0.2;
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
export function waitOf(queue: QueueLoad, pps: number, serviceUs: number, sigmaUs: number): QueueWait | null {
  if (queue.server !== "device" && queue.priority)
    return waitOfClass(queue, queue.priority, pps, serviceUs, sigmaUs);
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
export const arrivalError = (waitUs: number, serviceVariation: number): number =>
  waitUs / (1 + serviceVariation ** 2);

/**
 * Wait in the queue of one priority. With a rate each it is a queue of its own; on a shared line those before it are
 * served first (`priorityWait`). Depths in reports are of one of the queues, nobody says of which: they do not decide.
 */
function waitOfClass(
  queue: Extract<QueueLoad, { ratePps: number }>,
  { higherPps, lowerPps, rates }: PriorityLoad,
  pps: number,
  serviceUs: number,
  sigmaUs: number,
): QueueWait | null {
  const ownPps = Math.max(0, pps - higherPps - lowerPps);
  if (rates === "each")
    return waitOf({ ...queue, priority: null, seenDepth: null }, ownPps, serviceUs, sigmaUs);
  const capacity = queue.capacity ?? BMV2_CAPACITY;
  const wait = priorityWait({ higherPps, ownPps, lowerPps }, serviceUs, sigmaUs, capacity);
  if (wait === null) return null;
  const variation = sigmaUs / serviceUs;
  const isLossy = wait.lossShare >= NO_LOSS;
  return {
    waitUs: wait.waitUs,
    errorUs: isLossy && wait.utilisation >= 1 ? wait.deviationUs : arrivalError(wait.waitUs, variation),
    lossShare: wait.lossShare,
    delays:
      wait.waitVariation === null || wait.lossShare > FULL
        ? fullDelays(closely(wait.waitUs), closely(wait.utilisation), roughly(wait.variation), capacity)
        : variedWaits(closely(wait.waitUs), roughly(wait.busyShare), roughly(wait.waitVariation)),
    seenDepth: null,
  };
}

/** What is offered to a queue, in words; of a priority what is served before it, or has a rate of its own. */
export function offeredWords(queue: QueueLoad, pps: number, serviceUs: number): string {
  const [all, rate] = [Math.round(pps), Math.round(1e6 / serviceUs)];
  const priority = queue.server === "device" ? null : queue.priority;
  if (!priority) return `${all} packets/s are offered to a queue of ${rate}`;
  const { higherPps, lowerPps, rates } = priority;
  const own = Math.round(Math.max(0, pps - higherPps - lowerPps));
  return rates === "each"
    ? `${own} packets/s are offered to the queue of its priority, which serves ${rate}`
    : `${own} packets/s are offered to the queue of its priority, behind ${Math.round(higherPps)} that are served before, of ${rate}`;
}

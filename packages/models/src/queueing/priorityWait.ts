import { arrivalsInService } from "./finiteWait.ts";

/** Packets/s of three classes at one server: those served before a packet of the middle one, its own, and after it. */
export type ClassLoad = { higherPps: number; ownPps: number; lowerPps: number };

/** Wait and loss of the middle class. `utilisation`: of what the higher ones leave to it, above 1 its queue is full. */
export type PriorityWait = {
  waitUs: number;
  deviationUs: number;
  lossShare: number;
  utilisation: number;
  /** of the time that the server takes for one of its packets, higher ones that come meanwhile included */
  variation: number;
  /** share of the time in which the server is busy */
  busyShare: number;
  /** standard deviation over mean of the waits that are not zero, in an endless queue; null where that has none */
  waitVariation: number | null;
};

/** Rounds in which loss and what is left to lower classes settle (our choice). */
const ROUNDS = 8;

/**
 * Non-preemptive priorities with room for `capacity` packets of the class. A packet's turn ends when no higher one is
 * left (completion time). The class is a finite queue of those turns by its chain at their ends; a packet that finds no
 * other of its class waits first for what is served then, for an exponential time (our choice) with which an endless
 * queue has Cobham's wait (1954). Service times as in `finiteWait`. Null where the higher classes alone fill the
 * server.
 */
export function priorityWait(
  { higherPps, ownPps, lowerPps }: ClassLoad,
  serviceUs: number,
  sigmaUs: number,
  capacity: number,
): PriorityWait | null {
  const [higher, own, lower] = [higherPps / 1e6, ownPps / 1e6, lowerPps / 1e6];
  const left = 1 - higher * serviceUs;
  if (left <= 0) return null;
  const square = serviceUs ** 2 + sigmaUs ** 2;
  const turnUs = serviceUs / left;
  const turnSquare = square / left ** 2 + (higher * square * serviceUs) / left ** 3;
  const variation = Math.sqrt(Math.max(0, turnSquare / turnUs ** 2 - 1));
  let [idle, served, turns] = [0, 0, null as Turns | null];
  for (let round = 0; round < ROUNDS; round++) {
    // what is left to lower ones is all that a packet meets of them
    idle = Math.max(0, left - own * (1 - (turns?.lossShare ?? 0)) * serviceUs);
    served = Math.min(lower, idle / serviceUs);
    const firstUs =
      (higher * square) / (2 * left ** 2) + (idle > 0 ? (served * square) / (2 * left * idle) : 0);
    turns = waitForTurns(own, turnUs, variation, firstUs, capacity);
  }
  const busyShare = Math.min(1, 1 - idle + served * serviceUs);
  return {
    ...turns!,
    utilisation: own * turnUs,
    variation,
    busyShare,
    waitVariation: variationOf({ higher, own, served }, serviceUs, sigmaUs, busyShare),
  };
}

type Turns = Pick<PriorityWait, "waitUs" | "deviationUs" | "lossShare">;

/**
 * A queue with room for `capacity` packets of `rate` a us that are taken in turns; one that ends an empty queue waits
 * for an exponential time of mean `firstUs` before. What a start leaves waiting is what a packet that is taken finds.
 */
function waitForTurns(
  rate: number,
  turnUs: number,
  variation: number,
  firstUs: number,
  capacity: number,
): Turns {
  if (rate === 0) return { waitUs: firstUs, deviationUs: firstUs, lossShare: 0 };
  const arrivals = arrivalsInService(rate * turnUs, variation, capacity + 1);
  const more = (m: number): number => arrivals.tail[m] ?? 0;
  // arrivals during the first wait, as far as there is room beside the one that waits
  const share = (rate * firstUs) / (1 + rate * firstUs);
  const room = Math.max(1, capacity);
  const first = (n: number): number => (n < room - 1 ? (1 - share) * share ** n : n < room ? share ** n : 0);
  const moreThanFirst = (n: number): number => (n < room - 1 ? share ** (n + 1) : 0);
  const ends = [1];
  for (let j = 0; j < capacity; j++) {
    let up = moreThanFirst(j);
    for (let n = 0; n <= j; n++) up += first(n) * more(j - n);
    up *= ends[0]!;
    for (let i = 1; i <= j; i++) up += ends[i]! * more(j - i + 1);
    ends.push(up / arrivals.none);
    // far above 1 the states grow by that factor each
    if (ends[j + 1]! > 1e200) for (let i = 0; i < ends.length; i++) ends[i] = ends[i]! * 1e-200;
  }
  const total = ends.reduce((sum, each) => sum + each, 0);
  const empty = ends[0]! / total;
  const lossShare = Math.max(0, 1 - 1 / (rate * turnUs + empty * (1 + rate * firstUs)));
  const found = Array.from({ length: room }, (_, n) => (ends[n + 1] ?? 0) / total + empty * first(n));
  const mean = found.reduce((sum, each, n) => sum + n * each, 0);
  const square = found.reduce((sum, each, n) => sum + n * n * each, 0);
  // Little's law over the packets that are taken; one that is lost finds no room
  const waiting = mean * (1 - lossShare) + capacity * lossShare;
  return {
    waitUs: waiting / (rate * (1 - lossShare)),
    deviationUs: turnUs * Math.sqrt(Math.max(0, square - mean * mean)),
    lossShare,
  };
}

/** By the second moment of waits behind an endless queue (Conway, Maxwell, Miller 1967, sec. 8-6), gamma services. */
function variationOf(
  { higher, own, served }: { higher: number; own: number; served: number },
  serviceUs: number,
  sigmaUs: number,
  busyShare: number,
): number | null {
  const c2 = (sigmaUs / serviceUs) ** 2;
  const [second, third] = [serviceUs ** 2 * (1 + c2), serviceUs ** 3 * (1 + c2) * (1 + 2 * c2)];
  const all = higher + own + served;
  const [before, upTo] = [1 - higher * serviceUs, 1 - (higher + own) * serviceUs];
  if (upTo <= 0 || all === 0) return null;
  const meanUs = (all * second) / (2 * before * upTo);
  const squareUs2 =
    (all * third) / (3 * before ** 2 * upTo) +
    (all * second * (higher + own) * second) / (2 * before ** 2 * upTo ** 2) +
    (all * second * higher * second) / (2 * before ** 3 * upTo);
  return Math.sqrt(Math.max(0, (squareUs2 * busyShare) / meanUs ** 2 - 1));
}

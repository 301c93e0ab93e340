import { finiteWait } from "./finiteWait.ts";

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
};

/**
 * Non-preemptive priorities with room for `capacity` packets of the class. A packet's turn ends when no higher one is
 * left (completion time): its class is an M/G/1/K of those turns, to which comes what it waits for when no other of
 * its class is there. Without a bound to the room that is Cobham's formula (1954). Service times as in `finiteWait`.
 * Null where the higher classes alone fill the server.
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
  const turnSigmaUs = Math.sqrt(Math.max(0, turnSquare - turnUs ** 2));
  const finite = finiteWait(ownPps, turnUs, turnSigmaUs, capacity);
  // what is left to lower ones is all that a packet meets of them
  const idle = Math.max(0, left - own * (1 - finite.lossShare) * serviceUs);
  const served = Math.min(lower, idle / serviceUs);
  const firstUs =
    (higher * square) / (2 * left ** 2) + (idle > 0 ? (served * square) / (2 * left * idle) : 0);
  return {
    waitUs: finite.waitUs + (finite.lossShare < 1 ? firstUs : 0),
    deviationUs: finite.deviationUs,
    lossShare: finite.lossShare,
    utilisation: own * turnUs,
    variation: turnSigmaUs / turnUs,
    busyShare: Math.min(1, 1 - idle + served * serviceUs),
  };
}

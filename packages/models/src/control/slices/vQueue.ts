/** Parameters of a slice (thesis Listing 6.1), all in one unit of time. */
export type VQueueConfig = {
  /** T_DELAY: transmission time of one packet at the slice's rate */
  packetTime: number;
  /** C_DELAY: virtual delay above which packets are dropped */
  dropAbove: number;
  /** M_DELAY: virtual delay above which ECN-capable packets are marked; null never marks (tail drop) */
  markAbove: number | null;
};

export type VQueueDecision = "pass" | "mark" | "drop";

/**
 * 2^32 - 10^9: what the SmartNIC's timestamp (seconds above bit 32, nanoseconds below) jumps at each second
 * (thesis Listing 6.1).
 */
export const SECOND_JUMP = 2 ** 32 - 1e9;

/**
 * Time since the previous packet (thesis Listing 6.1): 0 for the first packet (`previous` 0) and for a
 * timestamp that went back; the jump of seconds-and-nanoseconds timestamps is taken out.
 */
export function elapsed(now: number, previous: number): number {
  if (previous === 0 || previous > now) return 0;
  const delta = now - previous;
  return delta >= SECOND_JUMP ? delta - SECOND_JUMP : delta;
}

/**
 * Virtual queue of one slice (thesis Sec. 6.3.2, Listing 6.1): a number, no packets. It drains with the clock
 * and grows by the packet time; a packet that would raise it above `dropAbove` is dropped and not added, one
 * that leaves it above `markAbove` is marked.
 */
export class VQueue {
  private readonly config: VQueueConfig;
  private lastSeen = 0;
  /** virtual delay after the last packet */
  delay = 0;

  constructor(config: VQueueConfig) {
    this.config = config;
  }

  /**
   * Decides on a packet. `realDelay`: of the port's queue, for links that the slices can fill (the greater of
   * both counts, Sec. 6.4.1 Exp. 3).
   */
  offer(now: number, ecnCapable: boolean, realDelay = 0): VQueueDecision {
    const { packetTime, dropAbove, markAbove } = this.config;
    const delta = elapsed(now, this.lastSeen);
    this.lastSeen = now;
    this.delay = delta > this.delay ? 0 : this.delay - delta;
    if (Math.max(this.delay, realDelay) + packetTime > dropAbove) return "drop";
    this.delay += packetTime;
    return ecnCapable && markAbove !== null && Math.max(this.delay, realDelay) > markAbove ? "mark" : "pass";
  }
}

/** Packets that an empty virtual queue takes back to back: floor(C_DELAY / T_DELAY). */
export const burstPackets = ({ packetTime, dropAbove }: VQueueConfig): number =>
  // rates and delays in decimal fractions: 9.999999999999998 packets are 10
  Math.floor(dropAbove / packetTime + 1e-9);

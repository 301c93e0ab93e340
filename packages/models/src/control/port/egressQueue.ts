import { QueueRegister } from "./queueRegister.ts";

/**
 * One rate-limited queue with the rule of BMv2's traffic manager [paolucci-queue]: a packet leaves at
 * max(now, last departure + 1/rate); it is dropped when `capacity` packets are waiting. Offers must come in time order.
 */
export class RateLimitedQueue {
  /** written by noted packets when they leave */
  readonly register = new QueueRegister();
  private readonly departures: Float64Array;
  private readonly arrivals: Float64Array;
  /** depth that a noted packet found, -1 for one that is not noted */
  private readonly notedDepths: Int32Array;
  private head = 0;
  private length = 0;
  private lastDepartureUs = Number.NEGATIVE_INFINITY;
  private readonly capacity: number;
  private readonly intervalUs: number;

  constructor(ratePps: number, capacity: number) {
    this.capacity = capacity;
    this.intervalUs = 1e6 / ratePps;
    this.departures = new Float64Array(capacity);
    this.arrivals = new Float64Array(capacity);
    this.notedDepths = new Int32Array(capacity);
  }

  /** Packets still waiting at `nowUs`. Whoever has left since the last call writes the register, in order. */
  depthAt(nowUs: number): number {
    while (this.length > 0 && this.departures[this.head] <= nowUs) {
      const at = this.head;
      this.head = at + 1 === this.capacity ? 0 : at + 1;
      this.length--;
      // nobody was added between this departure and now, or it would have been taken out then: `length` is
      // the depth it left
      if (this.notedDepths[at] >= 0) {
        const leftUs = this.departures[at];
        this.register.write(leftUs, leftUs - this.arrivals[at], this.notedDepths[at], this.length);
      }
    }
    return this.length;
  }

  /** Departure time in us of a packet offered at `nowUs`, or `Infinity` when it is dropped. */
  offer(nowUs: number, noted: boolean): number {
    const depth = this.depthAt(nowUs);
    if (depth >= this.capacity) return Number.POSITIVE_INFINITY;
    const departureUs = Math.max(nowUs, this.lastDepartureUs + this.intervalUs);
    let at = this.head + depth;
    if (at >= this.capacity) at -= this.capacity;
    this.departures[at] = departureUs;
    this.arrivals[at] = nowUs;
    this.notedDepths[at] = noted ? depth : -1;
    this.length++;
    this.lastDepartureUs = departureUs;
    return departureUs;
  }
}

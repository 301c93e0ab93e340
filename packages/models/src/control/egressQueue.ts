/**
 * One rate-limited queue with the rule of BMv2's traffic manager (p8-paolucci.md B.6): a packet leaves at
 * max(now, last departure + 1/rate); it is dropped when `capacity` packets are waiting. Offers must come in time order.
 */
export class RateLimitedQueue {
  private readonly departures: Float64Array;
  private head = 0;
  private length = 0;
  private lastDepartureUs = Number.NEGATIVE_INFINITY;
  readonly capacity: number;
  private readonly intervalUs: number;

  constructor(ratePps: number, capacity: number) {
    this.capacity = capacity;
    this.intervalUs = 1e6 / ratePps;
    this.departures = new Float64Array(capacity);
  }

  /** Packets still waiting at `nowUs`. */
  depthAt(nowUs: number): number {
    while (this.length > 0 && (this.departures[this.head] ?? 0) <= nowUs) {
      this.head = (this.head + 1) % this.capacity;
      this.length--;
    }
    return this.length;
  }

  /** Departure time in us of a packet offered at `nowUs`, or `Infinity` when it is dropped. */
  offer(nowUs: number): number {
    const depth = this.depthAt(nowUs);
    if (depth >= this.capacity) return Number.POSITIVE_INFINITY;
    const departureUs = Math.max(nowUs, this.lastDepartureUs + this.intervalUs);
    this.departures[(this.head + depth) % this.capacity] = departureUs;
    this.length++;
    this.lastDepartureUs = departureUs;
    return departureUs;
  }
}

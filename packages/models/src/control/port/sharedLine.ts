import { QueueRegister } from "./queueRegister.ts";

/** Packets that wait in one priority of a shared line. */
class Waiting {
  readonly register = new QueueRegister();
  private readonly packets: Int32Array;
  private readonly arrivals: Float64Array;
  private readonly notedDepths: Int32Array;
  private readonly capacity: number;
  private head = 0;
  length = 0;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.packets = new Int32Array(capacity);
    this.arrivals = new Float64Array(capacity);
    this.notedDepths = new Int32Array(capacity);
  }

  push(nowUs: number, packet: number, noted: boolean): boolean {
    if (this.length >= this.capacity) return false;
    const at = (this.head + this.length) % this.capacity;
    this.packets[at] = packet;
    this.arrivals[at] = nowUs;
    this.notedDepths[at] = noted ? this.length : -1;
    this.length++;
    return true;
  }

  shift(nowUs: number): number {
    const at = this.head;
    this.head = (at + 1) % this.capacity;
    this.length--;
    if (this.notedDepths[at] >= 0)
      this.register.write(nowUs, nowUs - this.arrivals[at], this.notedDepths[at], this.length);
    return this.packets[at];
  }
}

/**
 * One line of `ratePps` that all priorities share, the top one first: what a real link does where BMv2 gives
 * each priority its own rate. Each priority has its own `capacity` (our choice). The caller keeps the clock:
 * it serves at `nextServiceUs`.
 */
export class SharedLine {
  readonly normal: Waiting;
  readonly top: Waiting;
  private readonly intervalUs: number;
  private lastServedUs = Number.NEGATIVE_INFINITY;

  constructor(ratePps: number, capacity: number) {
    this.intervalUs = 1e6 / ratePps;
    this.normal = new Waiting(capacity);
    this.top = new Waiting(capacity);
  }

  get length(): number {
    return this.normal.length + this.top.length;
  }

  /** False when the queue of its priority is full. */
  offer(nowUs: number, packet: number, prioritised: boolean, noted: boolean): boolean {
    return (prioritised ? this.top : this.normal).push(nowUs, packet, noted);
  }

  /** When the line is free for the next packet. */
  nextServiceUs(nowUs: number): number {
    return Math.max(nowUs, this.lastServedUs + this.intervalUs);
  }

  /** The packet that leaves at `nowUs`; there must be one. */
  serve(nowUs: number): number {
    this.lastServedUs = nowUs;
    return (this.top.length > 0 ? this.top : this.normal).shift(nowUs);
  }
}

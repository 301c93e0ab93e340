import type { Timeline } from "../timeline.ts";

/** What a packet met on its way through a queue; times in us, depths in packets. */
export type Crossed = {
  enqueuedUs: number;
  dequeuedUs: number;
  /** packets that it found, and that it left behind */
  before: number;
  behind: number;
};

type Waiting = { enqueuedUs: number; readyUs: number; before: number; out: (crossed: Crossed) => void };

/** First in, first out; what has left makes room from time to time. */
class Line {
  private items: Waiting[] = [];
  private head = 0;

  get length(): number {
    return this.items.length - this.head;
  }

  get first(): Waiting | undefined {
    return this.items[this.head];
  }

  push(item: Waiting): void {
    this.items.push(item);
  }

  shift(): void {
    this.head++;
    if (this.head < 64 || this.head * 2 < this.items.length) return;
    this.items = this.items.slice(this.head);
    this.head = 0;
  }
}

type Queue = { line: Line; intervalUs: number; depth: number; lastUs: number };

/**
 * The queues of one egress port as BMv2's traffic manager keeps them [paolucci-queue]: each priority has a rate and a
 * depth of its own, and what is ready leaves by strict priority; a packet is ready at max(now, last one ready + 1/rate)
 * and is dropped when `depth` packets wait. The wire may hold all of them until it is free.
 */
export class EgressPort {
  private readonly timeline: Timeline;
  private readonly queues: Queue[];
  private heldUntilUs = Number.NEGATIVE_INFINITY;
  private plannedUs = Number.POSITIVE_INFINITY;
  private isServing = false;

  /** `limits` of each priority, from 0 on. */
  constructor(timeline: Timeline, limits: readonly { ratePps: number; depth: number }[]) {
    this.timeline = timeline;
    this.queues = limits.map(({ ratePps, depth }) => ({
      line: new Line(),
      intervalUs: 1e6 / ratePps,
      depth,
      lastUs: Number.NEGATIVE_INFINITY,
    }));
  }

  /** Packets a second of one priority from the next packet on; `Infinity`: no limit. */
  setRate(priority: number, pps: number): void {
    this.queues[priority]!.intervalUs = 1e6 / pps;
  }

  /** Packets that a priority holds; those beyond a smaller depth stay. */
  setDepth(priority: number, packets: number): void {
    this.queues[priority]!.depth = packets;
  }

  /** Nothing leaves before `untilUs`. */
  hold(untilUs: number): void {
    this.heldUntilUs = Math.max(this.heldUntilUs, untilUs);
  }

  /** A packet comes now; `out` is called when it leaves, which may be at once. False: its queue is full. */
  offer(priority: number, out: (crossed: Crossed) => void): boolean {
    const queue = this.queues[priority]!;
    const { nowUs } = this.timeline;
    const before = queue.line.length;
    if (before >= queue.depth) return false;
    queue.lastUs = Math.max(nowUs, queue.lastUs + queue.intervalUs);
    queue.line.push({ enqueuedUs: nowUs, readyUs: queue.lastUs, before, out });
    this.serve();
    return true;
  }

  /** Lets everything leave that is ready; what follows is planned. What leaves may bring further packets. */
  private serve(): void {
    if (this.isServing) return;
    this.isServing = true;
    for (let queue = this.ready(); queue !== null; queue = this.ready()) {
      const { line } = queue;
      const { enqueuedUs, before, out } = line.first!;
      line.shift();
      out({ enqueuedUs, dequeuedUs: this.timeline.nowUs, before, behind: line.length });
    }
    this.isServing = false;
    const nextUs = Math.max(this.heldUntilUs, this.nextReadyUs());
    if (nextUs >= this.plannedUs || nextUs === Number.POSITIVE_INFINITY) return;
    this.plannedUs = nextUs;
    this.timeline.plan(nextUs, () => {
      if (this.plannedUs === nextUs) this.plannedUs = Number.POSITIVE_INFINITY;
      this.serve();
    });
  }

  /** When the first packet of any queue is ready; `Infinity`: nothing waits. */
  private nextReadyUs(): number {
    let nextUs = Number.POSITIVE_INFINITY;
    for (const { line } of this.queues) {
      const { first } = line;
      if (first && first.readyUs < nextUs) nextUs = first.readyUs;
    }
    return nextUs;
  }

  /** The queue of the highest priority whose first packet may leave now. */
  private ready(): Queue | null {
    const { nowUs } = this.timeline;
    if (this.heldUntilUs > nowUs) return null;
    for (let priority = this.queues.length - 1; priority >= 0; priority--) {
      const queue = this.queues[priority]!;
      const { first } = queue.line;
      if (first && first.readyUs <= nowUs) return queue;
    }
    return null;
  }
}

import type { Timeline } from "../timeline.ts";
import { type Crossed, EgressPort } from "./egressPort.ts";

/** BMv2's queues hold so many packets unless it is told otherwise (`simple_switch.cpp`). */
const DEFAULT_DEPTH = 64;
/**
 * A queue for each value of `standard_metadata.priority`, as with BMv2's `--priority-queues 8`; without that option it
 * has one, and drops what has another priority (our choice: a program that sets a priority means it).
 */
const PRIORITIES = 8;

/** What stands between ingress and egress of a switch. */
export type TrafficManager = {
  readonly priorities: number;
  /** Whether what goes to this port passes at once. */
  isOpen(port: number): boolean;
  /** A packet comes now; `out` is called when it leaves, which may be at once. False: its queue is full. */
  offer(port: number, priority: number, out: (crossed: Crossed) => void): boolean;
};

type Limits = { ratePps: number; depth: number };

/** The egress queues of BMv2's simple_switch with its commands. Without rates nothing waits. */
export class PortQueues implements TrafficManager {
  readonly priorities: number;
  private readonly timeline: Timeline;
  private readonly ports = new Map<number, EgressPort>();
  /** those of all ports of which nothing else was said, by priority */
  private readonly general: Limits[];
  private isLimited = false;

  constructor(timeline: Timeline, priorities = PRIORITIES) {
    this.timeline = timeline;
    this.priorities = priorities;
    this.general = Array.from({ length: priorities }, () => ({
      ratePps: Number.POSITIVE_INFINITY,
      depth: DEFAULT_DEPTH,
    }));
  }

  /** Packets a second; 0 takes the limit away. Left out: all ports, all priorities. */
  setRate(pps: number, port?: number, priority?: number): void {
    const ratePps = pps > 0 ? pps : Number.POSITIVE_INFINITY;
    this.change(port, priority, { ratePps }, (each, at) => each.setRate(at, ratePps));
  }

  /** Packets that a queue holds. Left out: all ports, all priorities. */
  setDepth(packets: number, port?: number, priority?: number): void {
    this.change(port, priority, { depth: packets }, (each, at) => each.setDepth(at, packets));
  }

  /** The wire of a port takes nothing before `untilUs`. */
  hold(port: number, untilUs: number): void {
    this.port(port).hold(untilUs);
  }

  isOpen(port: number): boolean {
    return !this.isLimited && !this.ports.has(port);
  }

  offer(port: number, priority: number, out: (crossed: Crossed) => void): boolean {
    return this.port(port).offer(priority, out);
  }

  private port(port: number): EgressPort {
    const found = this.ports.get(port);
    if (found) return found;
    const made = new EgressPort(this.timeline, this.general);
    this.ports.set(port, made);
    return made;
  }

  private change(
    port: number | undefined,
    priority: number | undefined,
    limits: Partial<Limits>,
    tell: (port: EgressPort, priority: number) => void,
  ): void {
    this.isLimited = true;
    const priorities = priority === undefined ? this.general.map((_, i) => i) : [priority];
    if (port === undefined) for (const each of priorities) Object.assign(this.general[each]!, limits);
    const ports = port === undefined ? [...this.ports.values()] : [this.port(port)];
    for (const each of ports) for (const at of priorities) tell(each, at);
  }
}

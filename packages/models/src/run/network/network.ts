import type { Timeline } from "../../control/index.ts";
import { assert } from "../../core/index.ts";
import type { Sent, Target, TimedTarget } from "../target.ts";
import type { Recording } from "../trace.ts";
import { Wire } from "./link.ts";

/** A place that a link is plugged into: a port of a switch, or a host. */
export type End = { node: string; port: number | null };

/** A frame at a switch, or at a host. `tag`: which of the packets that hosts sent it comes from. */
export type Arrival = { node: string; port: number | null; bytes: Uint8Array; atUs: number; tag: number };
/** What a switch sends; `to` is null where the port has no link. */
export type Leaving = { node: string; sent: Sent; to: string | null };

type Outlet = { wire: Wire; to: End };

/**
 * Switches and hosts joined by links, in virtual time. The switches are made on the network's timeline. Nothing is left
 * to chance but what programs draw.
 */
export class Network {
  readonly timeline: Timeline;
  /** gets every frame that a host receives */
  onReceipt: ((arrival: Arrival) => void) | null = null;
  /** gets every frame that comes to a switch, with what happens to it there as it happens; null without a trace */
  onVisit: ((arrival: Arrival, recording: Recording | null) => void) | null = null;
  /** gets every frame that leaves a switch */
  onLeaving: ((leaving: Leaving) => void) | null = null;
  private readonly switches = new Map<string, Target | TimedTarget>();
  private readonly outlets = new Map<string, Outlet>();

  constructor(timeline: Timeline) {
    this.timeline = timeline;
  }

  addSwitch(id: string, target: Target | TimedTarget): void {
    this.switches.set(id, target);
    if ("offer" in target) target.onSent = (sent) => this.leave(id, sent);
  }

  /** `delayUs` and `mbps` hold in each direction; no rate is no limit. Nodes that are no switches are hosts. */
  connect(
    a: End,
    b: End,
    { delayUs = 0, mbps = null }: { delayUs?: number; mbps?: number | null } = {},
  ): void {
    this.plug(a, { wire: new Wire(delayUs, mbps), to: b });
    this.plug(b, { wire: new Wire(delayUs, mbps), to: a });
  }

  /** A host sends a frame at `atUs`. */
  send(host: string, bytes: Uint8Array, atUs: number, tag = 0): void {
    const outlet = this.outlets.get(keyOf({ node: host, port: null }));
    assert(outlet, `host ${host} has a link`);
    this.timeline.plan(atUs, () => this.carry(outlet, bytes, atUs, tag));
  }

  private plug(end: End, outlet: Outlet): void {
    this.outlets.set(keyOf(end), outlet);
    const target = this.switches.get(end.node);
    // from now on packets wait for the wire in the queues of the port
    if (outlet.wire.isLimited && end.port !== null && target?.queues) target.queues.hold(end.port, 0);
  }

  private carry({ wire, to }: Outlet, bytes: Uint8Array, atUs: number, tag: number): number {
    const { freeUs, arrivalUs } = wire.take(bytes.length, atUs);
    this.timeline.plan(arrivalUs, () => this.arrive({ ...to, bytes, atUs: arrivalUs, tag }));
    return freeUs;
  }

  private arrive(arrival: Arrival): void {
    const { node, port, bytes, tag } = arrival;
    const target = this.switches.get(node);
    if (!target) {
      this.onReceipt?.(arrival);
      return;
    }
    assert(port !== null, "a link to a switch ends at a port");
    if ("offer" in target) {
      const recording = target.offer(port, bytes, tag);
      this.onVisit?.(arrival, recording);
      return;
    }
    target.machine.nowUs = Math.floor(this.timeline.nowUs);
    const left = target.receive(port, bytes);
    this.onVisit?.(arrival, target.takeTrace());
    for (const sent of left) this.leave(node, { ...sent, atUs: this.timeline.nowUs, tag });
  }

  private leave(node: string, sent: Sent): void {
    const outlet = this.outlets.get(keyOf({ node, port: sent.port }));
    this.onLeaving?.({ node, sent, to: outlet?.to.node ?? null });
    if (!outlet) return;
    const freeUs = this.carry(outlet, sent.bytes, sent.atUs, sent.tag);
    const blocksUs = sent.atUs - this.timeline.nowUs;
    if (outlet.wire.isLimited) this.switches.get(node)?.queues?.hold(sent.port, freeUs - blocksUs);
  }
}

const keyOf = ({ node, port }: End): string => `${node} ${port ?? ""}`;

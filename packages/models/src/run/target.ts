import type { PortQueues, Timeline, TrafficManager } from "../control/index.ts";
import type { Coverage } from "./coverage.ts";
import type { Machine } from "./machine.ts";
import type { NamedShape } from "./packets/headerShapes.ts";
import type { Recording } from "./trace.ts";
import type { Replication } from "./v1model/replication.ts";
import type { Value } from "./values/node.ts";
import type { Shape } from "./values/shape.ts";

/** `atUs`: when it is on the wire, in virtual time; `tag`: that of the packet that it comes from. */
export type Sent = { port: number; bytes: Uint8Array; atUs: number; tag: number };

/** What a packet takes in the blocks before and behind the queue, in us; asked when the blocks have run. */
export type Processing = { ingressUs(): number; egressUs(ingressUs: number): number };

/** `fields`: the trace holds the headers and metadata after each event; `coverage` counts what is passed. */
export type RunOptions = {
  seed?: number;
  trace?: boolean;
  fields?: boolean;
  coverage?: Coverage;
  /** shared by the switches of a network; a switch has one of its own else */
  timeline?: Timeline;
  /** reading of the switch's clock when the timeline begins, in us */
  clockOffsetUs?: number;
  /** of the timestamps that programs see: 1 as in BMv2, 1000 for a switch that counts nanoseconds (v1model) */
  clockTicksPerUs?: number;
  /** nothing takes time unless it is given */
  processing?: (machine: Machine) => Processing;
  /** in place of BMv2's queues */
  queues?: TrafficManager;
  /** BMv2's `--priority-queues`: one for each priority unless it is given */
  priorityQueues?: number;
  /** packets after which JavaScript is made of the program; `Infinity`: never */
  generateAfter?: number;
};

/** A switch with a program; its state stays from packet to packet. */
export type Target = {
  readonly machine: Machine;
  readonly replication: Replication;
  /** BMv2's queues; null where the switch has none that commands can change */
  readonly queues: PortQueues | null;
  /** values that digests carried, oldest first; who reads takes them away. Where digests are not kept: not there */
  readonly digests?: { name: string; value: Value; shape: Shape }[];
  /**
   * Passes one packet, and all that it gives rise to, to the end, and time with it; what leaves, in the order of
   * leaving.
   */
  receive(port: number, bytes: Uint8Array): Sent[];
  /** The headers of the program as a packet can hold them. */
  headerShapes(): NamedShape[];
  /** What happened since the last time it was asked; nothing without a trace. */
  takeTrace(): Recording;
};

/** A switch whose packets meet each other in virtual time. */
export type TimedTarget = Target & {
  readonly timeline: Timeline;
  /** Gets what leaves, as soon as it is known when. */
  onSent: ((sent: Sent) => void) | null;
  /**
   * A packet comes in now, by the timeline, which then brings it on its way. Gives what happens to it, as it happens;
   * null without a trace. `tag` comes back with what leaves.
   */
  offer(port: number, bytes: Uint8Array, tag?: number): Recording | null;
};

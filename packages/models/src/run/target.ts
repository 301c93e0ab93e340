import type { Machine } from "./machine.ts";
import type { Pass } from "./pass.ts";
import type { TraceEvent } from "./trace.ts";
import type { Replication } from "./v1model/replication.ts";

export type Sent = { port: number; bytes: Uint8Array };
export type RunOptions = { seed?: number; trace?: boolean };

/** A switch with a program; its state stays from packet to packet. */
export type Target = {
  readonly machine: Machine;
  readonly replication: Replication;
  /** Passes one packet, and all that it gives rise to; what leaves, in the order of leaving. */
  receive(port: number, bytes: Uint8Array): Sent[];
  /** What happened since the last time it was asked; nothing without a trace. */
  takeTrace(): { events: TraceEvent[]; passes: Pass[] };
};

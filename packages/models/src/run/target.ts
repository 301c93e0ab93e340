import type { Coverage } from "./coverage.ts";
import type { Machine } from "./machine.ts";
import type { NamedShape } from "./packets/headerShapes.ts";
import type { Pass } from "./pass.ts";
import type { TraceBranch, TraceEvent } from "./trace.ts";
import type { Replication } from "./v1model/replication.ts";

export type Sent = { port: number; bytes: Uint8Array };
/** `fields`: the trace holds the headers and metadata after each event; `coverage` counts what is passed. */
export type RunOptions = { seed?: number; trace?: boolean; fields?: boolean; coverage?: Coverage };

/** A switch with a program; its state stays from packet to packet. */
export type Target = {
  readonly machine: Machine;
  readonly replication: Replication;
  /** Passes one packet, and all that it gives rise to; what leaves, in the order of leaving. */
  receive(port: number, bytes: Uint8Array): Sent[];
  /** The headers of the program as a packet can hold them. */
  headerShapes(): NamedShape[];
  /** What happened since the last time it was asked; nothing without a trace. */
  takeTrace(): { events: TraceEvent[]; passes: Pass[]; branches: TraceBranch[] };
};

import type { Pass } from "../pass.ts";
import type { Recording } from "../trace.ts";
import type { Value } from "../values/node.ts";
import type { Kept } from "./fate.ts";

/** Our choice: a packet goes round at most so often. */
export const MAX_ROUNDS = 1000;

/** Why a packet is in ingress or egress, as `instance_type` says it. */
export const INSTANCE = {
  normal: 0,
  ingressClone: 1,
  egressClone: 2,
  recirculated: 4,
  replicated: 5,
  resubmitted: 6,
};

/** A packet that came in at a port, with all that it gives rise to. */
export type Flight = { port: number; rounds: number; recording: Recording | null; tag: number };

export type Arrival = {
  bytes: Uint8Array;
  type: number;
  kept: readonly Keeping[];
  /** of the trace */
  branch: number;
  flight: Flight;
};
export type Keeping = { put: () => void };
/** What the traffic manager hands to egress. */
export type Departure = Leaving & {
  /** headers and metadata, as `Contents` writes them */
  contents: Value[];
  /** its queue, as ingress chose it */
  priority: number;
  packet: Uint8Array;
  at: number;
  receivedBytes: number;
  addedBits: number;
  pass: Pass | null;
  branch: number;
  flight: Flight;
};
export type Leaving = {
  port: number;
  rid: number;
  type: number;
  /** of this packet only: copies begin without either (BMv2 keeps both beside the packet, not in its metadata) */
  truncateTo: number | null;
  recirculate: Kept | null;
  isCloned: boolean;
  /** what the blocks before egress took, in us */
  blocksUs: number;
};

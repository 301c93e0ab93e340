import type { Diagnostic, Span } from "../../core/index.ts";
import type { FlowStep, UnitGraph } from "../graph/unit.ts";
import type { FieldSet } from "../header/fieldSet.ts";
import type { Filter } from "../header/filter.ts";
import type { Choice, Write, Writes } from "../header/writes.ts";

/**
 * How a traffic class ends: out of an interface, dropped, back to where the flow came from, cut: the rest
 * of the chain does it, or exception: the chain's own functions do all of it, with the packet as it came. `resumes`:
 * the classes of this stage say what the rest does with the packet as it is then.
 */
export type Ending =
  | { kind: "exit"; name: string }
  | { kind: "drop" }
  | { kind: "origin"; state: string }
  | { kind: "cut"; unit: string; resumes?: string }
  | { kind: "exception"; unit: string; reason: string };

/**
 * Cycles of a packet alone in its batch over the elements that it crosses (Table 7.1), `searchCycles` of them for the
 * number of their filters; elements that the table does not have are `uncounted`.
 */
export type PathCost = { operations: number; cycles: number; searchCycles: number; uncounted: string[] };

/** A traffic-class unit: all packets with the same operation and ending. */
export type TrafficClass = {
  /** position in `Synthesis.classes` */
  id: number;
  writes: Writes;
  ending: Ending;
  /** the stateful rewriter that its flows share, null when nothing is chosen at run time (Property 1) */
  state: string | null;
  /** rewriters that the class needs to know its packets, or that keep its flows, in the order of the way */
  flows: readonly FlowStep[];
  /** bytes of the least fragmenter on the way, null without one */
  mtu: number | null;
  /** the querier (a unit) that ARP tells the destination of its frames, and for which address; null without one */
  nextHop: { querier: string; address: Write } | null;
  /** whether frames to several hosts (broadcast, multicast) are dropped on the way */
  dropsBroadcasts: boolean;
  /** on how many of its ways a malformed packet is dropped */
  checked: "all" | "some" | "none";
  /** on how many of its ways a packet with a wrong checksum of the header is dropped */
  summed: "all" | "some" | "none";
  /**
   * elements that its packets crossed before, one list of unit ids for each different way; at most MAX_PATHS of them
   */
  paths: readonly (readonly string[])[];
  /** filters in the ordered lists of all entries */
  filters: number;
  /** the dearest of the ways before, and the synthesised function */
  before: PathCost;
  after: PathCost;
};

/** Whether the class takes only packets of known flows; others go on to the next rule that matches. */
export const needsKnownFlow = ({ flows }: Pick<TrafficClass, "flows">): boolean => flows.some((f) => f.known);

/** One rule of a synthesised classifier; the first that matches tells the class (see `needsKnownFlow`). */
export type ClassRule = { filter: Filter; class: number };

/** The classifier of one entry. Its last rule matches everything: classes cover the entry space (R13). */
export type EntryClassifier = { entry: string; rules: readonly ClassRule[] };

/**
 * Classes behind an output of a rewriter, where an element reads what the rewriter chose: they go by the packet as it
 * is there, as the function does it. Only what runs the rewriter can go on there.
 */
export type Stage = { id: string; rules: readonly ClassRule[] };

/**
 * A stateful rewriter: one for each egress interface, with one input for each ingress interface (Properties 1 and 2).
 */
export type StateTable = {
  id: string;
  /** the egress interface whose traffic shares it */
  egress: string;
  /** ingress interfaces, in the order of its input ports */
  inputs: readonly string[];
  /** tables of the chain's functions that it replaces */
  replaces: readonly string[];
  fields: readonly { field: string; values: FieldSet; choice: Choice }[];
};

/** Where and why synthesis ends before the chain does. */
export type Cut = {
  nf: string;
  unit: string;
  element: string;
  field: string | null;
  reason: string;
  span: Span | null;
};

export type Synthesis = {
  /** whole: the map does all of the chain; cut: some classes go on in the original chain */
  status: "whole" | "cut";
  graph: UnitGraph;
  classes: readonly TrafficClass[];
  classifiers: readonly EntryClassifier[];
  stages: readonly Stage[];
  states: readonly StateTable[];
  cuts: readonly Cut[];
  /** filters before and after compression */
  counted: { traversed: number; compressed: number };
};

/**
 * "stopped": aborted by the caller; "too-large", "too-long": more filters or elements than allowed. All are
 * answers, with their reason as a diagnostic.
 */
export type Refusal = {
  status: "invalid" | "stopped" | "too-large" | "too-long";
  diagnostics: readonly Diagnostic[];
};

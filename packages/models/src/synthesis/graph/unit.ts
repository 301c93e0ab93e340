import type { Span } from "../../core/index.ts";
import type { Filter } from "../header/filter.ts";
import type { Writes } from "../header/writes.ts";

/**
 * What a rule asks of a rewriter. `known`: it acts only on packets of a flow that was mapped at `input`; for others the
 * next rule is asked. Not known: it maps the flow when it is new. `isForward`: they run as the flow's first packet did;
 * otherwise they are its replies.
 */
type FlowUse = { state: string; input: number; known: boolean; isForward: boolean };

/**
 * A use on a way, with the output by which the rewriter lets the packet go. `isHairpin`: see
 * `isStray`.
 */
export type FlowStep = FlowUse & { port: number; isHairpin: boolean };

/**
 * What a unit does with packets of `filter`: `writes`, then leave by `port`; null drops. `exception` names why these
 * packets go to the function itself, as they came.
 */
export type UnitRule = {
  filter: Filter;
  writes: Writes;
  port: number | null;
  flow?: FlowUse;
  exception?: string;
};

/**
 * What a unit asks of a packet besides its fields. `mtu`: bytes of the largest packet that it lets through in one
 * piece, where it fragments; `checksHeader`: malformed packets do not pass, `skipsChecksum`: but those with a wrong
 * checksum do, `letsMalformedOut`: they have an output; `dropsBroadcasts`: frames to several hosts do not pass.
 */
export type BeyondFields = {
  mtu?: number;
  checksHeader?: boolean;
  skipsChecksum?: boolean;
  letsMalformedOut?: boolean;
  dropsBroadcasts?: boolean;
};

/**
 * A processing unit of the thesis (Sec. 7.2.1): rules of which the first that matches acts; what none matches
 * is dropped. One element gives one unit for each of its input ports.
 */
export type Unit = {
  id: string;
  /** network function that it belongs to */
  nf: string;
  /** class of the element (`IPFilter`), the key of Table 7.1 */
  element: string;
  /** name of the element in its configuration */
  name: string;
  rules: readonly UnitRule[];
  /** what prevents synthesis, null when nothing does: packets must be handed to the function itself here */
  opaque: string | null;
  /** arguments of the element in its configuration; null where it has none of Click's */
  given: readonly string[] | null;
  beyond: BeyondFields;
  span: Span | null;
};

/** Where a packet goes from an output: another unit, an exit of the chain, or nowhere (it is dropped). */
export type Target = { kind: "unit"; id: string } | { kind: "exit"; name: string };

/** The element graph of a whole chain; internal input and output is removed. */
export type UnitGraph = {
  units: ReadonlyMap<string, Unit>;
  /** targets of a unit by output port */
  edges: ReadonlyMap<string, readonly (Target | null)[]>;
  entries: readonly { name: string; target: Target }[];
  exits: readonly string[];
  layout: Readonly<Record<string, number>>;
  /** network functions in the order of the chain file */
  nfs: readonly string[];
  /** the rewriters that keep flows, by the id of their state */
  rewriters: ReadonlyMap<string, Rewriter>;
};

/** A rewriter with its specifications, and the mappers that these name, by name. */
export type Rewriter = {
  element: string;
  specifications: readonly string[];
  mappers: Readonly<Record<string, readonly string[]>>;
};

/** Where a packet that leaves `unit` by `port` goes. */
export const targetOf = (graph: UnitGraph, unit: string, port: number): Target | null =>
  graph.edges.get(unit)?.[port] ?? null;

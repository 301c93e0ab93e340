import type { Span } from "../../core/index.ts";
import type { Filter } from "../header/filter.ts";
import type { Writes } from "../header/writes.ts";

/** What a unit does with packets of `filter`: `writes`, then leave by `port`; null drops. */
export type UnitRule = { filter: Filter; writes: Writes; port: number | null };

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
  /**
   * the port by which replies of `state` leave for the interface that their flow came from (Property 2); null
   * when there is none
   */
  replies: { port: number; state: string } | null;
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
};

/** Where a packet that leaves `unit` by `port` goes. */
export const targetOf = (graph: UnitGraph, unit: string, port: number): Target | null =>
  graph.edges.get(unit)?.[port] ?? null;

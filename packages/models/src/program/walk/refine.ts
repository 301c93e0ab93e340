import type { Construct } from "../../core/index.ts";
import type { Flow, FlowNode } from "../flow/flow.ts";
import type { Arc } from "./explore.ts";
import { hasLostIndices } from "./forget.ts";
import { Futures, type Side } from "./futures.ts";
import { type Guide, guideWith, type Within } from "./guide.ts";
import { findLoopHeads, liveCells } from "./liveness.ts";
import { Reasons } from "./reasons.ts";
import { type Found, searchExtreme } from "./searchExtreme.ts";

/** A bound of a count. `isExact`: some path has it. */
export type Bound = { count: number; isExact: boolean };

export type RefineLimits = {
  /** vertices of a guide, and of all guides for one bound */
  guide: number;
  allGuides: number;
  /** beginnings of paths that are looked at in one turn of a search */
  searched: number;
};

/** Our choice: a bound takes some seconds at most. */
const LIMITS: RefineLimits = { guide: 13_000, allGuides: 30_000, searched: 1_000 };

/**
 * The bound of the count of `construct` on one side, in its slice, by remembering only what matters for the paths that
 * count most (or least). At first nothing is remembered; where the best paths turn out to be impossible, what would
 * have told so is remembered as well, and only what may be better than the best path found is looked at again
 * (counterexample-guided abstraction refinement, Clarke et al. 2000). Null when there is no path, or when even so there
 * is too much to follow.
 */
export function refinedBound(
  slice: Flow,
  construct: Construct,
  side: Side,
  limits: RefineLimits = LIMITS,
): Bound | null {
  const flow = withSingleOperations(slice);
  if (hasLostIndices(flow)) return null;
  const heads = findLoopHeads(flow);
  const live = liveCells(flow, heads);
  const reasons = new Reasons(flow, heads, live);
  let left = limits.allGuides;
  const follow = (within: Within | null): Guide | null => {
    const guide = guideWith({ flow, heads, live, remembered: reasons.remembered }, within, limits.guide);
    left -= guide?.order.length ?? limits.guide;
    return guide;
  };
  // what a search holds of its guide goes before the next guide comes
  const search = (guide: Guide, known: number | null): Found & { open: ReadonlySet<Arc> } => {
    const futures = new Futures(guide, construct, side);
    const found = searchExtreme(flow, guide, futures, known, limits.searched);
    return { ...found, open: found.best === found.bound ? new Set() : futures.arcsAbove(found.best) };
  };
  let best: number | null = null;
  let bound: Bound | null = null;
  for (let guide = follow(null); guide; ) {
    const found = search(guide, best);
    if (found.bound === null) return null;
    best = found.best;
    bound = { count: found.bound, isExact: found.best === found.bound };
    if (bound.isExact) return bound;
    const within = { guide, arcs: found.open };
    guide = null;
    while (!guide && left > 0 && reasons.add(found.lost)) {
      guide = follow(within);
      while (!guide && left > 0 && reasons.takeBack()) guide = follow(within);
    }
  }
  return bound;
}

/** The flow with one operation at each node, so that little is asked at a time. */
function withSingleOperations(flow: Flow): Flow {
  const nodes = new Map<string, FlowNode>();
  for (const node of flow.nodes.values()) {
    const last = node.operations.length - 1;
    const partId = (index: number): string => (index <= 0 ? node.id : `${node.id}/${index}`);
    for (const [index, operation] of node.operations.slice(0, -1).entries()) {
      const id = partId(index);
      nodes.set(id, {
        ...node,
        id,
        kind: "statements",
        operations: [operation],
        branching: "ordered",
        edges: [{ id: `${id}>`, to: partId(index + 1), label: "", guard: null }],
      });
    }
    nodes.set(partId(last), { ...node, id: partId(last), operations: node.operations.slice(-1) });
  }
  return { ...flow, nodes };
}

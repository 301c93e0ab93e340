import { type Construct, constructs, type Features, noFeatures } from "../../core/index.ts";
import type { WalkEvent } from "./events.ts";
import type { Exploration, Vertex } from "./explore.ts";
import { applyMark, headerBits, sizeOfSet } from "./marks.ts";

export type Bounds = { min: Features; max: Features; pathCount: bigint };

type Additive = Exclude<Construct, "modify">;
const additive = constructs.filter((construct): construct is Additive => construct !== "modify");

/**
 * What is known of all walks that reach a vertex. Written headers are bit sets; of two sets where one holds
 * the other, the larger ends with at least as many modified headers whatever follows, so only the
 * inclusion-largest sets are kept for the maximum and only the inclusion-smallest for the minimum.
 */
type Reach = {
  count: bigint;
  min: Record<Additive, number>;
  max: Record<Additive, number>;
  largest: bigint[];
  smallest: bigint[];
};

/**
 * Exact smallest and largest count of each construct over all walks, and their number, in one pass over the graph in
 * topological order: no path is listed. Null when there is no walk to an end.
 */
export function boundWalks(exploration: Exploration): Bounds | null {
  const bitOf = headerBits();
  const reached = new Map<Vertex, Reach>();
  const zero = { parse: 0, copy: 0, remove: 0, add: 0, table: 0 };
  reached.set(exploration.start, { count: 1n, min: zero, max: zero, largest: [0n], smallest: [0n] });
  let end: Reach | null = null;
  for (const vertex of exploration.order.toReversed()) {
    const here = reached.get(vertex);
    reached.delete(vertex);
    if (!here || !vertex.alive) continue;
    for (const arc of vertex.arcs) {
      if (arc.to && !arc.to.alive) continue;
      const after = pass(here, arc.events, bitOf);
      if (arc.to) reached.set(arc.to, join(reached.get(arc.to) ?? null, after));
      else end = join(end, after);
    }
  }
  if (!end) return null;
  const sizes = (sets: readonly bigint[]): number[] => sets.map(sizeOfSet);
  return {
    min: { ...noFeatures(), ...end.min, modify: Math.min(...sizes(end.smallest)) },
    max: { ...noFeatures(), ...end.max, modify: Math.max(...sizes(end.largest)) },
    pathCount: end.count,
  };
}

function pass(reach: Reach, events: readonly WalkEvent[], bitOf: (cell: string) => bigint): Reach {
  if (events.length === 0) return reach;
  const min = { ...reach.min };
  const max = { ...reach.max };
  for (const event of events) {
    if (event.kind !== "count") continue;
    min[event.construct]++;
    max[event.construct]++;
  }
  const mark = (set: bigint): bigint => events.reduce((held, event) => applyMark(held, event, bitOf), set);
  return {
    count: reach.count,
    min,
    max,
    largest: keepLargest(reach.largest.map(mark)),
    smallest: keepSmallest(reach.smallest.map(mark)),
  };
}

function join(a: Reach | null, b: Reach): Reach {
  if (!a) return b;
  const min = { ...a.min };
  const max = { ...a.max };
  for (const construct of additive) {
    min[construct] = Math.min(a.min[construct], b.min[construct]);
    max[construct] = Math.max(a.max[construct], b.max[construct]);
  }
  return {
    count: a.count + b.count,
    min,
    max,
    largest: keepLargest([...a.largest, ...b.largest]),
    smallest: keepSmallest([...a.smallest, ...b.smallest]),
  };
}

const includes = (larger: bigint, smaller: bigint): boolean => (larger & smaller) === smaller;

function keepLargest(sets: readonly bigint[]): bigint[] {
  const distinct = [...new Set(sets)];
  if (distinct.length < 2) return distinct;
  return distinct.filter((set) => !distinct.some((other) => other !== set && includes(other, set)));
}

function keepSmallest(sets: readonly bigint[]): bigint[] {
  const distinct = [...new Set(sets)];
  if (distinct.length < 2) return distinct;
  return distinct.filter((set) => !distinct.some((other) => other !== set && includes(set, other)));
}

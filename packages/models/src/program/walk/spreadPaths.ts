import type { FlowStorage } from "../flow/flow.ts";
import type { Arc, Exploration, Vertex } from "./explore.ts";
import { describeWalk, type Walk } from "./listPaths.ts";

/** A way through the graph, arc by arc. */
type Step = { from: Vertex; arc: Arc };

/**
 * At most `limit` paths that together pass every branch of the program, each branch in as many states as there is room
 * for: where the listed paths would be the first ones and leave most of a large program out.
 */
export function spreadPaths(exploration: Exploration, storage: FlowStorage, limit: number): Walk[] {
  const { steps, before } = reachedFrom(exploration.start);
  const byEdge = new Map<string, Step[]>();
  for (const step of steps) {
    const edge = step.arc.edge ?? "end";
    const known = byEdge.get(edge);
    if (known) known.push(step);
    else byEdge.set(edge, [step]);
  }
  const passed = new Set<Arc>();
  const walks: Walk[] = [];
  const most = Math.max(0, ...[...byEdge.values()].map((each) => each.length));
  for (let round = 0; round < most && walks.length < limit; round++)
    for (const instances of byEdge.values()) {
      // one that no path passes yet; the first round is content with any path that passes the branch
      const isPassed = round === 0 && instances.some(({ arc }) => passed.has(arc));
      const step = isPassed ? undefined : instances.find(({ arc }) => !passed.has(arc));
      if (!step) continue;
      const way = [...prefixOf(step.from, before), step, ...suffixOf(step.arc, passed)];
      for (const { arc } of way) passed.add(arc);
      walks.push(
        describeWalk(
          way.map(({ from }) => from),
          way.map(({ arc }) => arc),
          storage,
        ),
      );
      if (walks.length >= limit) break;
    }
  return walks;
}

const isOpen = ({ to }: Arc): boolean => to === null || to.alive;

/** Every arc that a path can pass, nearest first, and the one by which each vertex is reached soonest. */
function reachedFrom(start: Vertex): { steps: Step[]; before: Map<Vertex, Step> } {
  const before = new Map<Vertex, Step>();
  const steps: Step[] = [];
  const queue = [start];
  for (let at = 0; at < queue.length; at++) {
    const from = queue[at]!;
    for (const arc of from.arcs) {
      if (!isOpen(arc)) continue;
      steps.push({ from, arc });
      if (!arc.to || arc.to === start || before.has(arc.to)) continue;
      before.set(arc.to, { from, arc });
      queue.push(arc.to);
    }
  }
  return { steps, before };
}

function prefixOf(vertex: Vertex, before: ReadonlyMap<Vertex, Step>): Step[] {
  const way: Step[] = [];
  for (let step = before.get(vertex); step; step = before.get(step.from)) way.push(step);
  return way.reverse();
}

/** On to an end, over arcs that no path passed yet where there are any. */
function suffixOf(arc: Arc, passed: ReadonlySet<Arc>): Step[] {
  const way: Step[] = [];
  for (let from = arc.to; from; ) {
    const open = from.arcs.filter(isOpen);
    const next = open.find((each) => !passed.has(each)) ?? open[0];
    if (!next) break;
    way.push({ from, arc: next });
    from = next.to;
  }
  return way;
}

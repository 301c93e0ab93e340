import type { FlowStorage } from "../flow/flow.ts";
import type { Path } from "../report.ts";
import { type StandIns, standInFor } from "../standIns.ts";
import { toPath } from "../toPath.ts";
import type { Arc, Exploration, Vertex } from "./explore.ts";
import { describeWalk } from "./listPaths.ts";

/** All feasible paths of a program as a graph: for questions about more paths than can be listed. */
export type ProgramWalks = {
  /** complete: no path is missing */
  exploration: Exploration;
  storage: FlowStorage;
  /** the program's own file */
  file: string;
  /** what externs are called in the answers */
  standIns: StandIns;
};

/** Externs that some path uses, listed or not, by the names that answers give them. */
export function externsOfWalks(walks: ProgramWalks): string[] {
  const names = new Set<string>();
  for (const { arcs } of walks.exploration.order) {
    for (const { events, to } of arcs) {
      if (to && !to.alive) continue;
      for (const event of events)
        if (event.kind === "extern") names.add(standInFor(walks.standIns, event.name));
    }
  }
  return [...names];
}

/** The arcs of a path in order, which is what tells it from the others. */
export type ArcSequence = readonly Arc[];

/** A beginning of a path, by its last arc and the beginning before it. */
export type Trail = { readonly last: { arc: Arc; before: Trail } | null };

/** The arcs of a trail in order. */
export function arcsOf(end: Trail): Arc[] {
  const arcs: Arc[] = [];
  for (let at = end; at.last; at = at.last.before) arcs.push(at.last.arc);
  return arcs.reverse();
}

/** Number of walks from each vertex to an end. */
export function countWalks({ order }: Exploration): Map<Vertex, bigint> {
  const counts = new Map<Vertex, bigint>();
  for (const vertex of order) {
    counts.set(
      vertex,
      vertex.arcs.reduce((sum, arc) => sum + walksThrough(arc, counts), 0n),
    );
  }
  return counts;
}

const walksThrough = (arc: Arc, counts: ReadonlyMap<Vertex, bigint>): bigint =>
  arc.to ? (counts.get(arc.to) ?? 0n) : 1n;

/** Number of paths that leave `vertex` by an arc before `arc`. */
export function walksBefore(vertex: Vertex, arc: Arc, counts: ReadonlyMap<Vertex, bigint>): bigint {
  let sum = 0n;
  for (const each of vertex.arcs) {
    if (each === arc) break;
    sum += walksThrough(each, counts);
  }
  return sum;
}

/** A path with the nodes and edges of the drawing that it passes, in order. */
export type DrawnPath = { path: Path; nodes: string[]; edges: string[] };

/** The path that follows `arcs` and stands at `position` (from 0) in the order of all paths, listed or not. */
export const pathOfArcs = (walks: ProgramWalks, arcs: ArcSequence, position: bigint): Path =>
  drawArcs(walks, arcs, position).path;

function drawArcs(walks: ProgramWalks, arcs: ArcSequence, position: bigint): DrawnPath {
  const vertices = [walks.exploration.start];
  for (const arc of arcs) if (arc.to) vertices.push(arc.to);
  const walk = describeWalk(vertices, arcs, walks.storage);
  const path = toPath(`p${position + 1n}`, walk, walks.file, walks.standIns);
  return { path, nodes: walk.nodes, edges: walk.edges };
}

/** The path named `id`, also when it is beyond those that are listed; null when there is none. */
export const findPath = (walks: ProgramWalks, id: string): Path | null =>
  findDrawnPath(walks, id)?.path ?? null;

/** The same with its way through the drawing. */
export function findDrawnPath(walks: ProgramWalks, id: string): DrawnPath | null {
  const position = positionOf(id);
  if (position === null) return null;
  const arcs = arcsAt(walks, countWalks(walks.exploration), position);
  return arcs && drawArcs(walks, arcs, position);
}

/** Where the path named `id` stands in the order of all paths, from 0; null: no path is named so. */
export const positionOf = (id: string): bigint | null =>
  /^p[1-9][0-9]*$/.test(id) ? BigInt(id.slice(1)) - 1n : null;

/** The arcs of the path at `position`; null when there are fewer. `counts`: those of `countWalks`. */
export function arcsAt(
  { exploration }: ProgramWalks,
  counts: ReadonlyMap<Vertex, bigint>,
  position: bigint,
): Arc[] | null {
  const arcs: Arc[] = [];
  let before = 0n;
  for (let vertex: Vertex | null = exploration.start; vertex; ) {
    let taken: Arc | null = null;
    for (const arc of vertex.arcs) {
      const through = walksThrough(arc, counts);
      if (position < before + through) {
        taken = arc;
        break;
      }
      before += through;
    }
    if (!taken) return null;
    arcs.push(taken);
    vertex = taken.to;
  }
  return arcs;
}

import type { Probabilities } from "../probabilities.ts";
import type { Path } from "../report.ts";
import { ArcShares } from "./arcShares.ts";
import { BestFirst } from "./bestFirst.ts";
import type { Arc, Vertex } from "./explore.ts";
import {
  type ArcSequence,
  arcsOf,
  countWalks,
  type ProgramWalks,
  pathOfArcs,
  type Trail,
  walksBefore,
} from "./programWalks.ts";

/** A path with the share of the packets that take it. */
export type LikelyPath = { path: Path; share: number; arcs: ArcSequence };

export type LikelyPaths = {
  /** the likeliest first */
  paths: LikelyPath[];
  /** places where the ways were taken to be equally likely, because nothing was said about them */
  assumed: string[];
};

/** Beginnings of paths that are followed at most (our choice). */
const MOST_FOLLOWED = 100_000;

/**
 * The paths that most packets take when they go the ways of a program as `probabilities` say, whether the paths are
 * listed or not: at most `most`, fewer when they hold all packets or when very many are about equally likely. Paths
 * that no packet takes are left out.
 */
export function likelyPaths(walks: ProgramWalks, probabilities: Probabilities, most: number): LikelyPaths {
  const counts = countWalks(walks.exploration);
  const shares = new ArcShares(probabilities);
  const sharesOf = remembered((vertex) => shares.of(vertex));
  const open = new BestFirst<Beginning>((a, b) => a.share > b.share);
  open.push({ share: 1, position: 0n, at: walks.exploration.start, last: null });
  const paths: LikelyPath[] = [];
  let followed = 0;
  for (let best = open.pop(); best && paths.length < most && followed < MOST_FOLLOWED; best = open.pop()) {
    followed++;
    const { at, share, position } = best;
    if (!at) {
      const arcs = arcsOf(best);
      paths.push({ path: pathOfArcs(walks, arcs, position), share, arcs });
      continue;
    }
    for (const [arc, part] of sharesOf(at)) {
      if (part === 0) continue;
      const skipped = walksBefore(at, arc, counts);
      open.push({
        ...{ share: share * part, position: position + skipped, at: arc.to },
        last: { arc, before: best },
      });
    }
  }
  return { paths, assumed: [...shares.assumed] };
}

/** The share of the packets that follow `arcs` from the start, under `probabilities`. */
export function arcsShare(walks: ProgramWalks, probabilities: Probabilities): (arcs: ArcSequence) => number {
  const shares = new ArcShares(probabilities);
  const sharesOf = remembered((vertex) => shares.of(vertex));
  return (arcs) => {
    let share = 1;
    let vertex: Vertex = walks.exploration.start;
    for (const arc of arcs) {
      share *= sharesOf(vertex).get(arc) ?? 0;
      if (arc.to) vertex = arc.to;
    }
    return share;
  };
}

/** A beginning of a path; `position` is that of its first path among all. `at` null: it has come to an end. */
type Beginning = Trail & {
  share: number;
  position: bigint;
  at: Vertex | null;
};

function remembered(sharesOf: (vertex: Vertex) => Map<Arc, number>): (vertex: Vertex) => Map<Arc, number> {
  const known = new Map<Vertex, Map<Arc, number>>();
  return (vertex) => {
    const found = known.get(vertex) ?? sharesOf(vertex);
    known.set(vertex, found);
    return found;
  };
}

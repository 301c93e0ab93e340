import type { ClonedBy, CloneFlow } from "./lower/clones.ts";
import type { ClonePath } from "./report.ts";
import type { StandIns } from "./standIns.ts";
import { TooManyBodies } from "./tooManyBodies.ts";
import { toPath } from "./toPath.ts";
import type { Explore } from "./walk/exploreOnce.ts";
import { listPaths } from "./walk/listPaths.ts";

/** Our choice: paths of clones that are told apart, of each block that clones. */
const MAX_CLONE_PATHS = 2000;

/** What `clonePaths` reads of a program. */
export type CloningProgram = {
  /** what happens to the packets that a block clones; null when it clones none. May throw `TooManyBodies` */
  lower(by: ClonedBy): CloneFlow | null;
  standIns: StandIns;
  /** the program's own */
  file: string;
  /** (node, state) pairs followed at most */
  maxStates: number;
  explore: Explore;
};

/**
 * The different paths of a program's clones through egress, those of the packet as it came first. Undefined when
 * nothing is cloned, null when the paths are too many to follow.
 */
export function clonePaths(program: CloningProgram): ClonePath[] | null | undefined {
  const found: ClonePath[] = [];
  for (const by of ["ingress", "egress"] as const) {
    const paths = pathsOf(program, by);
    if (!paths) return null;
    for (const path of paths) found.push({ ...path, id: `c${found.length + 1}`, clonedBy: by });
  }
  return found.length === 0 ? undefined : found;
}

function pathsOf(program: CloningProgram, by: ClonedBy): Omit<ClonePath, "clonedBy">[] | null {
  const { standIns, file, maxStates, explore } = program;
  const lowered = lowerOrGiveUp(program, by);
  if (lowered === "too large") return null;
  if (!lowered) return [];
  const { flow, begin } = lowered;
  const exploration = explore(flow, { vertexLimit: maxStates, keeps: "everything" });
  if (!exploration) return [];
  if (!exploration.complete) return null;
  const different = new Map<string, Omit<ClonePath, "clonedBy">>();
  for (const start of exploration.order.toReversed()) {
    if (start.node.id !== begin || !start.alive) continue;
    const walks = listPaths({ ...exploration, start }, flow.storage, MAX_CLONE_PATHS + 1);
    for (const walk of walks) {
      const path = toPath("c1", walk, file, standIns);
      different.set(JSON.stringify(path), path);
      if (different.size > MAX_CLONE_PATHS) return null;
    }
    if (walks.length > MAX_CLONE_PATHS) return null;
  }
  return [...different.values()];
}

/** Egress is written out twice for clones of egress. */
function lowerOrGiveUp({ lower }: CloningProgram, by: ClonedBy) {
  try {
    return lower(by);
  } catch (error) {
    if (!(error instanceof TooManyBodies)) throw error;
    return "too large";
  }
}

import { constructs, type Diagnostic } from "../core/index.ts";
import type { Contents } from "./entries/contents.ts";
import { declaredTables } from "./entries/declaredTables.ts";
import type { ProgramTable } from "./entries/programTables.ts";
import type { Flow } from "./flow/flow.ts";
import { type ProgramGraph, programGraph } from "./programGraph.ts";
import type { CoarseBounds, FeaturesReport } from "./report.ts";
import type { StandIns } from "./standIns.ts";
import { toPath } from "./toPath.ts";
import { type Bounds, boundWalks } from "./walk/bounds.ts";
import { type Exploration, explore as exploreFlow, loopLimitOf } from "./walk/explore.ts";
import type { Explore } from "./walk/exploreOnce.ts";
import { listPaths, type Walk } from "./walk/listPaths.ts";
import type { ProgramWalks } from "./walk/programWalks.ts";
import { exploreValidity, sliceBounds } from "./walk/sliceBounds.ts";

export type AnalysedFlow = {
  report: FeaturesReport;
  /** null when the program has errors */
  graph: ProgramGraph | null;
  /**
   * all paths, unlisted: for `extremePaths` and `expectedCost`; null when they are too many to follow with all values
   */
  walks: ProgramWalks | null;
  /** what tables hold; null: unknown */
  contents: Contents | null;
};

/** Our choice: paths listed unless asked otherwise. */
const DEFAULT_MAX_PATHS = 2000;

/** Our choice: (node, state) pairs that are followed unless asked otherwise; the largest public programs stay exact. */
export const MAX_STATES = 150_000;

export type FlowLimits = {
  /** paths listed at most */
  maxPaths?: number;
  /** (node, state) pairs followed at most: more of them keep the bounds exact for larger programs */
  maxStates?: number;
  /** `exploreOnce()`, where several programs that may be alike are analysed */
  explore?: Explore;
};

/** Our choice: pairs that are followed of what decides one construct. */
const SLICE_STATES = 20_000;

/** A path count above this is reported as this. */
const MANY_PATHS = BigInt(Number.MAX_SAFE_INTEGER);

/** What is said of a program besides its paths. */
export type AboutProgram = Pick<FeaturesReport, "program" | "architecture" | "hash" | "diagnostics"> & {
  tables: readonly ProgramTable[];
  contents: Contents | null;
  standIns: StandIns;
};

/** Paths, bounds and drawing of a flow; without one (the program has errors) an empty report with the diagnostics. */
export function analyseFlow(
  flow: Flow | null,
  about: AboutProgram,
  { maxPaths = DEFAULT_MAX_PATHS, maxStates = MAX_STATES, explore = exploreFlow }: FlowLimits = {},
): AnalysedFlow {
  const { diagnostics, tables, contents, standIns, ...base } = about;
  if (!flow) {
    const empty = { paths: [], pathCount: 0, truncated: false, tables: [], min: null, max: null };
    return { report: { ...base, ...empty, diagnostics }, graph: null, walks: null, contents };
  }
  const { listed, exploration, bounds, coarse, feasible, notes } = followPaths(
    flow,
    maxPaths,
    maxStates,
    explore,
  );
  const named = listed.map((walk, index) => ({ id: `p${index + 1}`, walk }));
  const pathCount = bounds?.pathCount ?? 0n;
  const report: FeaturesReport = {
    ...base,
    paths: named.map(({ id, walk }) => toPath(id, walk, about.program, standIns)),
    pathCount: pathCount > MANY_PATHS ? Number.MAX_SAFE_INTEGER : Number(pathCount),
    truncated: pathCount > BigInt(listed.length),
    tables: declaredTables(tables, contents, flow),
    min: bounds?.min ?? null,
    max: bounds?.max ?? null,
    ...(coarse ? { coarse } : {}),
    diagnostics: [...diagnostics, ...notes],
  };
  const walks: ProgramWalks | null = exploration
    ? { exploration, storage: flow.storage, file: about.program, standIns }
    : null;
  return { report, graph: programGraph(flow, feasible, named), walks, contents };
}

type Followed = {
  /** feasible paths, not all of them when they are too many */
  listed: Walk[];
  /** of all paths; null when they are too many to follow with all values */
  exploration: Exploration | null;
  bounds: Bounds | null;
  /** left out when all bounds are counts of paths */
  coarse?: CoarseBounds;
  /** tells which edges a packet can take; null when that is not known */
  feasible: Exploration | null;
  notes: Diagnostic[];
};

/** Follows paths with all values; when the states grow too many, each construct is bounded by what decides it. */
function followPaths(flow: Flow, maxPaths: number, maxStates: number, explore: Explore): Followed {
  const { exploration, listed, isComplete, notes } = followWithValues(flow, maxPaths, maxStates, explore);
  if (isComplete) {
    const bounds = exploration && boundWalks(exploration);
    const message = exploration?.loopCut
      ? `no packet gets through: after ${exploration.loopLimit} rounds of a loop none has left it; see that something ends it`
      : "no packet can get through: every path contradicts itself";
    const noPath = bounds ? [] : [note("warning", "program-no-path", message)];
    return { listed, exploration, bounds, feasible: exploration, notes: [...noPath, ...notes] };
  }
  const { coarse, ...counts } = sliceBounds(flow, Math.min(maxStates, SLICE_STATES), loopLimitOf(flow));
  const feasible = exploreValidity(flow, explore);
  const pathCount = (feasible && boundWalks(feasible)?.pathCount) ?? MANY_PATHS + 1n;
  const message = `too many branches to follow all paths with all values: ${exactness(coarse)}`;
  return {
    listed,
    exploration: null,
    bounds: { ...counts, pathCount },
    ...(coarse.min.length + coarse.max.length > 0 ? { coarse } : {}),
    feasible,
    notes: [note("warning", "program-coarse", message), ...notes],
  };
}

/** Which bounds are the counts of paths that a packet can take. */
function exactness({ min, max }: CoarseBounds): string {
  const low = min.length > 0 ? [`min of ${min.join(", ")} may be too low`] : [];
  const high = max.length > 0 ? [`max of ${max.join(", ")} may be too high`] : [];
  if (low.length + high.length === 0) return "min and max are exact";
  const isAll = min.length + max.length === 2 * constructs.length;
  return [...low, ...high, ...(isAll ? [] : ["all other bounds are exact"])].join("; ");
}

/**
 * Paths that are reachable with all values. An exploration that is not complete ends here: with what it holds, bounding
 * constructs one by one would take half as much memory again.
 */
function followWithValues(
  flow: Flow,
  maxPaths: number,
  maxStates: number,
  explore: Explore,
): Pick<Followed, "listed" | "exploration" | "notes"> & { isComplete: boolean } {
  const exploration = explore(flow, { vertexLimit: maxStates, keeps: "everything" });
  return {
    listed: exploration ? listPaths(exploration, flow.storage, maxPaths) : [],
    exploration: exploration?.complete ? exploration : null,
    isComplete: exploration?.complete ?? true,
    notes: loopNotes(exploration),
  };
}

function loopNotes(exploration: Exploration | null): Diagnostic[] {
  if (!exploration?.loopCut) return [];
  const message = `a loop that no header stack bounds is followed for ${exploration.loopLimit} rounds`;
  return [note("warning", "program-loop", message)];
}

const note = (severity: Diagnostic["severity"], code: string, message: string): Diagnostic => ({
  severity,
  code,
  message,
  span: null,
});

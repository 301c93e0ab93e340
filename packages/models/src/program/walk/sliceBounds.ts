import { type Construct, constructs, type Features, noFeatures } from "../../core/index.ts";
import type { Flow } from "../flow/flow.ts";
import type { CoarseBounds } from "../report.ts";
import { type Bounds, boundWalks } from "./bounds.ts";
import { type Exploration, explore } from "./explore.ts";
import type { Explore } from "./exploreOnce.ts";
import { hasLostIndices } from "./forget.ts";
import { type Bound, refinedBound } from "./refine.ts";
import { sliceFor } from "./slice.ts";
import { structuralBounds } from "./structuralBounds.ts";

/** Our choice: pairs that are followed when values are forgotten. */
const COARSE_STATES = 20_000;

/**
 * All paths that packets take and others, by header validity only; null when they are too many, or an index that is
 * forgotten is more than a test.
 */
export function exploreValidity(flow: Flow, exploreFlow: Explore = explore): Exploration | null {
  if (hasLostIndices(flow)) return null;
  const exploration = exploreFlow(flow, { vertexLimit: COARSE_STATES, keeps: "validity" });
  return exploration?.complete ? exploration : null;
}

/** `coarse` names none when all counts are exact. */
export type SliceBounds = { min: Features; max: Features; coarse: CoarseBounds };

/**
 * Least and greatest counts of a flow that is too large to follow as a whole: for each construct from the part that
 * decides it. That is followed with all values up to `vertexLimit` vertices, else for each bound with those that matter
 * for it; what stays open is bounded by header validity only, else by the shape of the flow.
 */
export function sliceBounds(flow: Flow, vertexLimit: number, loopLimit: number): SliceBounds {
  const bounds: SliceBounds = { min: noFeatures(), max: noFeatures(), coarse: { min: [], max: [] } };
  for (const construct of constructs) {
    const { min, max } = boundsOf(sliceFor(flow, construct), construct, vertexLimit, loopLimit);
    if (!min.isExact) bounds.coarse.min.push(construct);
    if (!max.isExact) bounds.coarse.max.push(construct);
    bounds.min[construct] = min.count;
    bounds.max[construct] = max.count;
  }
  return bounds;
}

function boundsOf(
  slice: Flow,
  construct: Construct,
  vertexLimit: number,
  loopLimit: number,
): { min: Bound; max: Bound } {
  const whole = walkBounds(explore(slice, { vertexLimit, keeps: "everything" }));
  const bound = (count: number, isExact: boolean): Bound => ({ count, isExact });
  if (whole) return { min: bound(whole.min[construct], true), max: bound(whole.max[construct], true) };
  const min = refinedBound(slice, construct, -1);
  const max = refinedBound(slice, construct, 1);
  if (min?.isExact && max?.isExact) return { min, max };
  const outer = walkBounds(exploreValidity(slice)) ?? structuralBounds(slice, loopLimit);
  const [least, most] = [outer.min[construct], outer.max[construct]];
  // all of them enclose the truth, so the nearest of them does
  return {
    min: min?.isExact ? min : bound(Math.max(least, min?.count ?? least), false),
    max: max?.isExact ? max : bound(Math.min(most, max?.count ?? most), false),
  };
}

const walkBounds = (exploration: Exploration | null): Bounds | null =>
  exploration?.complete ? boundWalks(exploration) : null;

import { type Construct, constructs, type Features, noFeatures } from "../../core/index.ts";
import type { Flow } from "../flow/flow.ts";
import { boundWalks } from "./bounds.ts";
import { explore } from "./explore.ts";
import { sliceFor } from "./slice.ts";
import { structuralBounds } from "./structuralBounds.ts";

/** Our choice: pairs that are followed when values are forgotten. */
export const COARSE_STATES = 20_000;

/** `coarse`: constructs whose bounds enclose the truth; those of the others are exact. */
export type SliceBounds = { min: Features; max: Features; coarse: Construct[] };

/**
 * Least and greatest counts of a flow that is too large to follow as a whole: for each construct from the part that
 * decides it, with all values up to `vertexLimit` vertices, else with header validity only, else from its shape.
 */
export function sliceBounds(flow: Flow, vertexLimit: number, loopLimit: number): SliceBounds {
  const bounds: SliceBounds = { min: noFeatures(), max: noFeatures(), coarse: [] };
  for (const construct of constructs) {
    const slice = sliceFor(flow, construct);
    const exact = boundsOf(slice, vertexLimit, true);
    const { min, max } = exact ?? boundsOf(slice, COARSE_STATES, false) ?? structuralBounds(slice, loopLimit);
    if (!exact) bounds.coarse.push(construct);
    bounds.min[construct] = min[construct];
    bounds.max[construct] = max[construct];
  }
  return bounds;
}

function boundsOf(slice: Flow, vertexLimit: number, keepValues: boolean) {
  const exploration = explore(slice, { vertexLimit, keepValues });
  return exploration?.complete ? boundWalks(exploration) : null;
}

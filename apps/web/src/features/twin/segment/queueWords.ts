import type { SegmentState } from "../chainVerdict.ts";

type Observed = Pick<SegmentState["parts"][number], "part" | "queueDepth" | "queueMax">;

/**
 * What reports say of the queue behind an element (its place among the elements), in the unit of its switch: packets or
 * cells. Null where they say nothing.
 */
export function observedQueue(parts: readonly Observed[] | undefined, element: number): string | null {
  const observed = parts?.find(({ part }) => part === element + 1);
  if (observed?.queueDepth == null || observed.queueMax == null) return null;
  const depth =
    observed.queueDepth < 10 ? observed.queueDepth.toPrecision(2) : Math.round(observed.queueDepth);
  return `${depth} in it on average, ${observed.queueMax} at most, as reports say`;
}

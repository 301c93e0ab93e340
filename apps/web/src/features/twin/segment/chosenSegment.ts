type Bound = { segment: { id: string } };

/**
 * The segment that a page of the twin shows: the one that the address names, else the first. `missing` is the name of
 * one that is not bound (an alarm's link outlives its segment): what is shown is then another one, and must say so.
 */
export function chosenSegment<S extends Bound>(
  segments: readonly S[],
  asked: string | null,
): { chosen: S | undefined; missing: string | null } {
  const named = segments.find(({ segment }) => segment.id === asked);
  return { chosen: named ?? segments[0], missing: named || segments.length === 0 ? null : asked };
}

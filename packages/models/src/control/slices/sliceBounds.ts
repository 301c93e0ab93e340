import { assert } from "../../core/index.ts";

/** A slice of a link: larger priorities first, held to its rate with bursts of `burstBits`. */
export type BoundedSlice = { id: string; priority: number; rateBps: number; burstBits: number };

/**
 * Worst-case delay of each slice in us by the thesis (Eqs. 6.1-6.3): d_i = sum over slices of priority >= i
 * of burst / r_k, where r_k is what the limits of higher priorities leave of the link. Infinity where they
 * leave nothing.
 */
export const worstCaseDelaysUs = (slices: readonly BoundedSlice[], linkBps: number): number[] =>
  slices.map(({ priority }) =>
    slices
      .filter((other) => other.priority >= priority)
      .reduce((sum, other) => sum + timeUs(other.burstBits, residualBps(slices, other.priority, linkBps)), 0),
  );

/**
 * A bound that holds for every arrival within the limits: all bursts of priority >= i, served at what is left
 * to priority i (network calculus for strict priorities). The thesis serves the bursts of higher priorities
 * at the higher rate left to them, and leaves out what these slices send meanwhile: with more than one
 * priority its value is a little too small.
 */
export const strictDelaysUs = (slices: readonly BoundedSlice[], linkBps: number): number[] =>
  slices.map(({ priority }) => {
    const burstBits = slices.filter((s) => s.priority >= priority).reduce((sum, s) => sum + s.burstBits, 0);
    return timeUs(burstBits, residualBps(slices, priority, linkBps));
  });

/**
 * Least link rate in bit/s at which the slice's worst case by the thesis is at most `maxDelayUs` (the inverse
 * of Eq. 6.3).
 */
export function requiredLinkBps(
  slices: readonly BoundedSlice[],
  sliceId: string,
  maxDelayUs: number,
): number {
  const index = slices.findIndex((s) => s.id === sliceId);
  assert(index >= 0 && maxDelayUs > 0, "a slice of the list and a delay above zero");
  const delayAt = (linkBps: number): number => worstCaseDelaysUs(slices, linkBps)[index];
  let low = slices.reduce((sum, s) => (s.priority > slices[index].priority ? sum + s.rateBps : sum), 0);
  let high = Math.max(low, 1) * 2;
  while (delayAt(high) > maxDelayUs) high *= 2;
  // the delay falls strictly with the rate; 60 halvings are below a bit per second
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (delayAt(middle) > maxDelayUs) low = middle;
    else high = middle;
  }
  return high;
}

/** r_i: the link less the rate limits of all higher priorities (thesis Eq. 6.2). */
export const residualBps = (slices: readonly BoundedSlice[], priority: number, linkBps: number): number =>
  slices.reduce((left, s) => (s.priority > priority ? left - s.rateBps : left), linkBps);

const timeUs = (bits: number, bps: number): number =>
  bps > 0 ? (bits / bps) * 1e6 : Number.POSITIVE_INFINITY;

import type { ParetoFront } from "./front.ts";

/** An answer with its two measures; `optimal`: proven for the weights that were asked. */
export type Tradeoff<A> = { answer: A; value: number; delayUs: number; optimal: boolean };

/** Delays that are closer than this are the same trade-off (our choice; ten times the tolerance of delays). */
export const STEP_US = 1e-5;
/** Values and weighted objectives that differ by less are equal: the tolerance of the integer program. */
export const SAME = 1e-6;
/** The most points when the caller does not say (our choice: a chart with more is a curve). */
export const DEFAULT_MAX_POINTS = 40;

/** Why a front may lack points. */
export const CUT = {
  none: "no answer was found, which does not prove that there is none",
  time: "time ran out before every trade-off was found",
  points: "there are more points than were asked for",
  unproven: "the engine did not prove each of its answers, so a better trade-off may exist",
  hull: "trade-offs between two neighbours that no weighting of both measures prefers are not looked for",
} as const;

/** Those of which none other is as good in both and better in one; of equal ones the first. In rising `value`. */
export function undominated<A>(points: readonly Tradeoff<A>[]): Tradeoff<A>[] {
  return points
    .filter((p, i) =>
      points.every((q, j) => {
        const asGood = q.value <= p.value + SAME && q.delayUs <= p.delayUs + STEP_US / 2;
        const better = q.value < p.value - SAME || q.delayUs < p.delayUs - STEP_US / 2;
        return !(asGood && (better || j < i));
      }),
    )
    .sort((a, b) => a.value - b.value);
}

/** Sums of prices or powers: no two different ones are closer than the largest unit that divides them all. */
export function grainOf(values: readonly number[]): number {
  const divisor = values.map((value) => Math.round(value * UNIT)).reduce(gcd, 0);
  return divisor === 0 ? 1 : divisor / UNIT;
}

/** Prices and powers are taken to a thousandth. */
const UNIT = 1000;
const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/** Weights of power or price, and of delay. */
export const weigh = (against: ParetoFront["against"], value: number, delay: number) => ({
  power: against === "power" ? value : 0,
  cost: against === "cost" ? value : 0,
  delay,
});

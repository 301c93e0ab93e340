import { type FitOptions, fitObstacle, fitProfile } from "./fitProfile.ts";
import type { Measurement } from "./parseMeasurements.ts";
import { createScore } from "./score.ts";
import { type Unit, unitsOf } from "./units.ts";

/** What a fit says of what it has not seen. */
export type HeldOut = {
  /** of the programs (or runs) that the rest can predict: mean of |predicted - measured| / measured */
  meanErrorShare: number;
  /** the same for the 99th percentile of packets; null where measurements do not give it */
  p99ErrorShare: number | null;
  /** share of runs inside the 95 % interval for one more run; null when the rest leaves no interval */
  coverage95: number | null;
  /** programs (or runs) that were left out one by one, and how many of them the rest cannot predict */
  tried: number;
  blind: number;
};

/** Left out one by one up to this many, then in as many parts (our choice). */
const MOST_PARTS = 40;

/**
 * Each program predicted from the others, or each run of a program from all other runs, the bends found anew each time.
 * Null with fewer than three, or when the rest predicts none. `measurements` must pass `fitObstacle`.
 */
export function heldOut(
  measurements: readonly Measurement[],
  by: "program" | "run",
  options: FitOptions = {},
): HeldOut | null {
  const units = unitsOf(measurements);
  const nameOf = (unit: Unit, i: number): string => (by === "program" ? unit.program : String(i));
  const names = [...new Set(units.map(nameOf))];
  if (names.length < 3) return null;
  const parts = Math.min(MOST_PARTS, names.length);
  const partOf = new Map(names.map((name, i) => [name, i % parts]));
  const score = createScore();
  for (let part = 0; part < parts; part++) {
    const isOut = (unit: Unit, i: number): boolean => partOf.get(nameOf(unit, i)) === part;
    const rest = units.flatMap((unit, i) =>
      isOut(unit, i) ? [] : unit.rows.map((row) => measurements[row]!),
    );
    if (fitObstacle(rest) !== null) continue;
    const fit = fitProfile(rest, options);
    units.forEach((unit, i) => {
      if (isOut(unit, i)) score.add(nameOf(unit, i), unit, measurements, fit);
    });
  }
  return score.result(names.length);
}

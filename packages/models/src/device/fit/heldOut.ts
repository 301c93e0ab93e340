import { type FitOptions, fitObstacle, fitProfile } from "./fitProfile.ts";
import type { Measurement } from "./parseMeasurements.ts";
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
  const errors = new Map<string, Compared>();
  const tails = new Map<string, Compared>();
  let [inside, bounded] = [0, 0];
  for (let part = 0; part < parts; part++) {
    const isOut = (unit: Unit, i: number): boolean => partOf.get(nameOf(unit, i)) === part;
    const rest = units.flatMap((unit, i) =>
      isOut(unit, i) ? [] : unit.rows.map((row) => measurements[row]!),
    );
    if (fitObstacle(rest) !== null) continue;
    const fit = fitProfile(rest, options);
    units.forEach((unit, i) => {
      const answer = isOut(unit, i) ? fit.predict(unit.counted, unit.packetBytes) : null;
      if (!answer) return;
      const name = nameOf(unit, i);
      compare(errors, name, answer.us, unit.latencyUs);
      const p99Us = unit.rows.flatMap((row) => measurements[row]!.percentilesUs?.p99 ?? []);
      const predictedUs = answer.us * (fit.tail.p99 ?? 0);
      if (predictedUs > 0) for (const us of p99Us) compare(tails, name, Math.log(predictedUs), Math.log(us));
      if (answer.halfUs === null) return;
      bounded++;
      if (Math.abs(unit.latencyUs - answer.us) <= answer.halfUs) inside++;
    });
  }
  if (errors.size === 0) return null;
  return {
    meanErrorShare: meanOf([...errors.values()].map((each) => Math.abs(each.predicted / each.measured - 1))),
    // percentiles of runs differ by factors: their logarithms are compared
    p99ErrorShare:
      tails.size === 0
        ? null
        : meanOf(
            [...tails.values()].map((each) =>
              Math.abs(Math.exp((each.predicted - each.measured) / each.runs) - 1),
            ),
          ),
    coverage95: bounded === 0 ? null : inside / bounded,
    tried: names.length,
    blind: names.length - errors.size,
  };
}

/** Sums over the runs of a program. */
type Compared = { predicted: number; measured: number; runs: number };

function compare(all: Map<string, Compared>, name: string, predicted: number, measured: number): void {
  const known = all.get(name) ?? { predicted: 0, measured: 0, runs: 0 };
  all.set(name, {
    predicted: known.predicted + predicted,
    measured: known.measured + measured,
    runs: known.runs + 1,
  });
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

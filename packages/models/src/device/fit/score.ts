import type { FitResult } from "./fitProfile.ts";
import type { HeldOut } from "./heldOut.ts";
import type { Measurement } from "./parseMeasurements.ts";
import { type Unit, unitsOf } from "./units.ts";

/** Sums over the runs of a program. */
type Compared = { predicted: number; measured: number; runs: number };

/** What predictions of runs that a fit has not seen were worth, gathered run by run. */
export function createScore() {
  const errors = new Map<string, Compared>();
  const tails = new Map<string, Compared>();
  let [inside, bounded] = [0, 0];
  return {
    /** `name`: the program, or the run, that was left out. */
    add(name: string, unit: Unit, measurements: readonly Measurement[], fit: FitResult): void {
      const answer = fit.predict(unit.counted, unit.packetBytes);
      if (!answer) return;
      compare(errors, name, answer.us, unit.latencyUs);
      const p99Us = unit.rows.flatMap((row) => measurements[row]!.percentilesUs?.p99 ?? []);
      const predictedUs = answer.us * (fit.tail.p99 ?? 0);
      if (predictedUs > 0) for (const us of p99Us) compare(tails, name, Math.log(predictedUs), Math.log(us));
      if (answer.halfUs === null) return;
      bounded++;
      if (Math.abs(unit.latencyUs - answer.us) <= answer.halfUs) inside++;
    },
    /** Null when nothing could be predicted. */
    result(tried: number): HeldOut | null {
      if (errors.size === 0) return null;
      return {
        meanErrorShare: meanOf(
          [...errors.values()].map((each) => Math.abs(each.predicted / each.measured - 1)),
        ),
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
        tried,
        blind: tried - errors.size,
      };
    },
  };
}

/** A program that a fit has not seen: what it predicts and what was measured; null where it cannot be predicted. */
type TestedProgram = {
  program: string;
  runs: number;
  measuredUs: number;
  predictedUs: number | null;
  /** half of the 95 % interval for one run, and how many runs lie inside */
  halfUs: number | null;
  inside: number | null;
  /** geometric mean of the runs' 99th percentiles */
  p99Us: number | null;
  predictedP99Us: number | null;
};

/** Measurements of a split of one's own (programs kept back, another day) held against a fit of others. */
export function testFit(
  fit: FitResult,
  measurements: readonly Measurement[],
): { programs: TestedProgram[]; score: HeldOut | null } {
  const score = createScore();
  const units = unitsOf(measurements);
  const byProgram = new Map<string, Unit[]>();
  for (const unit of units) {
    score.add(unit.program, unit, measurements, fit);
    byProgram.set(unit.program, [...(byProgram.get(unit.program) ?? []), unit]);
  }
  const programs = [...byProgram].map(([program, own]): TestedProgram => {
    const answers = own.map((unit) => fit.predict(unit.counted, unit.packetBytes));
    const [first] = answers;
    const halfUs = first?.halfUs ?? null;
    const p99s = own.flatMap((unit) =>
      unit.rows.flatMap((row) => measurements[row]!.percentilesUs?.p99 ?? []),
    );
    return {
      program,
      runs: own.length,
      measuredUs: meanOf(own.map((unit) => unit.latencyUs)),
      predictedUs: first ? meanOf(answers.map((each) => each!.us)) : null,
      halfUs,
      inside:
        halfUs === null
          ? null
          : own.filter((unit, i) => Math.abs(unit.latencyUs - answers[i]!.us) <= answers[i]!.halfUs!).length,
      p99Us: p99s.length === 0 ? null : Math.exp(meanOf(p99s.map(Math.log))),
      predictedP99Us: first && fit.tail.p99 !== undefined ? first.us * fit.tail.p99 : null,
    };
  });
  return { programs, score: score.result(byProgram.size) };
}

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

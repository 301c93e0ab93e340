import { constructs, student975 } from "../../core/index.ts";
import type { Construct } from "../../program/index.ts";
import { countedFeatures } from "../counted.ts";
import { dot, nonNegativeLeastSquares } from "./leastSquares.ts";
import type { Measurement } from "./parseMeasurements.ts";
import { type CoefficientName, unseenColumns } from "./unseenColumns.ts";

export type Coefficient = {
  name: CoefficientName;
  /** us; null when the data do not tell it and nothing was given for it */
  us: number | null;
  /**
   * two-sided 95 % interval in us; null when there are no more measurements than coefficients, or nothing was fitted
   */
  lowUs: number | null;
  highUs: number | null;
  /**
   * `fitted`; `bound`: the best value is below zero, so it is held at 0; `given`: the data do not tell it,
   * its value was handed in; `unseen`: neither.
   */
  status: "fitted" | "bound" | "given" | "unseen";
  /** why the data do not tell it alone, or with what it is mixed; null when they tell it */
  note: string | null;
};

export type FitResult = {
  coefficients: Coefficient[];
  /** packet size of which the base speaks; null when no measurement names one */
  referenceBytes: number | null;
  measurements: number;
  /** measurements less fitted coefficients */
  freedom: number;
  /** share of the variance that is explained; null when all latencies are equal */
  r2: number | null;
  /** us: root of the mean squared residual */
  rmseUs: number;
  /** us: root of the mean squared spread of the packets, where all measurements give it */
  spreadUs: number | null;
  /** measured less fitted, in the order of the measurements */
  residualsUs: number[];
  fittedUs: number[];
};

export type FitOptions = {
  /** costs to use where the data do not tell them, e.g. those of a like device */
  given?: Readonly<Partial<Record<Construct, number>>>;
};

/** Packet sizes above this many would each cost a measurement (our choice). */
const MOST_SIZES = 16;

/** Why a set of measurements cannot be fitted at all; null when it can. */
export function fitObstacle(measurements: readonly Measurement[]): string | null {
  if (measurements.length < 2)
    return `${measurements.length} measurement is too few; a fit needs two at least`;
  const sizes = new Set(measurements.map((each) => each.packetBytes));
  if (sizes.has(null) && sizes.size > 1)
    return "some measurements name their packet size and some do not; give it to all or to none";
  if (sizes.size > MOST_SIZES)
    return `${sizes.size} packet sizes are too many; measure at most ${MOST_SIZES}`;
  return null;
}

/**
 * Fits the linear form (thesis Eq. 4.6: base + costs times counts, parse and table less one) by least squares
 * with costs and base at or above zero, and one offset for each packet size but the commonest. What the data
 * cannot tell is found by their null space and told: its cost is taken from `given` or left out. Intervals
 * are by Student's t with the constraints that hold taken as given; a coefficient held at 0 has the upper end
 * that its unconstrained estimate has. `measurements` must pass `fitObstacle`.
 */
export function fitProfile(measurements: readonly Measurement[], { given = {} }: FitOptions = {}): FitResult {
  const counted = measurements.map((each) => countedFeatures(each.counts));
  const y = measurements.map((each) => each.latencyUs);
  const sizes = sizesOf(measurements);
  const names: CoefficientName[] = [
    "base",
    ...constructs,
    ...sizes.others.map((bytes): CoefficientName => `${bytes} B`),
  ];
  const columns = [
    y.map(() => 1),
    ...constructs.map((construct) => counted.map((each) => each[construct])),
    ...sizes.others.map((bytes) => measurements.map((each) => (each.packetBytes === bytes ? 1 : 0))),
  ];
  const isFree = (j: number) => j > constructs.length;
  const unseen = unseenColumns(names, columns);

  // what is handed in for a cost that is not seen is taken off the latencies before the rest is fitted
  const known = new Map<number, number>();
  for (const j of unseen.fixed) known.set(j, given[constructs[j - 1]!] ?? 0);
  const rest = y.map(
    (value, i) => value - [...known].reduce((sum, [j, us]) => sum + us * columns[j]![i]!, 0),
  );
  const kept = names.map((_, j) => j).filter((j) => !unseen.fixed.has(j));
  const chosen = kept.map((j) => columns[j]!);
  const fit = nonNegativeLeastSquares(chosen, rest, (k) => isFree(kept[k]!));
  const beta = names.map((_, j) => known.get(j) ?? 0);
  kept.forEach((j, k) => {
    beta[j] = fit.beta[k]!;
  });
  const fittedUs = y.map((_, i) => beta.reduce((sum, us, j) => sum + us * columns[j]![i]!, 0));
  const residualsUs = y.map((value, i) => value - fittedUs[i]!);
  const squares = dot(residualsUs, residualsUs);
  const mean = y.reduce((sum, value) => sum + value, 0) / y.length;
  const total = y.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const freedom = y.length - (kept.length - fit.held.size);
  const variance = freedom > 0 ? squares / freedom : null;

  const plain = fit.held.size > 0 ? nonNegativeLeastSquares(chosen, rest, () => true) : fit;
  const coefficients = names.map((name, j): Coefficient => {
    const note = unseen.notes.get(j) ?? null;
    if (unseen.fixed.has(j)) {
      const us = given[constructs[j - 1]!] ?? null;
      return { name, us, lowUs: null, highUs: null, status: us === null ? "unseen" : "given", note };
    }
    const k = kept.indexOf(j);
    const held = fit.held.has(k);
    const error =
      variance === null
        ? null
        : student975(freedom) * Math.sqrt(variance * (held ? plain : fit).inverse[k]![k]!);
    if (held) {
      const highUs = error === null ? null : Math.max(0, plain.beta[k]! + error);
      return { name, us: 0, lowUs: error === null ? null : 0, highUs, status: "bound", note };
    }
    const us = fit.beta[k]!;
    const low = error === null ? null : us - error;
    return {
      name,
      us,
      lowUs: low === null ? null : isFree(j) ? low : Math.max(0, low),
      highUs: error === null ? null : us + error,
      status: "fitted",
      note,
    };
  });
  const spreads = measurements.flatMap((each) => each.spreadUs ?? []);
  return {
    coefficients,
    referenceBytes: sizes.reference,
    measurements: y.length,
    freedom: Math.max(0, freedom),
    r2: total > 0 ? 1 - squares / total : null,
    rmseUs: Math.sqrt(squares / y.length),
    spreadUs: spreads.length === y.length ? Math.sqrt(dot(spreads, spreads) / spreads.length) : null,
    residualsUs,
    fittedUs,
  };
}

/** The commonest packet size, of equal ones the largest, and the others. */
function sizesOf(measurements: readonly Measurement[]): { reference: number | null; others: number[] } {
  const times = new Map<number, number>();
  for (const { packetBytes } of measurements)
    if (packetBytes !== null) times.set(packetBytes, (times.get(packetBytes) ?? 0) + 1);
  const [reference, ...others] = [...times]
    .sort((a, b) => b[1] - a[1] || b[0] - a[0])
    .map(([bytes]) => bytes);
  return { reference: reference ?? null, others: others.sort((a, b) => a - b) };
}

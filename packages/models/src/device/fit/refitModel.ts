import { constructs } from "../../core/index.ts";
import type { DeviceProfile } from "../profile.ts";
import { dot, gram, nonNegativeLeastSquares } from "./leastSquares.ts";
import { inverse } from "./mixedModel.ts";
import type { HopSample, PriorTrust } from "./refitProfile.ts";

export type Prior = { mean: number[]; sigma: number[]; isFree: boolean[] };

export function priorOf({ linear }: DeviceProfile, trust: PriorTrust): Prior {
  const mean = linear
    ? [linear.baseUs.value, ...constructs.map((c) => linear.slopesUs[c].value)]
    : [0, ...constructs.map(() => 0)];
  return {
    mean,
    sigma: mean.map((us, j) =>
      j === 0 ? trust.baseShare * us : Math.max(trust.slopeLeastUs, trust.slopeShare * Math.abs(us)),
    ),
    // a published cost below zero (removing headers shortens packets) may stay below zero
    isFree: mean.map((us) => us < 0),
  };
}

/** What a refit rests on: constructs as columns, the means, the variances of the means, and the run of each sample. */
export type Observed = {
  columns: number[][];
  y: number[];
  chance: number[];
  runs: (string | null)[];
};

export function observedOf(samples: readonly HopSample[], unknownVariance: number): Observed {
  return {
    columns: [
      samples.map(() => 1),
      ...constructs.map((construct) => samples.map((s) => s.counted[construct])),
    ],
    y: samples.map((s) => s.meanUs - s.offsetUs),
    chance: samples.map((s) => (s.varianceUs2 ?? unknownVariance) / s.packets),
    runs: samples.map((s) => s.run ?? null),
  };
}

/** Standard deviations (us): between programs beyond their costs, and between runs of the switch. */
export type Spreads = { misfitUs: number; runUs: number };

export type Solved = {
  beta: number[];
  /** without the bounds: where a coefficient would like to be */
  plain: number[];
  covariance: number[][];
  held: ReadonlySet<number>;
  /** weighted sum of squared residuals, and programs less what the data decide of the coefficients */
  squares: number;
  freedom: number;
  /** parts of each coefficient's variance that the spread between runs, and between programs, makes */
  ofRuns: number[];
  ofPrograms: number[];
};

/** Groups of rows that share a run; a sample of which nobody says its run is a run of its own. */
const groupsOf = ({ runs }: Observed, rows: readonly number[]): number[][] => {
  const groups = new Map<string, number[]>();
  rows.forEach((row, k) => {
    const key = runs[row] === null ? `sample ${row}` : `run ${runs[row]}`;
    groups.set(key, [...(groups.get(key) ?? []), k]);
  });
  return [...groups.values()];
};

/**
 * The equations at given spreads, and what solves them without the bounds: samples of one run share its shift, so each
 * run is decorrelated first.
 */
function equationsAt(
  observed: Observed,
  { misfitUs, runUs }: Spreads,
  prior: Prior,
  rows: readonly number[],
) {
  // a mean that is known to a picosecond is known well enough: no weight is infinite
  const variance = rows.map((i) => Math.max(1e-12, observed.chance[i]! + misfitUs ** 2));
  const groups = groupsOf(observed, rows).map((members) => {
    const size = members.reduce((sum, k) => sum + 1 / variance[k]!, 0);
    return { members, size, less: (1 - 1 / Math.sqrt(1 + runUs ** 2 * size)) / size };
  });
  const root = variance.map(Math.sqrt);
  /** divided by the root of the covariance of the rows */
  const whitened = (values: readonly number[]): number[] => {
    const scaled = values.map((value, k) => value / root[k]!);
    for (const { members, less } of groups) {
      const shared = members.reduce((sum, k) => sum + scaled[k]! / root[k]!, 0);
      for (const k of members) scaled[k] = scaled[k]! - (less * shared) / root[k]!;
    }
    return scaled;
  };
  const white = observed.columns.map((column) => whitened(rows.map((i) => column[i]!)));
  const weighted = white.map((column, j) => [
    ...column,
    ...prior.sigma.map((sigma, l) => (l === j ? 1 / sigma : 0)),
  ]);
  const target = [
    ...whitened(rows.map((i) => observed.y[i]!)),
    ...prior.mean.map((us, l) => us / prior.sigma[l]!),
  ];
  const plain = nonNegativeLeastSquares(weighted, target, () => true);
  const squaresOf = (beta: readonly number[]): number =>
    target.reduce(
      (sum, value, k) => sum + (value - beta.reduce((all, us, j) => all + us * weighted[j]![k]!, 0)) ** 2,
      0,
    );
  return { variance, groups, whitened, white, weighted, target, plain, squaresOf };
}

/** The refit at given spreads. */
export function solveAt(observed: Observed, spreads: Spreads, prior: Prior, rows: readonly number[]): Solved {
  const { misfitUs, runUs } = spreads;
  const equations = equationsAt(observed, spreads, prior, rows);
  const { groups, whitened, white, weighted, target, plain, squaresOf } = equations;
  const fit = nonNegativeLeastSquares(weighted, target, (j) => prior.isFree[j]!);
  const decided = prior.sigma.reduce((sum, sigma, j) => sum + 1 - plain.inverse[j]![j]! / sigma ** 2, 0);
  // what a change of a sample's mean does to each coefficient
  const effects = plain.inverse.map((row) =>
    whitened(rows.map((_, k) => white.reduce((sum, column, l) => sum + row[l]! * column[k]!, 0))),
  );
  return {
    beta: fit.beta,
    plain: plain.beta,
    covariance: plain.inverse,
    held: fit.held,
    squares: squaresOf(fit.beta),
    freedom: rows.length - decided,
    ofRuns: effects.map(
      (effect) =>
        runUs ** 2 *
        groups.reduce((sum, { members }) => sum + members.reduce((all, k) => all + effect[k]!, 0) ** 2, 0),
    ),
    ofPrograms: effects.map((effect) => misfitUs ** 2 * dot(effect, effect)),
  };
}

/** Twice the negative logarithm of the likelihood of the spreads, up to a constant. */
function unlikelihoodAt(observed: Observed, spreads: Spreads, prior: Prior, rows: readonly number[]): number {
  const { variance, groups, weighted, plain, squaresOf } = equationsAt(observed, spreads, prior, rows);
  const { logDeterminant } = inverse(gram(weighted));
  return (
    logDeterminant +
    variance.reduce((sum, each) => sum + Math.log(each), 0) +
    groups.reduce((sum, { size }) => sum + Math.log(1 + spreads.runUs ** 2 * size), 0) +
    squaresOf(plain.beta)
  );
}

/** Runs, where samples tell what they differ by: more than one, and one of them with several samples; else null. */
export function runsTold(observed: Observed, rows: readonly number[]): number | null {
  const groups = groupsOf(observed, rows);
  return groups.length > 1 && groups.length < rows.length ? groups.length : null;
}

/** What a profile states of its own errors, for where the samples do not tell. */
export type Published = { fitRmseUs: number; runSpreadUs: number };

/**
 * The spreads that explain the samples best: between runs where they tell it, else as published; between programs
 * those with which the weighted squares are what chance would give.
 */
export function spreadsOf(
  observed: Observed,
  prior: Prior,
  rows: readonly number[],
  published: Published,
): Spreads {
  if (runsTold(observed, rows) !== null)
    return likeliest((spreads) => unlikelihoodAt(observed, spreads, prior, rows), observed, rows);
  const runUs = published.runSpreadUs;
  const at = (misfitUs: number): Solved => solveAt(observed, { misfitUs, runUs }, prior, rows);
  return { runUs, misfitUs: misfitOf(at, published.fitRmseUs) };
}

/** Spreads that are tried: nothing, and from a three-hundredth of the latencies' own up to thrice it. */
const RATIOS = [0, ...Array.from({ length: 7 }, (_, k) => 10 ** (-2.5 + k / 2))];

/** By restricted maximum likelihood: over a grid, then finer around its best. */
function likeliest(
  unlikelihood: (spreads: Spreads) => number,
  { y }: Observed,
  rows: readonly number[],
): Spreads {
  const mean = rows.reduce((sum, i) => sum + y[i]!, 0) / rows.length;
  const own = Math.sqrt(rows.reduce((sum, i) => sum + (y[i]! - mean) ** 2, 0) / rows.length);
  let best: Spreads = { misfitUs: 0, runUs: 0 };
  const take = (candidates: readonly Spreads[]): void => {
    const values = candidates.map(unlikelihood);
    best = candidates[values.indexOf(Math.min(...values))]!;
  };
  take(RATIOS.flatMap((a) => RATIOS.map((b) => ({ misfitUs: a * own, runUs: b * own }))));
  for (const step of [1.6, 1.25, 1.1])
    take(
      [1 / step, 1, step].flatMap((a) =>
        [1 / step, 1, step].map((b) => ({ misfitUs: a * best.misfitUs, runUs: b * best.runUs })),
      ),
    );
  return best;
}

/** 95 % point of the chi-square distribution (Wilson and Hilferty 1931): squares below are what chance gives. */
const chiSquare95 = (freedom: number): number =>
  freedom * (1 - 2 / (9 * freedom) + 1.644854 * Math.sqrt(2 / (9 * freedom))) ** 3;

/**
 * The spread between programs with which the weighted squares are what chance would give; the published fit
 * error where too few programs tell.
 */
function misfitOf(solve: (misfit: number) => Solved, published: number): number {
  const none = solve(0);
  if (none.freedom < 1) return published;
  if (none.squares <= chiSquare95(none.freedom)) return 0;
  let [low, high] = [0, 1];
  const tooSmall = (misfit: number): boolean => {
    const { squares, freedom } = solve(misfit);
    return squares > Math.max(freedom, 0.5);
  };
  for (let i = 0; i < 40 && tooSmall(high); i++) [low, high] = [high, 2 * high];
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2;
    if (tooSmall(middle)) low = middle;
    else high = middle;
  }
  return high;
}

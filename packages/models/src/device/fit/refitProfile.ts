import { constructs, student975 } from "../../core/index.ts";
import type { Construct } from "../../program/index.ts";
import type { DeviceProfile } from "../profile.ts";
import { dot, nonNegativeLeastSquares } from "./leastSquares.ts";
import { type CoefficientName, unseenColumns } from "./unseenColumns.ts";

/** What one program was observed to take on a device. */
export type HopSample = {
  program: string;
  /** the run of the switch that it was seen in (one start, one switch); left out or null where nobody says */
  run?: string | null;
  /** constructs that cost their slope: parse and table less one, what lies beyond a bend left out */
  counted: Readonly<Record<Construct, number>>;
  meanUs: number;
  /** variance of single packets; null when it is not known */
  varianceUs2: number | null;
  /** packets behind the mean */
  packets: number;
  /** part of the mean that is neither base nor slope (externs, bends, wait in a queue): taken off before the fit */
  offsetUs: number;
};

/**
 * How far the published profile is trusted: standard deviations of the prior (our choice, wide on purpose:
 * data decide where there are any).
 */
export type PriorTrust = {
  /** of the base, as a share of it */
  baseShare: number;
  /** of a slope, as a share of it, and at least this many us */
  slopeShare: number;
  slopeLeastUs: number;
};
const defaultPriorTrust: PriorTrust = { baseShare: 0.5, slopeShare: 1, slopeLeastUs: 0.5 };

type RefitCoefficient = {
  name: "base" | Construct;
  priorUs: number;
  us: number;
  /** 95 % interval */
  lowUs: number;
  highUs: number;
  /** share of the prior's variance that the data took away: 0, they say nothing; 1, they alone decide */
  determinedShare: number;
  /** `told` from 0.9 on, `unseen` up to 0.1 (our choice); `bound`: best below zero, so held there */
  status: "told" | "partly" | "unseen" | "bound";
  /** with what it is mixed, in words; null when it stands alone */
  note: string | null;
};

export type RefitResult = {
  coefficients: RefitCoefficient[];
  /** of the coefficients, in their order, us^2 */
  covariance: number[][];
  programs: number;
  packets: number;
  /** what programs differ by beyond chance: the standard deviation that is left between them, us */
  misfitUs: number;
  /** root of the mean variance of single packets, us; null when no sample states one */
  spreadUs: number | null;
  /** mean over the programs of |predicted - observed| / observed */
  before: number;
  after: number;
  /** the same with each program predicted from the others; null with fewer than three programs */
  heldOut: number | null;
  /** the same with each run predicted from the others; null with fewer than three runs */
  heldOutRuns: number | null;
  /** directions in which these programs say nothing, in words */
  notIdentifiable: string[];
  /** multiplier of a standard deviation for a 95 % interval */
  quantile: number;
};

const names: readonly ("base" | Construct)[] = ["base", ...constructs];
/** With z the 97.5 % point of the normal distribution. */
const Z975 = 1.959964;

/** Why samples cannot refit a profile; null when they can. */
export function refitObstacle(samples: readonly HopSample[], profile: DeviceProfile): string | null {
  if (profile.linear === null)
    return `${profile.id} has no linear form to refit; fit a profile from measurements`;
  if (samples.length === 0) return "no program was observed on this device";
  if (samples.some((s) => !(s.meanUs > 0) || !(s.packets > 0)))
    return "a sample has no packets or no latency";
  return null;
}

/**
 * Weighted regression of the linear form (thesis Eq. 4.6) with the published profile as prior: each program
 * weighs by the variance of its mean and what programs differ by beyond that (Paule and Mandel 1982), each
 * coefficient is drawn to its published value as `trust` says. The base is not negative, nor is a slope that
 * is published as not negative. `samples` must pass `refitObstacle`.
 */
export function refitProfile(
  samples: readonly HopSample[],
  profile: DeviceProfile,
  trust: PriorTrust = defaultPriorTrust,
): RefitResult {
  const prior = priorOf(profile, trust);
  const columns = columnsOf(samples);
  const y = samples.map((s) => s.meanUs - s.offsetUs);
  const stated = samples.flatMap((s) => s.varianceUs2 ?? []);
  const pooled = stated.length > 0 ? stated.reduce((a, b) => a + b, 0) / stated.length : null;
  const unknownVariance = pooled ?? (profile.spreadUs?.value ?? 0) ** 2;
  const chance = samples.map((s) => (s.varianceUs2 ?? unknownVariance) / s.packets);

  const solve = (misfit: number, rows: readonly number[]) => solveAt(columns, y, chance, misfit, prior, rows);
  const all = samples.map((_, i) => i);
  const misfitUs = misfitOf(solve, all, profile.fitRmseUs?.value ?? 0);
  const fit = solve(misfitUs, all);
  const quantile = misfitUs > 0 && fit.freedom >= 1 ? student975(fit.freedom) : Z975;
  const unseen = unseenColumns(names as readonly CoefficientName[], columns);

  const predicted = (beta: readonly number[], i: number): number =>
    samples[i]!.offsetUs + beta.reduce((sum, us, j) => sum + us * columns[j]![i]!, 0);
  const errorOf = (of: (i: number) => number): number =>
    all.reduce((sum, i) => sum + Math.abs(of(i) - samples[i]!.meanUs) / samples[i]!.meanUs, 0) / all.length;
  /** Mean error of what is left out, one part at a time; null with fewer than three. */
  const heldOutBy = (partOf: (sample: HopSample) => string | null): number | null => {
    const parts = samples.map(partOf);
    const different = [...new Set(parts)];
    if (different.length < 3 || parts.includes(null)) return null;
    const betaOf = new Map(
      different.map((part) => {
        const rest = all.filter((i) => parts[i] !== part);
        return [part, solve(misfitOf(solve, rest, profile.fitRmseUs?.value ?? 0), rest).beta];
      }),
    );
    return errorOf((i) => predicted(betaOf.get(parts[i]!)!, i));
  };
  return {
    coefficients: names.map((name, j) =>
      coefficientOf(name, j, fit, prior, quantile, unseen.notes.get(j) ?? null),
    ),
    covariance: fit.covariance,
    programs: new Set(samples.map((s) => s.program)).size,
    packets: samples.reduce((sum, s) => sum + s.packets, 0),
    misfitUs,
    spreadUs: pooled === null ? null : Math.sqrt(pooled),
    before: errorOf((i) => predicted(prior.mean, i)),
    after: errorOf((i) => predicted(fit.beta, i)),
    heldOut: heldOutBy(({ program }) => program),
    heldOutRuns: heldOutBy(({ run }) => run ?? null),
    notIdentifiable: blindWords(unseen.notes),
    quantile,
  };
}

/**
 * Mean of a program that was not fitted, with the 95 % interval of its mean: coefficients and what programs differ by.
 */
export function refitPrediction(
  { coefficients, covariance, misfitUs, quantile }: RefitResult,
  counted: Readonly<Record<Construct, number>>,
): { meanUs: number; lowUs: number; highUs: number } {
  const x = [1, ...constructs.map((construct) => counted[construct])];
  const meanUs = dot(
    x,
    coefficients.map(({ us }) => us),
  );
  const variance = dot(
    x,
    covariance.map((row) => dot(row, x)),
  );
  const half = quantile * Math.sqrt(Math.max(0, variance) + misfitUs ** 2);
  return { meanUs, lowUs: meanUs - half, highUs: meanUs + half };
}

type Prior = { mean: number[]; sigma: number[]; isFree: boolean[] };

function priorOf({ linear }: DeviceProfile, trust: PriorTrust): Prior {
  const mean = linear
    ? [linear.baseUs.value, ...constructs.map((c) => linear.slopesUs[c].value)]
    : names.map(() => 0);
  return {
    mean,
    sigma: mean.map((us, j) =>
      j === 0 ? trust.baseShare * us : Math.max(trust.slopeLeastUs, trust.slopeShare * Math.abs(us)),
    ),
    // a published cost below zero (removing headers shortens packets) may stay below zero
    isFree: mean.map((us) => us < 0),
  };
}

const columnsOf = (samples: readonly HopSample[]): number[][] => [
  samples.map(() => 1),
  ...constructs.map((construct) => samples.map((s) => s.counted[construct])),
];

type Solved = {
  beta: number[];
  /** without the bounds: where a coefficient would like to be */
  plain: number[];
  covariance: number[][];
  held: ReadonlySet<number>;
  /** weighted sum of squared residuals, and programs less what the data decide of the coefficients */
  squares: number;
  freedom: number;
};

function solveAt(
  columns: readonly (readonly number[])[],
  y: readonly number[],
  chance: readonly number[],
  misfitUs: number,
  prior: Prior,
  rows: readonly number[],
): Solved {
  // a mean that is known to a picosecond is known well enough: no weight is infinite
  const root = rows.map((i) => 1 / Math.sqrt(Math.max(1e-12, chance[i]! + misfitUs ** 2)));
  const weighted = columns.map((column, j) => [
    ...rows.map((i, k) => column[i]! * root[k]!),
    ...prior.sigma.map((sigma, l) => (l === j ? 1 / sigma : 0)),
  ]);
  const target = [
    ...rows.map((i, k) => y[i]! * root[k]!),
    ...prior.mean.map((us, l) => us / prior.sigma[l]!),
  ];
  const fit = nonNegativeLeastSquares(weighted, target, (j) => prior.isFree[j]!);
  const plain = nonNegativeLeastSquares(weighted, target, () => true);
  const residuals = rows.map(
    (_, k) => target[k]! - fit.beta.reduce((sum, us, j) => sum + us * weighted[j]![k]!, 0),
  );
  const decided = prior.sigma.reduce((sum, sigma, j) => sum + 1 - plain.inverse[j]![j]! / sigma ** 2, 0);
  return {
    beta: fit.beta,
    plain: plain.beta,
    covariance: plain.inverse,
    held: fit.held,
    squares: dot(residuals, residuals),
    freedom: rows.length - decided,
  };
}

/** 95 % point of the chi-square distribution (Wilson and Hilferty 1931): squares below are what chance gives. */
const chiSquare95 = (freedom: number): number =>
  freedom * (1 - 2 / (9 * freedom) + 1.644854 * Math.sqrt(2 / (9 * freedom))) ** 3;

/**
 * The spread between programs with which the weighted squares are what chance would give; the published fit
 * error where too few programs tell.
 */
function misfitOf(
  solve: (misfit: number, rows: readonly number[]) => Solved,
  rows: readonly number[],
  published: number,
): number {
  const none = solve(0, rows);
  if (none.freedom < 1) return published;
  if (none.squares <= chiSquare95(none.freedom)) return 0;
  let [low, high] = [0, 1];
  const tooSmall = (misfit: number): boolean => {
    const { squares, freedom } = solve(misfit, rows);
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

function coefficientOf(
  name: "base" | Construct,
  j: number,
  fit: Solved,
  prior: Prior,
  quantile: number,
  note: string | null,
): RefitCoefficient {
  const variance = fit.covariance[j]![j]!;
  const determinedShare = Math.min(1, Math.max(0, 1 - variance / prior.sigma[j]! ** 2));
  const half = quantile * Math.sqrt(Math.max(0, variance));
  const held = fit.held.has(j);
  const middle = held ? fit.plain[j]! : fit.beta[j]!;
  const floor = prior.isFree[j] ? Number.NEGATIVE_INFINITY : 0;
  return {
    name,
    priorUs: prior.mean[j]!,
    us: fit.beta[j]!,
    lowUs: Math.max(floor, middle - half),
    highUs: Math.max(floor, middle + half),
    determinedShare,
    status: held ? "bound" : determinedShare >= 0.9 ? "told" : determinedShare <= 0.1 ? "unseen" : "partly",
    note: note === null ? null : `${note}; the published profile decides the rest`,
  };
}

/** Each direction once, by the coefficient that is named for it. */
const blindWords = (notes: ReadonlyMap<number, string>): string[] =>
  [...notes].flatMap(([j, note]) => (/rests on|holds the cost/.test(note) ? [] : [`${names[j]}: ${note}`]));

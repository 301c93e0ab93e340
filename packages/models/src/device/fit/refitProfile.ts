import { constructs, student975 } from "../../core/index.ts";
import type { Construct } from "../../program/index.ts";
import type { DeviceProfile } from "../profile.ts";
import {
  type Observed,
  observedOf,
  type Prior,
  priorOf,
  runsTold,
  type Solved,
  solveAt,
  spreadsOf,
} from "./refitModel.ts";
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
  /** 95 % interval; null where what runs of the switch differ by is in it and unknown */
  lowUs: number | null;
  highUs: number | null;
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
  /** what runs of the switch differ by: as these tell, else as published, one standard deviation; null: unknown */
  runSpreadUs: number | null;
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
 * weighs by the variance of its mean and what programs differ by beyond that (Paule and Mandel 1982), programs of one
 * run of the switch share its shift, each coefficient is drawn to its published value as `trust` says. The base is not
 * negative, nor is a slope that is published as not negative. `samples` must pass `refitObstacle`.
 */
export function refitProfile(
  samples: readonly HopSample[],
  profile: DeviceProfile,
  trust: PriorTrust = defaultPriorTrust,
): RefitResult {
  const prior = priorOf(profile, trust);
  const stated = samples.flatMap((s) => s.varianceUs2 ?? []);
  const pooled = stated.length > 0 ? stated.reduce((a, b) => a + b, 0) / stated.length : null;
  const observed = observedOf(samples, pooled ?? (profile.spreadUs?.value ?? 0) ** 2);
  const { columns } = observed;
  const published = {
    fitRmseUs: profile.fitRmseUs?.value ?? 0,
    runSpreadUs: profile.runSpreadUs?.value ?? 0,
  };
  const all = samples.map((_, i) => i);
  const spreads = spreadsOf(observed, prior, all, published);
  const fit = solveAt(observed, spreads, prior, all);
  const runs = runsTold(observed, all);
  const quantiles = fit.covariance.map((row, j) => quantileOf(fit, row[j]!, j, runs));
  const unseen = unseenColumns(names as readonly CoefficientName[], columns);
  const isOpen = openBy(observed, fit, runs, published.runSpreadUs);

  const predicted = (beta: readonly number[], i: number): number =>
    samples[i]!.offsetUs + beta.reduce((sum, us, j) => sum + us * columns[j]![i]!, 0);
  const errorOf = (of: (i: number) => number): number =>
    all.reduce((sum, i) => sum + Math.abs(of(i) - samples[i]!.meanUs) / samples[i]!.meanUs, 0) / all.length;
  // the search for both spreads is long, and what is left out says little of them
  const spreadsIn = (rows: readonly number[]) =>
    runs === null ? spreadsOf(observed, prior, rows, published) : spreads;
  /** Mean error of what is left out, one part at a time; null with fewer than three. */
  const heldOutBy = (partOf: (sample: HopSample) => string | null): number | null => {
    const parts = samples.map(partOf);
    const different = [...new Set(parts)];
    if (different.length < 3 || parts.includes(null)) return null;
    const betaOf = new Map(
      different.map((part) => {
        const rest = all.filter((i) => parts[i] !== part);
        return [part, solveAt(observed, spreadsIn(rest), prior, rest).beta];
      }),
    );
    return errorOf((i) => predicted(betaOf.get(parts[i]!)!, i));
  };
  return {
    coefficients: names.map((name, j) => {
      const found = coefficientOf(name, j, fit, prior, quantiles[j]!, unseen.notes.get(j) ?? null);
      return isOpen?.has(name, found.status)
        ? { ...found, lowUs: null, highUs: null, note: [found.note ?? [], isOpen.words].flat().join("; ") }
        : found;
    }),
    covariance: fit.covariance,
    programs: new Set(samples.map((s) => s.program)).size,
    packets: samples.reduce((sum, s) => sum + s.packets, 0),
    misfitUs: spreads.misfitUs,
    runSpreadUs: runs === null && !profile.runSpreadUs ? null : spreads.runUs,
    spreadUs: pooled === null ? null : Math.sqrt(pooled),
    before: errorOf((i) => predicted(prior.mean, i)),
    after: errorOf((i) => predicted(fit.beta, i)),
    heldOut: heldOutBy(({ program }) => program),
    heldOutRuns: heldOutBy(({ run }) => run ?? null),
    notIdentifiable: [...blindWords(unseen.notes), ...(isOpen ? [`${isOpen.what}: ${isOpen.words}`] : [])],
    quantile: quantiles[0]!,
  };
}

type Open = { what: string; words: string; has(name: string, status: RefitCoefficient["status"]): boolean };

/** What runs differ by is in the base where all share a run, in all that is learnt where each has one of its own. */
function openBy(
  { runs: ofSamples }: Observed,
  { freedom }: Solved,
  runs: number | null,
  published: number,
): Open | null {
  if (runs !== null || published > 0) return null;
  const unknown = "what another start differs by is unknown, so no interval is given";
  if (ofSamples.every((run) => run === ofSamples[0]) && (ofSamples[0] !== null || ofSamples.length === 1))
    return {
      what: "base",
      words: `all were seen in one run of the switch: ${unknown}`,
      has: (name) => name === "base",
    };
  if (freedom >= 1) return null;
  return {
    what: "costs",
    words: `each was seen in a run of its own: ${unknown}`,
    has: (_name, status) => status !== "unseen",
  };
}

/** Student's t for a coefficient, by the degrees of freedom of what makes its variance (Satterthwaite 1946). */
function quantileOf(fit: Solved, variance: number, j: number, runs: number | null): number {
  const [ofRuns, ofPrograms] = [fit.ofRuns[j]!, fit.ofPrograms[j]!];
  const between = runs === null ? 0 : runs - 1;
  const uncertain =
    (between > 0 ? ofRuns ** 2 / between : 0) + ofPrograms ** 2 / Math.max(1, fit.freedom - between);
  return fit.freedom >= 1 && uncertain > 0 ? student975(Math.max(1, variance ** 2 / uncertain)) : Z975;
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

import { significantText } from "../../core/index.ts";
import type { LatencyProgram, PathEstimate } from "../../latency/index.ts";
import { arcsShare, type LikelyPath, likelyPaths, type Outcome, unknownPlaces } from "../../program/index.ts";
import {
  countedSigma,
  type LearntPlace,
  learntPlaces,
  probabilitiesOf,
} from "../learn/expectFromCounters.ts";
import type { SwitchEstimate } from "../predict/switchInput.ts";
import { type Branches, branchesWords } from "./branches.ts";

/** Paths that are estimated at most, the likeliest first (our choice). */
const MOST_PATHS = 1_000;
/** Share of the packets on other paths from which on it is said, and from which on the mean is unknown (our choice). */
const LEFT_WORTH_SAYING = 0.001;
const LEFT_TOO_MANY = 0.05;

/** Paths that hold nearly all packets, with how `branches` divide the packets over them. */
export type BranchPaths = {
  /** of all packets, those that end as asked */
  paths: LikelyPath[];
  /** share of the packets on paths that are not among the likeliest */
  left: number;
  assumed: string[];
  unknown: string[];
  /** standard deviation that the counts leave to the mean of `usOf` over the packets of `paths` */
  sigmaOf(usOf: (path: LikelyPath) => number): number;
};

/** The paths that packets take by `branches`; null where the program's paths cannot be followed. */
export function branchPaths(
  { walks }: LatencyProgram,
  { places }: Branches,
  outcomes: readonly Outcome[],
): BranchPaths | null {
  if (!walks) return null;
  const learnt = learntPlaces(places);
  const probabilities = probabilitiesOf(learnt);
  const likely = likelyPaths(walks, probabilities, MOST_PATHS);
  const paths = likely.paths.filter(({ path }) => outcomes.includes(path.outcome));
  return {
    paths,
    left: Math.max(0, 1 - sum(likely.paths.map(({ share }) => share))),
    assumed: likely.assumed,
    unknown: unknownPlaces(walks, probabilities),
    sigmaOf(usOf) {
      const whole = sum(paths.map(({ share }) => share));
      const mean = sum(paths.map((each) => each.share * usOf(each))) / whole;
      // the mean of packets that end so is a quotient: in first order it is linear in the shares of each place
      const linear = (all: readonly LearntPlace[]): number => {
        const shareOf = arcsShare(walks, probabilitiesOf(all));
        return sum(paths.map((each) => shareOf(each.arcs) * (usOf(each) - mean))) / whole;
      };
      return countedSigma(learnt, linear) ?? 0;
    },
  };
}

/** Mean over the packets that `branches` divide over paths, from the estimate of each; a text: why there is none. */
export function branchMean(
  branches: Branches,
  { paths, left, assumed, unknown, sigmaOf }: BranchPaths,
  estimates: readonly PathEstimate[],
): SwitchEstimate | string {
  const whole = sum(paths.map(({ share }) => share));
  if (paths.length === 0 || whole === 0)
    return `none of its packets is forwarded (${branchesWords(branches)})`;
  if (left > LEFT_TOO_MANY)
    return `${percent(left)} of its packets take other paths than the ${MOST_PATHS} likeliest`;
  const byId = new Map(estimates.map((each) => [each.pathId, each]));
  const taken: { way: LikelyPath; share: number; estimate: PathEstimate & { meanUs: number } }[] = [];
  for (const way of paths) {
    const estimate = byId.get(way.path.id);
    if (!estimate || estimate.meanUs === null)
      return [
        `path ${way.path.id}, which ${percent(way.share / whole)} of its packets take, has no estimate`,
        ...(estimate?.notes ?? []),
      ].join(": ");
    taken.push({ way, share: way.share / whole, estimate: { ...estimate, meanUs: estimate.meanUs } });
  }
  const over = (usOf: (estimate: PathEstimate) => number | null): number | null => {
    let total = 0;
    for (const { share, estimate } of taken) {
      const us = usOf(estimate);
      if (us === null) return null;
      total += share * us;
    }
    return total;
  };
  const terms = new Map<string, number>();
  const parts = new Map<number, number>();
  for (const { share, estimate } of taken) {
    parts.set(estimate.meanUs, (parts.get(estimate.meanUs) ?? 0) + share);
    for (const { construct, totalUs } of estimate.terms)
      terms.set(construct, (terms.get(construct) ?? 0) + share * totalUs);
  }
  return {
    meanUs: over(({ meanUs }) => meanUs) ?? 0,
    meanLowUs: over(({ meanLowUs }) => meanLowUs),
    meanHighUs: over(({ meanHighUs }) => meanHighUs),
    terms: [...terms].map(([construct, totalUs]) => ({ construct, totalUs })),
    parts: [...parts].map(([us, share]) => ({ us, share })),
    countedUs: sigmaOf(({ path }) => byId.get(path.id)?.meanUs ?? 0),
    notes: [
      `mean over the paths that packets take: ${branchesWords(branches)}`,
      ...(assumed.length > 0
        ? [`ways taken to be equally likely, because nothing counts them: ${assumed.join(", ")}`]
        : []),
      ...(unknown.length > 0 ? [`counted, but not in this program: ${unknown.join("; ")}`] : []),
      ...(left > LEFT_WORTH_SAYING ? [`${percent(left)} of the packets take other paths: left out`] : []),
      ...new Set(taken.flatMap(({ estimate }) => estimate.notes)),
    ],
  };
}

const percent = (share: number): string => `${significantText(100 * share, 2)} %`;
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

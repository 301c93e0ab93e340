import type { EstimateReport, PathEstimate } from "./estimateReport.ts";
import type { Intervals } from "./interval.ts";

const pathOf = (all: readonly PathEstimate[], us: number | null): PathEstimate | null =>
  all.find(({ meanUs }) => meanUs !== null && meanUs === us) ?? null;

/** The path behind `maxUs`, listed or not; null where only a bound is known. */
export const slowestPath = ({ extremes, estimates, maxUs }: EstimateReport): PathEstimate | null =>
  pathOf([...(extremes?.slowest ?? []), ...estimates], maxUs);

/** The same behind `minUs`. */
export const fastestPath = ({ extremes, estimates, minUs }: EstimateReport): PathEstimate | null =>
  pathOf([...(extremes?.fastest ?? []), ...estimates], minUs);

/** Both intervals of something that has more to it; null where nothing is known. */
export const intervalsOf = (of: Intervals | null): Intervals | null =>
  of && { meanLowUs: of.meanLowUs, meanHighUs: of.meanHighUs, lowUs: of.lowUs, highUs: of.highUs };

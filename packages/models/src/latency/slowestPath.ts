import type { EstimateReport, PathEstimate } from "./estimateReport.ts";
import type { Intervals } from "./interval.ts";

/** The path behind `maxUs`, listed or not; null where only a bound is known. */
export const slowestPath = (report: EstimateReport): PathEstimate | null =>
  [...(report.extremes?.slowest ?? []), ...report.estimates].find(
    ({ meanUs }) => meanUs !== null && meanUs === report.maxUs,
  ) ?? null;

/** Both intervals of something that has more to it; null where nothing is known. */
export const intervalsOf = (of: Intervals | null): Intervals | null =>
  of && { meanLowUs: of.meanLowUs, meanHighUs: of.meanHighUs, lowUs: of.lowUs, highUs: of.highUs };

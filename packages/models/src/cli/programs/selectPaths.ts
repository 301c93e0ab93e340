import { didYouMean } from "../../core/index.ts";
import type { EstimateReport, PathEstimate } from "../../latency/index.ts";
import { UsageError } from "../errors.ts";

/** Keeps one path of a report: by its id, or the fastest (`min`) or slowest (`max`). */
export function selectPath(report: EstimateReport, selector: string | undefined): EstimateReport {
  if (selector === undefined) return report;
  const found =
    selector === "min" || selector === "max"
      ? extreme(report, selector)
      : named(report).find((e) => e.pathId === selector);
  if (!found) {
    const ids = report.estimates.map((e) => e.pathId);
    const some = ids.length > 8 ? `${ids.slice(0, 8).join(", ")}, … (${ids.length} paths)` : ids.join(", ");
    throw new UsageError(
      `--path "${selector}": no such path${didYouMean(selector, ids)}; there are min, max, ${some}`,
    );
  }
  return { ...report, estimates: [found] };
}

/** Listed paths, and unlisted ones that the report names. */
const named = ({ estimates, extremes }: EstimateReport): PathEstimate[] => [
  ...estimates,
  ...(extremes ? [...extremes.fastest, ...extremes.slowest] : []),
];

function extreme(report: EstimateReport, which: "min" | "max"): PathEstimate | undefined {
  const sign = which === "min" ? 1 : -1;
  const { fastest = [], slowest = [] } = report.extremes ?? {};
  return [...report.estimates, ...(which === "min" ? fastest : slowest)]
    .filter((e) => e.meanUs !== null)
    .sort((a, b) => sign * ((a.meanUs ?? 0) - (b.meanUs ?? 0)))[0];
}

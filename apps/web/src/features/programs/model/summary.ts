import { constructs, hasErrors } from "@p4twin/models/core";
import type { DeviceProfile } from "@p4twin/models/device";
import { countOf } from "@/lib/countOf.ts";
import type { PageAnalysis } from "@/workers/program/pageQuestions.ts";
import type { ConstructCosts } from "./sourceMarks.ts";

/** What the analysis found, in one line. `stale`: what is shown is that of the text before its errors. */
export function analysisSummary({ diagnostics, summary, paths }: PageAnalysis, stale: boolean): string {
  if (hasErrors(diagnostics))
    return stale
      ? "The source has errors; graph, paths and latencies are from before them."
      : "The source has errors; they are listed under it with line and column.";
  const count = summary.pathCount.toLocaleString("en-US");
  const found = summary.pathCount === 1 ? "1 feasible path" : `${count} feasible paths`;
  const listed = summary.truncated ? `, ${countOf(paths.count, "path")} listed` : "";
  return `${summary.architecture ?? "unknown architecture"}, ${found}${listed}`;
}

/** Least and greatest count of each construct over all paths: "at least", "at most" where they are bounds. */
export function countRanges({ min, max, coarse }: PageAnalysis["summary"]): string[] {
  if (!min || !max) return [];
  return constructs.map((construct) => {
    const least = `${coarse?.min.includes(construct) ? "at least " : ""}${min[construct]}`;
    const most = `${coarse?.max.includes(construct) ? "at most " : ""}${max[construct]}`;
    return least === most ? `${construct} ${least}` : `${construct} ${least} to ${most}`;
  });
}

/** Cost of one construct more on a device, by construct; nothing for no device, or one without published latency. */
export const constructCosts = (profile: DeviceProfile | undefined): ConstructCosts =>
  Object.fromEntries(
    Object.entries(profile?.linear?.slopesUs ?? {}).map(([construct, slope]) => [construct, slope.value]),
  );

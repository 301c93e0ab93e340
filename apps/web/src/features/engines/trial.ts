import type { PluginFailure } from "@p4twin/models/engine";
import type { EstimateReport } from "@p4twin/models/latency";
import type { Placement } from "@p4twin/models/placement";

/** What an engine is tried on. */
export type TrialQuestion = {
  call: "estimate" | "place";
  /** `lib:NAME` or the id of a program version */
  program: string;
  device: string;
  /** file of a library problem */
  problem: string;
};

/** How a trial ended: the engine's answer beside those of the built-in ones, or why it has none. */
export type TrialOutcome =
  | {
      kind: "estimate";
      report: EstimateReport;
      references: EstimateReport[];
      printed: string;
      tookMs: number;
    }
  | { kind: "place"; placement: Placement; references: Placement[]; printed: string; tookMs: number }
  | { kind: "failed"; failure: PluginFailure; printed: string };

export type EstimateRow = {
  pathId: string;
  meanUs: number | null;
  notes: readonly string[];
  /** means of the built-in estimators in their order */
  references: readonly (number | null)[];
  /** to the first of them, as a share of it; null when either has no answer */
  difference: number | null;
};

/** One row for each path: this engine's mean beside those of the references. */
export function estimateRows(report: EstimateReport, references: readonly EstimateReport[]): EstimateRow[] {
  const byPath = references.map(
    ({ estimates }) => new Map(estimates.map((estimate) => [estimate.pathId, estimate.meanUs])),
  );
  return report.estimates.map(({ pathId, meanUs, notes }) => {
    const means = byPath.map((means) => means.get(pathId) ?? null);
    const first = means[0] ?? null;
    const difference = meanUs === null || first === null || first === 0 ? null : meanUs / first - 1;
    return { pathId, meanUs, notes, references: means, difference };
  });
}

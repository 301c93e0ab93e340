import type { PluginFailure } from "@p4twin/models/engine";
import { type EstimateReport, type Intervals, intervalsOf } from "@p4twin/models/latency";
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

type PathEstimate = EstimateReport["estimates"][number];

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
  intervals: Intervals | null;
  notes: readonly string[];
  /** the built-in estimators in their order; null: no such path there */
  references: readonly (PathEstimate | null)[];
  /** to the first of them, as a share of it; null when either has no answer */
  difference: number | null;
};

/** One row for each path: this engine's mean beside those of the references. */
export function estimateRows(report: EstimateReport, references: readonly EstimateReport[]): EstimateRow[] {
  const byPath = references.map(
    ({ estimates }) => new Map(estimates.map((estimate) => [estimate.pathId, estimate])),
  );
  return report.estimates.map((own) => {
    const { pathId, meanUs, notes } = own;
    const others = byPath.map((of) => of.get(pathId) ?? null);
    const first = others[0]?.meanUs ?? null;
    const difference = meanUs === null || first === null || first === 0 ? null : meanUs / first - 1;
    return { pathId, meanUs, intervals: intervalsOf(own), notes, references: others, difference };
  });
}

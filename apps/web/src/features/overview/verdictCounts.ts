import type { OverviewRow } from "./useOverview.ts";

export type VerdictCounts = {
  segments: number;
  /** holds or drifts: seen, and not over its budget */
  withinBudget: number;
  violated: number;
  drifting: number;
  noData: number;
  /** segments whose model can be held against what is observed */
  compared: number;
};

/** How many segments stand how. */
export function verdictCounts(rows: readonly Pick<OverviewRow, "verdict" | "residual">[]): VerdictCounts {
  const count = (verdict: OverviewRow["verdict"]) => rows.filter((row) => row.verdict === verdict).length;
  const drifting = count("drifts");
  return {
    segments: rows.length,
    withinBudget: count("holds") + drifting,
    violated: count("violated"),
    drifting,
    noData: count("noData"),
    compared: rows.filter((row) => row.residual !== null).length,
  };
}

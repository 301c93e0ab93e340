import type { Verdict } from "@p4twin/ui";
import { badgeVerdict } from "@/lib/badgeVerdict.ts";
import type { OverviewRow } from "./useOverview.ts";

export type DeploymentVerdict = {
  verdict: Verdict;
  /** 0 is the worst */
  rank: number;
  /** the segment that decides, and what is said of it */
  segment: string;
  line: string;
};

const RANKS: readonly Verdict[] = ["violated", "drifts", "no-data", "holds"];

/** The verdict of each deployment by its id: that of its worst segment. */
export function deploymentVerdicts(
  rows: readonly Pick<OverviewRow, "deploymentId" | "segmentName" | "verdict" | "ruling">[],
): Map<string, DeploymentVerdict> {
  const worst = new Map<string, DeploymentVerdict>();
  for (const { deploymentId, segmentName, verdict: said, ruling } of rows) {
    const verdict = badgeVerdict(said);
    const rank = RANKS.indexOf(verdict);
    if (rank < (worst.get(deploymentId)?.rank ?? RANKS.length))
      worst.set(deploymentId, { verdict, rank, segment: segmentName, line: ruling.line });
  }
  return worst;
}

import { type Change, type Evaluation, shareOf } from "@p4twin/models/placement";
import type { TopologyLink, TopologyNode } from "@p4twin/ui/graph";

export type DrawingFacts = {
  nodeFacts: Record<string, Pick<TopologyNode, "utilisation" | "problem" | "detail">>;
  /** by `a b` in both directions, because a topology may name the ends the other way round */
  linkFacts: Record<string, Pick<TopologyLink, "utilisation" | "problem">>;
};

/**
 * What the drawing shows beside the topology: load as rings, what has failed, profiles that were swapped.
 * `changes` are those saved with the scenario, then those of the what-if: only what they name differs from
 * the topology, so a change costs little in a large cloud.
 */
export function drawingFacts(changes: readonly Change[], now: Evaluation | null): DrawingFacts {
  const nodeFacts: DrawingFacts["nodeFacts"] = {};
  const linkFacts: DrawingFacts["linkFacts"] = {};
  const node = (id: string, facts: DrawingFacts["nodeFacts"][string]): void => {
    nodeFacts[id] = { ...nodeFacts[id], ...facts };
  };
  const link = (a: string, b: string, facts: DrawingFacts["linkFacts"][string]): void => {
    linkFacts[`${a} ${b}`] = { ...linkFacts[`${a} ${b}`], ...facts };
    linkFacts[`${b} ${a}`] = { ...linkFacts[`${b} ${a}`], ...facts };
  };
  for (const { id, fullest } of now?.devices ?? []) node(id, { utilisation: fullest });
  for (const { a, b, gbps, thereGbps, backGbps } of now?.links ?? []) {
    const used = Math.max(thereGbps, backGbps);
    if (used > 0) link(a, b, { utilisation: shareOf({ used, limit: gbps }) });
  }
  for (const change of changes) {
    if (change.kind === "profile") node(change.device, { detail: change.profile });
    if (change.kind === "fail") node(change.node, { problem: "failed" });
    if (change.kind === "restore") delete nodeFacts[change.node]?.problem;
    if (change.kind === "fail-link") link(change.a, change.b, { problem: "failed" });
    if (change.kind === "restore-link") {
      delete linkFacts[`${change.a} ${change.b}`]?.problem;
      delete linkFacts[`${change.b} ${change.a}`]?.problem;
    }
  }
  return { nodeFacts, linkFacts };
}

import { type Evaluation, type Problem, shareOf, type WhatIf } from "@p4twin/models/placement";
import type { TopologyLink, TopologyNode } from "@p4twin/ui/graph";

export type DrawingFacts = {
  nodeFacts: Record<string, Pick<TopologyNode, "utilisation" | "problem" | "detail">>;
  /** by `a b` in both directions, because a topology may name the ends the other way round */
  linkFacts: Record<string, Pick<TopologyLink, "utilisation" | "problem">>;
};

const FAILED = "failed";

/** What the drawing shows beside the topology: load as rings, what has failed, profiles that were swapped. */
export function drawingFacts(
  problem: Problem,
  now: Evaluation | null,
  failed: WhatIf["failed"] | null,
): DrawingFacts {
  const nodeFacts: DrawingFacts["nodeFacts"] = {};
  const linkFacts: DrawingFacts["linkFacts"] = {};
  for (const { id, profile } of problem.devices) nodeFacts[id] = { detail: profile };
  for (const { id, fullest } of now?.devices ?? [])
    nodeFacts[id] = { ...nodeFacts[id], utilisation: fullest };
  for (const id of failed?.nodes ?? []) nodeFacts[id] = { ...nodeFacts[id], problem: FAILED };
  const link = (a: string, b: string, facts: DrawingFacts["linkFacts"][string]): void => {
    linkFacts[`${a} ${b}`] = facts;
    linkFacts[`${b} ${a}`] = facts;
  };
  for (const { a, b, gbps, thereGbps, backGbps } of now?.links ?? []) {
    link(a, b, { utilisation: shareOf({ used: Math.max(thereGbps, backGbps), limit: gbps }) });
  }
  for (const [a, b] of failed?.links ?? []) link(a, b, { problem: FAILED });
  return { nodeFacts, linkFacts };
}

import { sha256, type TextAnalysis } from "@p4twin/models/program";
import type { PageGraph } from "./pageQuestions.ts";

/** The drawing of a program, without its paths; null where there is none. */
export function graphOf({ graph }: TextAnalysis): PageGraph | null {
  if (!graph) return null;
  const { groups, nodes, edges } = graph;
  return { key: sha256(JSON.stringify([groups, nodes, edges])), groups, nodes, edges };
}

import type { NodeKind, ProgramGraph } from "@p4twin/models/program";
import type { FlowEdge, FlowNode, FlowNodeKind } from "@p4twin/ui/graph";

const KINDS: Readonly<Record<NodeKind, FlowNodeKind>> = {
  state: "state",
  statements: "action",
  condition: "condition",
  switch: "condition",
  table: "table",
  action: "action",
  architecture: "start",
  end: "end",
};

/** What a node can count, in words: `parse 1, modify 2`; empty when nothing. */
const countsText = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([construct, count]) => `${construct} ${count}`)
    .join(", ");

/** The program graph in the shapes of the drawing: parser above, controls below, in the order of the pipeline. */
export function flowModel(graph: ProgramGraph): { nodes: FlowNode[]; edges: FlowEdge[] } {
  return {
    nodes: graph.nodes.map(({ id, kind, label, counts }) => {
      const detail = countsText(counts);
      return { id, kind: KINDS[kind], label, ...(detail ? { detail } : {}) };
    }),
    edges: graph.edges.map(({ id, from, to, label, feasible }) => ({
      id,
      from,
      to,
      ...(label ? { label } : {}),
      ...(feasible ? {} : { infeasible: true }),
    })),
  };
}

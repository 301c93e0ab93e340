import {
  type GraphLayout,
  type LayoutEdge,
  type LayoutNode,
  type LayoutOptions,
  layoutGraph,
  layoutTopology,
  type TopologyLink,
  type TopologyNode,
} from "@p4twin/ui/graph/layout";

/** A drawing whose places are wanted: the graph of a program, or a cloud. */
export type LayoutQuestion =
  | {
      kind: "graph";
      nodes: readonly LayoutNode[];
      edges: readonly LayoutEdge[];
      options?: LayoutOptions;
    }
  | { kind: "topology"; nodes: readonly TopologyNode[]; links: readonly TopologyLink[] };

/** Answers a question of `workers/layout.ts`. */
export const answerLayout = (question: LayoutQuestion): GraphLayout =>
  question.kind === "graph"
    ? layoutGraph(question.nodes, question.edges, question.options)
    : layoutTopology(question.nodes, question.links);

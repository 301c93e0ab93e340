import type { TableTwin } from "../charts/shared/ChartFrame.tsx";
import type { LayoutEdge, LayoutNode } from "./layoutGraph.ts";

export type FlowNodeKind = "start" | "end" | "state" | "table" | "condition" | "action";

/** A parser state, table, condition or action block. */
export interface FlowNode {
  id: string;
  kind: FlowNodeKind;
  label: string;
  /** Second line: what is extracted, the match key, the cost. */
  detail?: string;
}

export interface FlowEdge {
  id: string;
  from: string;
  to: string;
  /** Select value, hit or miss, true or false. */
  label?: string;
  /** No packet can take it. */
  infeasible?: boolean;
}

/** Widths of the fonts the graph uses, on the safe side (our choice): 12 px mono and 11 px sans. */
const MONO = 7.4;
const SANS = 6.2;
const MAX_LABEL = 26;

/** Cuts a text that would make a node too wide; the whole stands in the node's title. */
export function shorten(text: string, limit = MAX_LABEL): string {
  return text.length > limit ? `${text.slice(0, limit - 1)}…` : text;
}

/** Nodes and edges with the room they need, ready for `layoutGraph`. */
export function measureFlowGraph(
  nodes: readonly FlowNode[],
  edges: readonly FlowEdge[],
): { nodes: LayoutNode[]; edges: LayoutEdge[] } {
  return {
    nodes: nodes.map((node) => {
      const slant = node.kind === "condition" ? 20 : 0;
      const text = Math.max(shorten(node.label).length * MONO, shorten(node.detail ?? "").length * SANS);
      return { id: node.id, width: Math.max(56, text + 24 + slant), height: node.detail ? 42 : 28 };
    }),
    edges: edges.map((edge) => ({
      id: edge.id,
      from: edge.from,
      to: edge.to,
      ...(edge.label
        ? {
            labelWidth: (shorten(edge.label, 20).length + (edge.infeasible ? 2 : 0)) * SANS + 8,
            labelHeight: 16,
          }
        : {}),
    })),
  };
}

/** The edges as a table. */
export function flowTwin(
  nodes: readonly FlowNode[],
  edges: readonly FlowEdge[],
  onPath: ReadonlySet<string>,
): TableTwin {
  const name = new Map(nodes.map((node) => [node.id, node.label]));
  return {
    head: [
      { label: "from" },
      { label: "when" },
      { label: "to" },
      { label: "feasible" },
      { label: "on the path" },
    ],
    rows: edges.map((edge) => [
      name.get(edge.from) ?? edge.from,
      edge.label ?? "always",
      name.get(edge.to) ?? edge.to,
      edge.infeasible ? "no" : "yes",
      onPath.has(edge.id) ? "yes" : "",
    ]),
  };
}

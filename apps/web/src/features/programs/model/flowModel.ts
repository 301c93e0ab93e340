import type { NodeKind } from "@p4twin/models/program";
import type { FlowEdge, FlowNode, FlowNodeKind } from "@p4twin/ui/graph";
import type { PageGraph } from "@/workers/program/pageQuestions.ts";

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

/** A drawing of more nodes is hard to read, so it starts with one block of the program (our choice). */
const MANY_NODES = 120;

/** What a node can count, in words: `parse 1, modify 2`; empty when nothing. */
const countsText = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([construct, count]) => `${construct} ${count}`)
    .join(", ");

/** Blocks that can be drawn alone, and the one that is; null: all of them. */
export type Blocks = { choices: { id: string; label: string }[]; shown: string | null };

/** `wanted`: what a person chose, `all` included; null: the block of the selected node, or all when they are few. */
export function blocksOf(graph: PageGraph, wanted: string | null, selectedNode: string | null): Blocks {
  const used = new Set(graph.nodes.map((node) => node.group));
  const choices = graph.groups.filter((group) => used.has(group.id)).map(({ id, label }) => ({ id, label }));
  if (wanted === "all") return { choices, shown: null };
  if (choices.some((choice) => choice.id === wanted)) return { choices, shown: wanted };
  if (graph.nodes.length <= MANY_NODES) return { choices, shown: null };
  const selected = graph.nodes.find((node) => node.id === selectedNode)?.group;
  return { choices, shown: selected ?? choices[0]?.id ?? null };
}

/**
 * The program graph in the shapes of the drawing: parser above, controls below, in the order of the pipeline.
 * One block alone keeps the nodes outside that its edges lead to, so that its ways out can be followed.
 */
export function flowModel(graph: PageGraph, block: string | null): { nodes: FlowNode[]; edges: FlowEdge[] } {
  const inside = new Set(
    graph.nodes.filter((node) => block === null || node.group === block).map(({ id }) => id),
  );
  const edges = graph.edges.filter((edge) => inside.has(edge.from));
  const drawn = new Set([...inside, ...edges.map((edge) => edge.to)]);
  return {
    nodes: graph.nodes
      .filter((node) => drawn.has(node.id))
      .map(({ id, kind, label, counts }) => {
        const detail = countsText(counts);
        return { id, kind: KINDS[kind], label, ...(detail ? { detail } : {}) };
      }),
    edges: edges.map(({ id, from, to, label, feasible }) => ({
      id,
      from,
      to,
      ...(label ? { label } : {}),
      ...(feasible ? {} : { infeasible: true }),
    })),
  };
}

import type { Span } from "../core/index.ts";
import { type Features, noFeatures } from "../core/index.ts";
import type { Flow, FlowGroup, FlowNode, NodeKind, Place } from "./flow/flow.ts";
import type { Exploration } from "./walk/explore.ts";
import type { Walk } from "./walk/listPaths.ts";

export type GraphNode = {
  id: string;
  kind: NodeKind;
  label: string;
  /** id of its group */
  group: string;
  span: Span | null;
  /** what the node can count at most when a path passes it once */
  counts: Features;
};

export type GraphEdge = {
  id: string;
  from: string;
  to: string;
  label: string;
  /** false: no feasible path takes it */
  feasible: boolean;
};

/** Parser, controls and the architecture's decisions as a drawing: calls and actions stand where they are used. */
export type ProgramGraph = {
  groups: FlowGroup[];
  nodes: GraphNode[];
  edges: GraphEdge[];
  /** nodes and edges of each listed path, in order */
  paths: { id: string; nodes: string[]; edges: string[] }[];
};

/** The drawing; without an exploration every edge counts as feasible. */
export function programGraph(
  flow: Flow,
  exploration: Exploration | null,
  walks: readonly { id: string; walk: Walk }[],
): ProgramGraph {
  const taken = new Set<string>();
  for (const vertex of exploration?.order ?? []) {
    for (const arc of vertex.arcs) if (arc.edge !== null && arc.to?.alive) taken.add(arc.edge);
  }
  const nodes = [...flow.nodes.values()];
  return {
    groups: [...flow.groups],
    nodes: nodes.map((node) => ({
      id: node.id,
      kind: node.kind,
      label: node.label,
      group: node.group,
      span: node.span,
      counts: possibleCounts(node),
    })),
    edges: nodes.flatMap((node) =>
      node.edges.map((edge) => ({
        id: edge.id,
        from: node.id,
        to: edge.to,
        label: edge.label,
        feasible: exploration === null || taken.has(edge.id),
      })),
    ),
    paths: walks.map(({ id, walk }) => ({ id, nodes: walk.nodes, edges: walk.edges })),
  };
}

function possibleCounts(node: FlowNode): Features {
  const counts = noFeatures();
  const written = new Set<string>();
  for (const operation of node.operations) {
    if (operation.kind === "extract" && !operation.isMachine) counts.parse++;
    if (operation.kind === "copy" && !operation.passing) counts.copy++;
    if (operation.kind === "setValid") counts.add++;
    if (operation.kind === "setInvalid") counts.remove++;
    if (operation.kind === "pop") counts.remove += operation.count;
    if (operation.kind === "applyTable") counts.table++;
    if (operation.kind === "assign" && operation.header) written.add(placeKey(operation.header));
  }
  return { ...counts, modify: written.size };
}

const placeKey = (place: Place): string =>
  place.root +
  place.steps
    .map((step) => {
      if (step.kind === "member") return `.${step.name}`;
      if (step.kind === "index")
        return step.index.kind === "constant" ? `[${String(step.index.value)}]` : "[]";
      return `.${step.kind}`;
    })
    .join("");

import type { TopologyNode } from "@p4twin/models/topology";
import type { Edge, Node } from "@xyflow/react";
import type { EditorState } from "./editorState.ts";
import { linkKey, type Places } from "./topologyEdits.ts";

/** Room of a drawn node in pixels and the middle of its ring in it: places are those of the middle. */
export const BOX = { width: 96, height: 74, middleX: 48, middleY: 24 };

type CloudNodeData = { node: TopologyNode; problem: string | null };
export type CloudNode = Node<CloudNodeData, "cloud">;
type CloudLinkData = { gbps: number; words: string };
export type CloudLink = Edge<CloudLinkData, "cloud">;

/** Where a node is seen: where it was drawn, or where it was laid out. */
const placeOf = (state: EditorState, base: Places, node: TopologyNode): { x: number; y: number } | null =>
  (state.drawn ? node.position : base[node.id]) ?? base[node.id] ?? node.position ?? null;

/** Nodes for React Flow. `dragged` holds the places of what is just being moved. */
export function flowNodes(
  state: EditorState,
  base: Places,
  dragged: Places,
  problems: Readonly<Record<string, string>>,
): CloudNode[] {
  const selected = new Set(state.selection.nodes);
  return state.doc.nodes.flatMap((node): CloudNode[] => {
    const place = dragged[node.id] ?? placeOf(state, base, node);
    if (!place) return [];
    const problem = problems[node.id] ?? null;
    const { width, height } = BOX;
    return [
      {
        id: node.id,
        type: "cloud",
        position: { x: place.x - BOX.middleX, y: place.y - BOX.middleY },
        width,
        height,
        measured: { width, height },
        selected: selected.has(node.id),
        ariaLabel: [node.kind, node.id, node.profile, problem].filter(Boolean).join(", "),
        data: { node, problem },
      },
    ];
  });
}

export function flowLinks(state: EditorState): CloudLink[] {
  const selected = new Set(state.selection.links);
  return state.doc.links.map((link) => {
    const id = linkKey(link);
    const words = [`${link.gbps} Gbps`, link.delayUs === undefined ? null : `${link.delayUs} µs`]
      .filter(Boolean)
      .join(", ");
    return {
      id,
      type: "cloud",
      source: link.a,
      target: link.b,
      selected: selected.has(id),
      ariaLabel: `link from ${link.a} to ${link.b}, ${words}`,
      data: { gbps: link.gbps, words },
    };
  });
}

/** Places out of React Flow's corners. */
export const fromCorner = ({ x, y }: { x: number; y: number }): { x: number; y: number } => ({
  x: x + BOX.middleX,
  y: y + BOX.middleY,
});

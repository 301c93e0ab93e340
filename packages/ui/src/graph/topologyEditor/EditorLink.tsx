"use client";
import { BaseEdge, type EdgeProps, type InternalNode, useInternalNode } from "@xyflow/react";
import { memo } from "react";
import { linkWidth } from "../topologyLook.ts";
import { BOX, type CloudLink } from "./editorFlow.ts";

const middleOf = ({ internals: { positionAbsolute } }: InternalNode) => ({
  x: positionAbsolute.x + BOX.middleX,
  y: positionAbsolute.y + BOX.middleY,
});

/** A link from middle to middle, as wide as its rate; the rate is written on it while it is selected. */
export const EditorLink = memo(function EditorLink({ source, target, selected, data }: EdgeProps<CloudLink>) {
  const [from, to] = [useInternalNode(source), useInternalNode(target)];
  if (!from || !to) return null;
  const [a, b] = [middleOf(from), middleOf(to)];
  return (
    <BaseEdge
      path={`M${a.x},${a.y}L${b.x},${b.y}`}
      interactionWidth={16}
      style={{
        stroke: selected ? "var(--accent)" : "var(--line-strong)",
        strokeWidth: linkWidth(data?.gbps) + (selected ? 1.5 : 0),
      }}
      {...(selected && data
        ? {
            label: data.words,
            labelX: (a.x + b.x) / 2,
            labelY: (a.y + b.y) / 2,
            labelStyle: { fill: "var(--ink)", fontSize: 11 },
            labelBgStyle: { fill: "var(--raised)" },
            labelBgPadding: [4, 2] as [number, number],
            labelBgBorderRadius: 3,
          }
        : {})}
    />
  );
});

"use client";
import { Handle, type NodeProps, Position } from "@xyflow/react";
import { memo } from "react";
import { cn } from "../../lib/cn.ts";
import { INNER, NODE_SIGNS, OUTER } from "../TopologyNodeShape.tsx";
import { BOX, type CloudNode } from "./editorFlow.ts";

const SIZE = 2 * (OUTER + 4);

/** A node that can be moved and linked; the dot beside it is where a link is drawn from. */
export const EditorNode = memo(function EditorNode({ data, selected }: NodeProps<CloudNode>) {
  const { node, problem } = data;
  return (
    <div
      className="group flex flex-col items-center text-center"
      style={{ width: BOX.width, height: BOX.height, paddingTop: BOX.middleY - SIZE / 2 }}
      title={problem ?? undefined}
    >
      <svg width={SIZE} height={SIZE} viewBox={`${-SIZE / 2} ${-SIZE / 2} ${SIZE} ${SIZE}`} aria-hidden>
        <circle
          r={OUTER + 2}
          className={cn("fill-bg", selected ? "stroke-accent" : "stroke-transparent")}
          strokeWidth={2.5}
        />
        <circle
          r={node.kind === "host" ? INNER : OUTER - 1}
          className={cn("fill-surface", problem ? "stroke-warn" : "stroke-line-strong")}
          strokeWidth={node.kind === "device" ? 3 : 1}
        />
        <path
          d={NODE_SIGNS[node.kind]}
          fill="none"
          className="stroke-ink"
          strokeWidth={1.25}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        {problem ? <circle cx={OUTER - 4} cy={-OUTER + 4} r={5} className="fill-warn stroke-bg" /> : null}
      </svg>
      <span className="max-w-full truncate text-xs font-medium text-ink">{node.id}</span>
      {node.profile ? <span className="max-w-full truncate text-2xs text-ink-3">{node.profile}</span> : null}
      <Handle
        type="source"
        position={Position.Right}
        title={`Draw a link from ${node.id}`}
        className="size-3! rounded-full! border-2! border-bg! bg-accent! opacity-0 transition-opacity group-hover:opacity-100 in-[.connectingto]:opacity-100"
        style={{ left: BOX.middleX + OUTER + 3, top: BOX.middleY, right: "auto" }}
      />
    </div>
  );
});

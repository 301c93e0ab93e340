import { arc } from "d3-shape";
import type { KeyboardEvent, PointerEvent, Ref } from "react";
import { cn } from "../lib/cn.ts";
import { heatFill, type Mood, moodOf, nodeWords } from "./topologyLook.ts";
import type { TopologyNode, TopologyNodeKind } from "./topologyTypes.ts";

/** Radii of a node in pixels: its face, and the ring of its load around it. */
export const INNER = 14;
export const OUTER = 18;
const RING = arc<number>()
  .innerRadius(INNER + 1)
  .outerRadius(OUTER)
  .startAngle(0)
  .endAngle((share) => share * 2 * Math.PI);

const RING_FILLS: Record<Mood, string> = { calm: "fill-accent", warn: "fill-warn", bad: "fill-bad" };

/** Signs inside the node, 16 x 16 around its centre. */
export const NODE_SIGNS: Record<TopologyNodeKind, string> = {
  device: "M-6,-5h12v10h-12zM-3,-5v-3M0,-5v-3M3,-5v-3M-3,5v3M0,5v3M3,5v3",
  switch: "M-7,-3h11m-3,-3l3,3l-3,3M7,3h-11m3,-3l-3,3l3,3",
  host: "M-7,-6h14v9h-14zM-3,7h6M0,3v4",
  cluster: "M-7,-7h6v6h-6zM1,-7h6v6h-6zM-7,1h6v6h-6zM1,1h6v6h-6z",
};

export const BROKEN_SIGN = "M-12,-12L12,12M12,-12L-12,12";

export interface TopologyNodeShapeProps {
  node: TopologyNode;
  place: { x: number; y: number };
  selected: boolean;
  faded: boolean;
  tabIndex: number;
  draggable: boolean;
  onSelect?: (nodeId: string) => void;
  onKeyDown: (event: KeyboardEvent, nodeId: string) => void;
  onPointerDown?: (event: PointerEvent<SVGGElement>, nodeId: string) => void;
  ref: Ref<SVGGElement>;
}

/** One node of a cloud: kind as a sign, utilisation as a ring, name and profile below. */
export function TopologyNodeShape({
  node,
  place,
  selected,
  faded,
  tabIndex,
  draggable,
  onSelect,
  onKeyDown,
  onPointerDown,
  ref,
}: TopologyNodeShapeProps) {
  const share = node.utilisation ?? null;
  const spoken = nodeWords(node);
  return (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no button element
    <g
      ref={ref}
      role="button"
      data-drag={draggable || undefined}
      data-node-id={node.id}
      tabIndex={tabIndex}
      aria-pressed={selected}
      aria-label={spoken.join(", ")}
      transform={`translate(${place.x},${place.y})`}
      onClick={() => onSelect?.(node.id)}
      onKeyDown={(event) => onKeyDown(event, node.id)}
      onPointerDown={onPointerDown ? (event) => onPointerDown(event, node.id) : undefined}
      className={cn("group cursor-pointer outline-none", draggable && "touch-none")}
    >
      <title>{spoken.join(" · ")}</title>
      <g style={{ transform: "scale(var(--node-scale, 1))" }}>
        <circle
          r={OUTER + 4}
          fill="none"
          strokeWidth={2}
          className={cn("stroke-transparent group-focus-visible:stroke-accent", selected && "stroke-accent")}
        />
        <circle r={OUTER} className="fill-bg" />
        {node.kind === "host" ? (
          <circle r={INNER} className="fill-surface stroke-line-strong" />
        ) : (
          <>
            <circle
              r={(INNER + 1 + OUTER) / 2}
              fill="none"
              className="stroke-line"
              strokeWidth={OUTER - INNER - 1}
              strokeDasharray={share === null ? "2 3" : undefined}
            />
            <circle
              r={INNER}
              className="fill-surface stroke-line-strong group-hover:fill-hover"
              style={{ fill: heatFill(node) }}
            />
            {share === null ? null : (
              <path d={RING(Math.min(1, Math.max(0, share))) ?? ""} className={RING_FILLS[moodOf(share)]} />
            )}
          </>
        )}
        <path
          d={NODE_SIGNS[node.kind]}
          fill="none"
          className={faded ? "stroke-ink-3" : "stroke-ink"}
          strokeWidth={1.25}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        {node.problem ? (
          <path d={BROKEN_SIGN} className="stroke-bad" strokeWidth={2.5} strokeLinecap="round" />
        ) : null}
        <text
          y={OUTER + 12}
          textAnchor="middle"
          className={cn("fill-ink stroke-bg text-xs font-medium", faded && "fill-ink-3")}
          strokeWidth={4}
          paintOrder="stroke"
        >
          {node.label}
        </text>{" "}
        {node.detail ? (
          <text
            y={OUTER + 24}
            textAnchor="middle"
            className="fill-ink-3 stroke-bg text-2xs"
            strokeWidth={3}
            paintOrder="stroke"
          >
            {node.detail}
          </text>
        ) : null}
      </g>
    </g>
  );
}

import { type KeyboardEvent, memo, useCallback } from "react";
import { cn } from "../lib/cn.ts";
import { type FlowNode, type FlowNodeKind, shorten } from "./prepareFlowGraph.ts";

const KIND_WORDS: Record<FlowNodeKind, string> = {
  start: "start",
  end: "end",
  state: "state",
  table: "table",
  condition: "condition",
  action: "action",
};

/** Outline of a node around its centre: kinds differ by shape, not by colour. */
function outline(kind: FlowNodeKind, width: number, height: number): string {
  const [w, h] = [width / 2, height / 2];
  if (kind === "condition") {
    const cut = Math.min(12, h);
    return `M${-w},0L${-w + cut},${-h}H${w - cut}L${w},0L${w - cut},${h}H${-w + cut}Z`;
  }
  const radius = kind === "start" || kind === "end" ? h : kind === "state" ? 8 : kind === "action" ? 2 : 4;
  const r = Math.min(radius, h, w);
  return `M${-w + r},${-h}H${w - r}a${r},${r} 0 0 1 ${r},${r}V${h - r}a${r},${r} 0 0 1 ${-r},${r}H${-w + r}a${r},${r} 0 0 1 ${-r},${-r}V${-h + r}a${r},${r} 0 0 1 ${r},${-r}Z`;
}

export interface FlowNodeShapeProps {
  node: FlowNode;
  place: { x: number; y: number; width: number; height: number };
  selected: boolean;
  onPath: boolean;
  faded: boolean;
  tabIndex: number;
  onSelect: (nodeId: string) => void;
  onKeyDown: (event: KeyboardEvent, nodeId: string) => void;
  /** Told of the element, and of null when it goes. */
  register: (nodeId: string, element: SVGGElement | null) => void;
}

/** One node; a button for mouse and keyboard. */
export const FlowNodeShape = memo(function FlowNodeShape({
  node,
  place,
  selected,
  onPath,
  faded,
  tabIndex,
  onSelect,
  onKeyDown,
  register,
}: FlowNodeShapeProps) {
  const ref = useCallback((element: SVGGElement | null) => register(node.id, element), [register, node.id]);
  const { width, height } = place;
  return (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no button element
    <g
      ref={ref}
      role="button"
      tabIndex={tabIndex}
      aria-pressed={selected}
      aria-label={[
        KIND_WORDS[node.kind],
        // as it is shown first: a voice command says what it sees
        shorten(node.label),
        node.detail ? shorten(node.detail) : null,
        shorten(node.label) === node.label ? null : node.label,
        onPath ? "on the selected path" : null,
      ]
        .filter(Boolean)
        .join(", ")}
      transform={`translate(${place.x},${place.y})`}
      onClick={() => onSelect(node.id)}
      onKeyDown={(event) => onKeyDown(event, node.id)}
      className="group cursor-pointer outline-none"
    >
      <title>{[node.label, node.detail].filter(Boolean).join(" · ")}</title>
      <path
        d={outline(node.kind, width + 7, height + 7)}
        fill="none"
        strokeWidth={2}
        className={cn("stroke-transparent group-focus-visible:stroke-accent", selected && "stroke-accent")}
      />
      <path
        d={outline(node.kind, width, height)}
        strokeWidth={onPath ? 2 : 1}
        className={cn(
          "fill-surface stroke-control group-hover:fill-hover",
          onPath && "fill-accent-soft stroke-accent",
          faded && "stroke-line-strong",
        )}
      />
      {node.kind === "table" ? (
        <path
          d={`M${-width / 2 + 6},${-height / 2 + 6}V${height / 2 - 6}`}
          className={onPath ? "stroke-accent" : "stroke-series-3"}
          strokeWidth={3}
          strokeLinecap="round"
        />
      ) : null}
      <text
        y={node.detail ? -7 : 0}
        textAnchor="middle"
        dominantBaseline="central"
        className={cn("fill-ink font-mono text-xs", onPath && "font-semibold", faded && "fill-ink-3")}
      >
        {shorten(node.label)}
      </text>{" "}
      {node.detail ? (
        <text
          y={9}
          textAnchor="middle"
          dominantBaseline="central"
          className={cn("fill-ink-2 text-2xs", faded && "fill-ink-3")}
        >
          {shorten(node.detail)}
        </text>
      ) : null}
    </g>
  );
});

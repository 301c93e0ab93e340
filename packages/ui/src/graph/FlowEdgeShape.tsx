import { curveBasis, line } from "d3-shape";
import { memo } from "react";
import type { Point } from "./layoutGraph.ts";
import { type FlowEdge, shorten } from "./prepareFlowGraph.ts";

export type FlowEdgeTone = "plain" | "path" | "faded" | "infeasible";

const STROKES: Record<FlowEdgeTone, { line: string; text: string; width: number; dash?: string }> = {
  plain: { line: "stroke-ink-3", text: "fill-ink-2", width: 1.25 },
  path: { line: "stroke-accent", text: "fill-accent font-semibold", width: 2.5 },
  faded: { line: "stroke-line-strong", text: "fill-ink-3", width: 1.25 },
  infeasible: { line: "stroke-control", text: "fill-ink-3", width: 1.25, dash: "4 4" },
};

const draw = line<Point>(
  ([x]) => x,
  ([, y]) => y,
).curve(curveBasis);

export interface FlowEdgeShapeProps {
  edge: FlowEdge;
  place: { points: Point[]; label: Point | null };
  tone: FlowEdgeTone;
  /** Reference to the arrow head. */
  head: string;
}

/** One edge with its label; infeasible ones are dashed and struck through. */
export const FlowEdgeShape = memo(function FlowEdgeShape({ edge, place, tone, head }: FlowEdgeShapeProps) {
  const look = STROKES[tone];
  const middle = place.label ?? place.points[Math.floor(place.points.length / 2)];
  return (
    <g>
      <path
        d={draw(place.points) ?? ""}
        fill="none"
        className={look.line}
        strokeWidth={look.width}
        strokeDasharray={look.dash}
        markerEnd={head}
      />
      {edge.infeasible && !edge.label && middle ? (
        <path
          d={`M${middle[0] - 4},${middle[1] - 4}l8,8m0,-8l-8,8`}
          className="stroke-control"
          strokeWidth={1.5}
          fill="none"
        />
      ) : null}
      {edge.label && place.label ? (
        <text
          x={place.label[0]}
          y={place.label[1]}
          textAnchor="middle"
          dominantBaseline="central"
          className={`${look.text} stroke-bg text-2xs`}
          strokeWidth={4}
          paintOrder="stroke"
          strokeLinejoin="round"
        >
          <title>{edge.infeasible ? `${edge.label}: no packet can go there` : edge.label}</title>
          {edge.infeasible ? "✕ " : ""}
          {shorten(edge.label, 20)}
        </text>
      ) : null}
    </g>
  );
});

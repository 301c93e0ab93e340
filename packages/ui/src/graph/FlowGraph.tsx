"use client";
import { type KeyboardEvent, useCallback, useEffect, useId, useMemo, useRef } from "react";
import { ChartFrame } from "../charts/shared/ChartFrame.tsx";
import { cn } from "../lib/cn.ts";
import { FlowEdgeShape, type FlowEdgeTone } from "./FlowEdgeShape.tsx";
import { FlowNodeShape } from "./FlowNodeShape.tsx";
import { type GraphLayout, layoutGraph } from "./layoutGraph.ts";
import { neighbourInDirection } from "./neighbour.ts";
import { type FlowEdge, type FlowNode, flowTwin, measureFlowGraph } from "./prepareFlowGraph.ts";
import { useViewport } from "./useViewport.ts";
import { ViewportControls } from "./ViewportControls.tsx";

export interface FlowGraphProps {
  nodes: readonly FlowNode[];
  edges: readonly FlowEdge[];
  /** What the graph shows: "Parser of l3fwd.p4". */
  label: string;
  /** The selected path: its nodes and edges stand out, others step back. */
  pathNodeIds?: readonly string[];
  pathEdgeIds?: readonly string[];
  selectedId?: string | null;
  onSelect?: (nodeId: string) => void;
  /** "fit": from left to right where that can be read on a page, else from top to bottom. */
  direction?: "TB" | "LR" | "fit";
  /** Layout from a worker; null while it works. Made here when left out. */
  layout?: GraphLayout | null;
  /** Shows all of the graph and grows with it; otherwise a large one begins where it can be read. */
  whole?: boolean;
  className?: string;
}

const NONE: readonly string[] = [];
const UNPLACED: GraphLayout = { nodes: {}, edges: {}, width: 0, height: 0 };
/** Below this the 11 px texts of nodes cannot be read (our choice). */
const LEGIBLE_SCALE = 0.7;
/** What a page is wide, and the most that a whole graph may be high (our choice; pixels). */
const PAGE_WIDTH = 800;
const MOST_HEIGHT = 760;
const TONES: FlowEdgeTone[] = ["plain", "path", "faded", "infeasible"];
const HEADS: Record<FlowEdgeTone, string> = {
  plain: "fill-ink-3",
  path: "fill-accent",
  faded: "fill-line-strong",
  infeasible: "fill-control",
};

function laidOut(
  nodes: readonly FlowNode[],
  edges: readonly FlowEdge[],
  direction: "TB" | "LR" | "fit",
): GraphLayout {
  const measured = measureFlowGraph(nodes, edges);
  if (direction !== "fit") return layoutGraph(measured.nodes, measured.edges, { direction });
  const across = layoutGraph(measured.nodes, measured.edges, { direction: "LR" });
  if (LEGIBLE_SCALE * across.width <= PAGE_WIDTH) return across;
  return layoutGraph(measured.nodes, measured.edges, { direction: "TB" });
}

/** A directed graph of a program: parser states, or tables and conditions of a control. */
export function FlowGraph({
  nodes,
  edges,
  label,
  pathNodeIds = NONE,
  pathEdgeIds = NONE,
  selectedId = null,
  onSelect,
  direction = "TB",
  whole = false,
  layout: given,
  className,
}: FlowGraphProps) {
  const scope = useId();
  const made = useMemo(() => {
    if (given !== undefined) return given ?? UNPLACED;
    return laidOut(nodes, edges, direction);
  }, [given, nodes, edges, direction]);
  const viewport = useViewport(made.width, made.height, whole ? {} : { legibleScale: LEGIBLE_SCALE });
  const elements = useRef(new Map<string, SVGGElement>());
  const onPathNodes = useMemo(() => new Set(pathNodeIds), [pathNodeIds]);
  const onPathEdges = useMemo(() => new Set(pathEdgeIds), [pathEdgeIds]);
  const hasPath = onPathNodes.size > 0;
  const tabId = selectedId !== null && made.nodes[selectedId] ? selectedId : nodes[0]?.id;

  const selected = selectedId === null ? undefined : made.nodes[selectedId];
  const { show } = viewport;
  useEffect(() => {
    if (!selected) return;
    const { x, y, width, height } = selected;
    show({ x: x - width / 2, y: y - height / 2, width, height });
  }, [selected, show]);

  // Shapes are drawn anew only when they change, so what they call stays the same.
  const latest = useRef({ made, onSelect });
  useEffect(() => {
    latest.current = { made, onSelect };
  }, [made, onSelect]);
  const select = useCallback((id: string) => latest.current.onSelect?.(id), []);
  const register = useCallback((id: string, element: SVGGElement | null) => {
    if (element) elements.current.set(id, element);
    else elements.current.delete(id);
  }, []);
  const onKeyDown = useCallback((event: KeyboardEvent, id: string) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      latest.current.onSelect?.(id);
      return;
    }
    const next = neighbourInDirection(latest.current.made.nodes, id, event.key);
    if (next === null) return;
    event.preventDefault();
    elements.current.get(next)?.focus();
    latest.current.onSelect?.(next);
  }, []);

  const toneOf = (edge: FlowEdge): FlowEdgeTone => {
    if (onPathEdges.has(edge.id)) return "path";
    if (edge.infeasible) return "infeasible";
    return hasPath ? "faded" : "plain";
  };

  return (
    <ChartFrame
      label={label}
      twin={() => flowTwin(nodes, edges, onPathEdges)}
      undrawable={nodes.length === 0 ? "There is nothing to draw." : null}
      legend={
        edges.some((edge) => edge.infeasible) ? (
          <span className="inline-flex items-center gap-1">
            <span aria-hidden className="w-4 border-t-2 border-dashed border-control" /> no packet can go
            there
          </span>
        ) : null
      }
      className={cn("h-full min-h-60", className)}
    >
      <div className="flex min-h-0 grow flex-col overflow-hidden rounded-md border border-line bg-bg">
        <div
          className="relative min-h-0 grow overflow-hidden contain-content will-change-transform"
          style={whole ? { minHeight: Math.min(MOST_HEIGHT, LEGIBLE_SCALE * made.height) } : undefined}
        >
          <svg ref={viewport.svg} className="absolute inset-0 size-full cursor-grab active:cursor-grabbing">
            <title>{`${label}: ${nodes.length} nodes, ${edges.length} edges`}</title>
            <defs>
              {TONES.map((tone) => (
                <marker
                  key={tone}
                  id={`${scope}-${tone}`}
                  viewBox="0 0 8 8"
                  refX={7}
                  refY={4}
                  markerWidth={8}
                  markerHeight={8}
                  markerUnits="userSpaceOnUse"
                  orient="auto-start-reverse"
                >
                  <path d="M0,0.5L8,4L0,7.5Z" className={HEADS[tone]} />
                </marker>
              ))}
            </defs>
            <g ref={viewport.content}>
              {[...edges]
                .sort((a, b) => TONES.indexOf(toneOf(b)) - TONES.indexOf(toneOf(a)))
                .map((edge) => {
                  const place = made.edges[edge.id];
                  const tone = toneOf(edge);
                  return place ? (
                    <FlowEdgeShape
                      key={edge.id}
                      edge={edge}
                      place={place}
                      tone={tone}
                      head={`url(#${scope}-${tone})`}
                    />
                  ) : null;
                })}
              {nodes.map((node) => {
                const place = made.nodes[node.id];
                return place ? (
                  <FlowNodeShape
                    key={node.id}
                    register={register}
                    node={node}
                    place={place}
                    selected={node.id === selectedId}
                    onPath={onPathNodes.has(node.id)}
                    faded={hasPath && !onPathNodes.has(node.id)}
                    tabIndex={node.id === tabId ? 0 : -1}
                    onSelect={select}
                    onKeyDown={onKeyDown}
                  />
                ) : null;
              })}
            </g>
          </svg>
          {given === null ? (
            <p role="status" className="absolute inset-0 flex items-center justify-center text-ink-3">
              Laying out {nodes.length} nodes
            </p>
          ) : null}
        </div>
        <div className="flex items-center justify-between gap-3 border-t bg-surface px-2 py-1 print:hidden">
          <span className="truncate text-2xs text-ink-3">drag to move, Ctrl and wheel to zoom</span>
          <ViewportControls viewport={viewport} className="shrink-0" />
        </div>
      </div>
    </ChartFrame>
  );
}

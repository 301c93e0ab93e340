"use client";
import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from "react";
import { ChartFrame } from "../charts/shared/ChartFrame.tsx";
import { formatGbps, formatPercent } from "../format/index.ts";
import { cn } from "../lib/cn.ts";
import type { GraphLayout, Point } from "./layoutGraph.ts";
import {
  layoutTopology,
  routeLines,
  type TopologyLink,
  type TopologyNode,
  type TopologyRoute,
} from "./layoutTopology.ts";
import { neighbourInDirection } from "./neighbour.ts";
import { TopologyNodeShape } from "./TopologyNodeShape.tsx";
import { topologyTwin } from "./topologyTwin.ts";
import { useViewport } from "./useViewport.ts";
import { ViewportControls } from "./ViewportControls.tsx";

export interface TopologyCanvasProps {
  nodes: readonly TopologyNode[];
  links: readonly TopologyLink[];
  routes?: readonly TopologyRoute[];
  /** Ways of a baseline: faint and dashed behind the routes. */
  ghosts?: readonly TopologyRoute[];
  /** What is drawn: "Topology edge-lab". */
  label: string;
  selectedId?: string | null;
  onSelect?: (nodeId: string) => void;
  /** Only this route is lit. */
  selectedRouteId?: string | null;
  onSelectRoute?: (routeId: string) => void;
  /** Nodes can be dragged; told once, at the end, in the coordinates of the layout. */
  onMove?: (nodeId: string, x: number, y: number) => void;
  /** Layout from a worker; made here when left out. */
  layout?: GraphLayout;
  className?: string;
}

const NO_ROUTES: readonly TopologyRoute[] = [];

/** A line through points that bends softly where lanes shift. */
const toPath = (points: readonly Point[]) =>
  points.map(([x, y], index) => `${index === 0 ? "M" : "L"}${x},${y}`).join("");

/** Lines are 1.5 to 6 px wide by rate, on a logarithm so that 1 and 100 Gbps stand in one picture (our choice). */
const linkWidth = (gbps: number | null | undefined) =>
  gbps ? Math.min(6, 1.5 + Math.log10(1 + gbps) * 1.5) : 1.5;

const linkStroke = (link: TopologyLink) => {
  if (link.problem || (link.utilisation ?? 0) >= 1) return "stroke-bad";
  return (link.utilisation ?? 0) >= 0.8 ? "stroke-warn" : "stroke-line-strong";
};

/** A cloud: devices with their load as a ring, links by rate, chains as coloured routes. */
export function TopologyCanvas({
  nodes,
  links,
  routes = NO_ROUTES,
  ghosts = NO_ROUTES,
  label,
  selectedId = null,
  onSelect,
  selectedRouteId = null,
  onSelectRoute,
  onMove,
  layout: given,
  className,
}: TopologyCanvasProps) {
  const made = useMemo(() => given ?? layoutTopology(nodes, links), [given, nodes, links]);
  const [drag, setDrag] = useState<{ id: string; x: number; y: number } | null>(null);
  const places = useMemo(
    () => (drag ? { ...made.nodes, [drag.id]: { x: drag.x, y: drag.y } } : made.nodes),
    [made, drag],
  );
  const viewport = useViewport(made.width, made.height);
  const elements = useRef(new Map<string, SVGGElement>());
  const lines = useMemo(() => routeLines(routes, places), [routes, places]);
  const ghostLines = useMemo(() => routeLines(ghosts, places), [ghosts, places]);
  const lit = routes.find((route) => route.id === selectedRouteId);
  const tabId = selectedId !== null && places[selectedId] ? selectedId : nodes[0]?.id;

  const onKeyDown = (event: KeyboardEvent, id: string) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      onSelect?.(id);
      return;
    }
    const next = neighbourInDirection(places, id, event.key);
    if (next === null) return;
    event.preventDefault();
    elements.current.get(next)?.focus();
    onSelect?.(next);
  };

  const onPointerDown = (event: PointerEvent<SVGGElement>, id: string) => {
    const place = made.nodes[id];
    if (!place || event.button !== 0) return;
    const element = event.currentTarget;
    const origin = { x: event.clientX, y: event.clientY };
    let latest: { id: string; x: number; y: number } | null = null;
    const move = (moved: globalThis.PointerEvent) => {
      const scale = viewport.scale();
      latest = {
        id,
        x: place.x + (moved.clientX - origin.x) / scale,
        y: place.y + (moved.clientY - origin.y) / scale,
      };
      setDrag(latest);
    };
    const stop = () => {
      element.removeEventListener("pointermove", move);
      element.removeEventListener("pointerup", stop);
      element.removeEventListener("pointercancel", stop);
      setDrag(null);
      if (latest) onMove?.(id, latest.x, latest.y);
    };
    element.setPointerCapture(event.pointerId);
    element.addEventListener("pointermove", move);
    element.addEventListener("pointerup", stop);
    element.addEventListener("pointercancel", stop);
  };

  return (
    <ChartFrame
      label={label}
      twin={() => topologyTwin(nodes, links, routes)}
      undrawable={nodes.length === 0 ? "This topology has no nodes yet." : null}
      legend={routes.map((route, index) => (
        <button
          key={route.id}
          type="button"
          disabled={!onSelectRoute}
          aria-pressed={route.id === selectedRouteId}
          onClick={() => onSelectRoute?.(route.id)}
          className="inline-flex items-center gap-1 enabled:cursor-pointer enabled:hover:text-ink aria-pressed:font-semibold aria-pressed:text-ink"
        >
          <span
            aria-hidden
            className="h-1 w-4 rounded-full"
            style={{ background: `var(--series-${(index % 8) + 1})` }}
          />
          {route.label}
        </button>
      ))}
      className={cn("h-full min-h-72", className)}
    >
      <div className="relative min-h-0 grow overflow-hidden rounded-md border border-line bg-bg">
        <svg ref={viewport.svg} className="absolute inset-0 size-full cursor-grab active:cursor-grabbing">
          <title>{`${label}: ${nodes.length} nodes, ${links.length} links, ${routes.length} chains`}</title>
          <g ref={viewport.content}>
            {links.map((link) => {
              const [a, b] = [places[link.a], places[link.b]];
              return a && b ? (
                <line
                  key={link.id}
                  x1={a.x}
                  y1={a.y}
                  x2={b.x}
                  y2={b.y}
                  className={linkStroke(link)}
                  strokeWidth={linkWidth(link.gbps)}
                  strokeDasharray={link.problem ? "4 4" : undefined}
                >
                  <title>
                    {[
                      `${link.a}–${link.b}`,
                      formatGbps(link.gbps),
                      link.utilisation == null ? null : formatPercent(link.utilisation),
                      link.problem,
                    ]
                      .filter(Boolean)
                      .join(" · ")}
                  </title>
                </line>
              ) : null;
            })}
            {ghostLines.map((line) => (
              <path
                key={line.id}
                d={toPath(line.points)}
                fill="none"
                strokeWidth={4}
                strokeDasharray="2 6"
                strokeLinecap="round"
                className="pointer-events-none stroke-ink-3"
              />
            ))}
            {lines.map((line, index) => (
              <path
                key={line.id}
                d={toPath(line.points)}
                fill="none"
                stroke={`var(--series-${(index % 8) + 1})`}
                strokeWidth={line.id === selectedRouteId ? 5 : 3}
                strokeLinejoin="round"
                strokeLinecap="round"
                opacity={lit && line.id !== selectedRouteId ? 0.25 : 0.9}
                className="pointer-events-none"
              />
            ))}
            {nodes.map((node) => {
              const place = places[node.id];
              return place ? (
                <TopologyNodeShape
                  key={node.id}
                  ref={(element) => {
                    if (element) elements.current.set(node.id, element);
                    else elements.current.delete(node.id);
                  }}
                  node={node}
                  place={place}
                  selected={node.id === selectedId}
                  faded={lit !== undefined && !lit.nodeIds.includes(node.id)}
                  tabIndex={node.id === tabId ? 0 : -1}
                  draggable={onMove !== undefined}
                  onSelect={onSelect}
                  onKeyDown={onKeyDown}
                  onPointerDown={onMove ? onPointerDown : undefined}
                />
              ) : null;
            })}
          </g>
        </svg>
        <ViewportControls viewport={viewport} className="absolute right-2 bottom-2" />
      </div>
    </ChartFrame>
  );
}

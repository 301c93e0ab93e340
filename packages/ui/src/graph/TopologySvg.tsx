"use client";
import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from "react";
import type { GraphLayout, Point } from "./layoutGraph.ts";
import { routeLines } from "./layoutTopology.ts";
import { neighbourInDirection } from "./neighbour.ts";
import { TopologyNodeShape } from "./TopologyNodeShape.tsx";
import { linkMood, linkWords, type Mood, widthOf } from "./topologyLook.ts";
import type { TopologyLink, TopologyNode, TopologyRoute } from "./topologyTypes.ts";
import { useViewport } from "./useViewport.ts";
import { CONTROLS_PX, ViewportControls } from "./ViewportControls.tsx";

/** What both ways of drawing a cloud take. */
export interface TopologySceneProps {
  nodes: readonly TopologyNode[];
  links: readonly TopologyLink[];
  routes: readonly TopologyRoute[];
  ghosts: readonly TopologyRoute[];
  layout: GraphLayout;
  label: string;
  selectedId: string | null;
  /** a node was chosen: by pointer or Enter, or in passing by the arrow keys */
  onPick: (nodeId: string, passing: boolean) => void;
  selectedRouteId: string | null;
  onMove?: (nodeId: string, x: number, y: number) => void;
}

const LINK_STROKES: Record<Mood, string> = {
  calm: "stroke-line-strong",
  warn: "stroke-warn",
  bad: "stroke-bad",
};

/** A line through points that bends softly where lanes shift. */
const toPath = (points: readonly Point[]) =>
  points.map(([x, y], index) => `${index === 0 ? "M" : "L"}${x},${y}`).join("");

/** A cloud of some hundred nodes: every node is an element with a name, which can be focused. */
export function TopologySvg({
  nodes,
  links,
  routes,
  ghosts,
  layout,
  label,
  selectedId,
  onPick,
  selectedRouteId,
  onMove,
}: TopologySceneProps) {
  const [drag, setDrag] = useState<{ id: string; x: number; y: number } | null>(null);
  const places = useMemo(
    () => (drag ? { ...layout.nodes, [drag.id]: { x: drag.x, y: drag.y } } : layout.nodes),
    [layout, drag],
  );
  const viewport = useViewport(layout.width, layout.height, { footPx: CONTROLS_PX });
  const elements = useRef(new Map<string, SVGGElement>());
  const lines = useMemo(() => routeLines(routes, places), [routes, places]);
  const ghostLines = useMemo(() => routeLines(ghosts, places), [ghosts, places]);
  const lit = routes.find((route) => route.id === selectedRouteId);
  const tabId = selectedId !== null && places[selectedId] ? selectedId : nodes[0]?.id;

  const onKeyDown = (event: KeyboardEvent, id: string) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      onPick(id, false);
      return;
    }
    const next = neighbourInDirection(places, id, event.key);
    if (next === null) return;
    event.preventDefault();
    elements.current.get(next)?.focus();
    onPick(next, true);
  };

  const onPointerDown = (event: PointerEvent<SVGGElement>, id: string) => {
    const place = layout.nodes[id];
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
    <>
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
                className={LINK_STROKES[linkMood(link)]}
                strokeWidth={widthOf(link)}
                strokeDasharray={link.problem ? "4 4" : undefined}
              >
                <title>{linkWords(link)}</title>
              </line>
            ) : null;
          })}
          {ghostLines.map((line) => (
            <path
              key={line.key}
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
              key={line.key}
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
                onSelect={(id) => onPick(id, false)}
                onKeyDown={onKeyDown}
                onPointerDown={onMove ? onPointerDown : undefined}
              />
            ) : null;
          })}
        </g>
      </svg>
      <ViewportControls viewport={viewport} className="absolute right-2 bottom-2" />
    </>
  );
}

"use client";
import type { ZoomTransform } from "d3-zoom";
import {
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { onThemeChange } from "../series/chartColours.ts";
import { routeLines } from "./layoutTopology.ts";
import { neighbourInDirection } from "./neighbour.ts";
import { paintTopology, type TopologyMarks } from "./paintTopology.ts";
import type { TopologySceneProps } from "./TopologySvg.tsx";
import { readTopologyColours, type TopologyColours } from "./topologyColours.ts";
import { nodeWords } from "./topologyLook.ts";
import { nodeAt, prepareScene } from "./topologyScene.ts";
import { useZoom } from "./useZoom.ts";
import { CONTROLS_PX, ViewportControls } from "./ViewportControls.tsx";

/** A pointer that moved further than this drags, it does not click (pixels, our choice). */
const CLICK_SLOP = 4;

/**
 * A cloud of up to some thousand nodes on a canvas, one paint a frame. Arrow keys lead from node to node,
 * Enter chooses; what stands under the keys is spoken.
 */
export function TopologySurface({
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
  const canvas = useRef<HTMLCanvasElement>(null);
  const scene = useMemo(() => prepareScene(nodes, links, layout), [nodes, links, layout]);
  const lines = useMemo(() => {
    const drawn = routeLines(routes, layout.nodes);
    return drawn.map(({ id, points }, index) => ({ id, points, nodeIds: routes[index]?.nodeIds ?? [] }));
  }, [routes, layout]);
  const ghostLines = useMemo(() => routeLines(ghosts, layout.nodes), [ghosts, layout]);
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const [hovered, setHovered] = useState<{ id: string; words: string; x: number; y: number } | null>(null);
  const transform = useRef<Pick<ZoomTransform, "k" | "x" | "y">>({ k: 1, x: 0, y: 0 });
  const colours = useRef<TopologyColours | null>(null);
  const dragged = useRef<TopologyMarks["dragged"]>(null);
  const frame = useRef(0);
  const paint = useRef(() => {});

  paint.current = () => {
    const element = canvas.current;
    const context = element?.getContext("2d", { alpha: false });
    if (!element || !context) return;
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    const { clientWidth: width, clientHeight: height } = element;
    if (element.width !== Math.round(width * ratio)) element.width = Math.round(width * ratio);
    if (element.height !== Math.round(height * ratio)) element.height = Math.round(height * ratio);
    colours.current ??= readTopologyColours(element);
    paintTopology(
      context,
      scene,
      { ...transform.current, width, height, ratio },
      {
        selectedId,
        focusedId,
        hoveredId: hovered?.id ?? null,
        routes: lines,
        ghosts: ghostLines,
        litId: selectedRouteId,
        dragged: dragged.current,
      },
      colours.current,
    );
  };
  const repaint = useCallback(() => {
    if (frame.current !== 0) return;
    frame.current = requestAnimationFrame(() => {
      frame.current = 0;
      paint.current();
    });
  }, []);
  // every render may have changed what is painted
  useEffect(repaint);
  useEffect(() => {
    const stop = onThemeChange(() => {
      colours.current = null;
      repaint();
    });
    const observer = new ResizeObserver(repaint);
    if (canvas.current) observer.observe(canvas.current);
    return () => {
      stop();
      observer.disconnect();
      cancelAnimationFrame(frame.current);
      frame.current = 0;
    };
  }, [repaint]);

  const toDrawing = (event: { clientX: number; clientY: number }): [number, number] => {
    const box = canvas.current?.getBoundingClientRect();
    const { k, x, y } = transform.current;
    return [(event.clientX - (box?.left ?? 0) - x) / k, (event.clientY - (box?.top ?? 0) - y) / k];
  };
  const under = (event: { clientX: number; clientY: number }) => nodeAt(scene, ...toDrawing(event));
  const viewport = useZoom(
    canvas,
    scene.width,
    scene.height,
    (next) => {
      transform.current = next;
      repaint();
    },
    (event) => onMove !== undefined && under(event) !== null,
    { footPx: CONTROLS_PX },
  );

  const pressed = useRef<{ x: number; y: number } | null>(null);
  const onPointerDown = (event: PointerEvent<HTMLCanvasElement>) => {
    pressed.current = { x: event.clientX, y: event.clientY };
    const node = onMove ? under(event) : null;
    if (!node || node.kind === "cluster" || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    dragged.current = { id: node.id, x: scene.byId.get(node.id)?.x ?? 0, y: scene.byId.get(node.id)?.y ?? 0 };
  };
  const onPointerMove = (event: PointerEvent<HTMLCanvasElement>) => {
    if (dragged.current) {
      const [x, y] = toDrawing(event);
      dragged.current = { ...dragged.current, x, y };
      repaint();
      return;
    }
    if (event.buttons !== 0) return;
    const node = under(event);
    if (node?.id === hovered?.id) return;
    const box = event.currentTarget.getBoundingClientRect();
    setHovered(
      node && {
        id: node.id,
        words: nodeWords(node).join(" · "),
        x: event.clientX - box.left,
        y: event.clientY - box.top,
      },
    );
  };
  const onPointerUp = (event: PointerEvent<HTMLCanvasElement>) => {
    const from = pressed.current;
    const moved = from && Math.hypot(event.clientX - from.x, event.clientY - from.y) > CLICK_SLOP;
    const drop = dragged.current;
    dragged.current = null;
    pressed.current = null;
    if (drop && moved) onMove?.(drop.id, drop.x, drop.y);
    repaint();
  };
  const onClick = (event: { clientX: number; clientY: number }) => {
    const node = under(event);
    if (node) onPick(node.id, false);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const from = focusedId ?? selectedId ?? scene.placed[0]?.node.id ?? null;
    if (from === null) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      onPick(from, false);
      return;
    }
    const next = neighbourInDirection(layout.nodes, from, event.key);
    if (next === null) return;
    event.preventDefault();
    setFocusedId(next);
    onPick(next, true);
  };
  const focusedNode = scene.byId.get(focusedId ?? "")?.node;

  return (
    <>
      {/* a canvas has no elements to focus: the arrow keys move inside */}
      <div
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes the keys
        tabIndex={0}
        aria-label={`${label}: ${nodes.length} nodes, ${links.length} links, ${routes.length} chains. Arrow keys move, Enter chooses.`}
        className="absolute inset-0 outline-offset-[-2px]"
        onKeyDown={onKeyDown}
        onBlur={() => setFocusedId(null)}
      >
        <canvas
          ref={canvas}
          className="size-full cursor-grab touch-none active:cursor-grabbing"
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerUp}
          onPointerLeave={() => setHovered(null)}
          onClick={onClick}
        />
      </div>
      <span className="sr-only" aria-live="polite">
        {focusedNode ? nodeWords(focusedNode).join(", ") : ""}
      </span>
      {hovered ? (
        <div
          aria-hidden
          className="pointer-events-none absolute z-10 max-w-64 rounded-md border border-line bg-raised px-2 py-1 text-2xs text-ink shadow-pop"
          style={{ left: hovered.x + 12, top: hovered.y + 12 }}
        >
          {hovered.words}
        </div>
      ) : null}
      <ViewportControls viewport={viewport} className="absolute right-2 bottom-2" />
    </>
  );
}

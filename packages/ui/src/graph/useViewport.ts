"use client";
import { select } from "d3-selection";
import { type ZoomBehavior, zoom, zoomIdentity, zoomTransform } from "d3-zoom";
import { type RefObject, useCallback, useEffect, useRef } from "react";

export interface Viewport {
  svg: RefObject<SVGSVGElement | null>;
  /** The group that moves. */
  content: RefObject<SVGGElement | null>;
  fit: () => void;
  zoomBy: (factor: number) => void;
  /** Current magnification. */
  scale: () => number;
}

const MIN_SCALE = 0.1;
const MAX_SCALE = 4;
const MARGIN = 12;

/**
 * Pan and zoom of an SVG. d3-zoom owns the viewport and writes its transform straight to the group, so that moving
 * costs no render. The wheel zooms only with Ctrl, since pages scroll. Fits the content whenever its size changes,
 * until the user moves the view; small content is not blown up.
 */
export function useViewport(width: number, height: number): Viewport {
  const svg = useRef<SVGSVGElement>(null);
  const content = useRef<SVGGElement>(null);
  const behaviour = useRef<ZoomBehavior<SVGSVGElement, unknown> | null>(null);
  const moved = useRef(false);
  const size = useRef({ width, height });

  const fit = useCallback(() => {
    const element = svg.current;
    if (!element || !behaviour.current || size.current.width <= 0 || size.current.height <= 0) return;
    const { clientWidth, clientHeight } = element;
    if (clientWidth === 0 || clientHeight === 0) return;
    const scale = Math.min(
      1,
      (clientWidth - 2 * MARGIN) / size.current.width,
      (clientHeight - 2 * MARGIN) / size.current.height,
    );
    const x = (clientWidth - size.current.width * scale) / 2;
    const y = (clientHeight - size.current.height * scale) / 2;
    select(element).call(
      behaviour.current.transform,
      zoomIdentity.translate(x, y).scale(Math.max(MIN_SCALE, scale)),
    );
    moved.current = false;
  }, []);

  useEffect(() => {
    const element = svg.current;
    if (!element) return;
    const created = zoom<SVGSVGElement, unknown>()
      .scaleExtent([MIN_SCALE, MAX_SCALE])
      .filter((event: MouseEvent) => {
        if (event.type === "wheel") return event.ctrlKey || event.metaKey;
        // What can be dragged by itself does not pan the view.
        return (
          event.button === 0 && !(event.target instanceof Element && event.target.closest("[data-drag]"))
        );
      })
      .on("zoom", (event) => {
        content.current?.setAttribute("transform", event.transform.toString());
        if (event.sourceEvent) moved.current = true;
      });
    behaviour.current = created;
    const selection = select(element);
    selection.call(created).on("dblclick.zoom", null);
    const observer = new ResizeObserver(() => {
      if (!moved.current) fit();
    });
    observer.observe(element);
    fit();
    return () => {
      observer.disconnect();
      selection.on(".zoom", null);
      behaviour.current = null;
    };
  }, [fit]);

  useEffect(() => {
    size.current = { width, height };
    if (!moved.current) fit();
  }, [width, height, fit]);

  const zoomBy = useCallback((factor: number) => {
    if (!svg.current || !behaviour.current) return;
    moved.current = true;
    select(svg.current).call(behaviour.current.scaleBy, factor);
  }, []);

  const scale = useCallback(() => (svg.current ? zoomTransform(svg.current).k : 1), []);

  return { svg, content, fit, zoomBy, scale };
}

"use client";
import { type RefObject, useCallback, useRef } from "react";
import { useZoom, type Zoom, type ZoomOptions } from "./useZoom.ts";

export interface Viewport extends Zoom {
  svg: RefObject<SVGSVGElement | null>;
  /** The group that moves. */
  content: RefObject<SVGGElement | null>;
}

/** What can be dragged by itself does not pan the view. */
const holdsView = (event: MouseEvent): boolean =>
  event.target instanceof Element && event.target.closest("[data-drag]") !== null;

/** How much nodes grow at most when the drawing is zoomed out (our choice): beyond that neighbours meet. */
const MOST_GROWTH = 1.5;

/**
 * Pan and zoom of an SVG: the transform is written straight to the group, so that moving costs no render;
 * `--node-scale` keeps nodes readable when it is small.
 */
export function useViewport(width: number, height: number, options?: ZoomOptions): Viewport {
  const svg = useRef<SVGSVGElement>(null);
  const content = useRef<SVGGElement>(null);
  const onZoom = useCallback((transform: { k: number; toString(): string }) => {
    content.current?.setAttribute("transform", transform.toString());
    const growth = Math.min(MOST_GROWTH, Math.max(1, 1 / transform.k));
    content.current?.style.setProperty("--node-scale", growth.toFixed(3));
  }, []);
  const zoom = useZoom(svg, width, height, onZoom, holdsView, options);
  return { svg, content, ...zoom };
}

"use client";
import { select } from "d3-selection";
import { type ZoomBehavior, type ZoomTransform, zoom, zoomIdentity, zoomTransform } from "d3-zoom";
import { type RefObject, useCallback, useEffect, useRef } from "react";

export interface Zoom {
  fit: () => void;
  zoomBy: (factor: number) => void;
  /** Moves a box of the content into view when it is not. */
  show: (box: { x: number; y: number; width: number; height: number }) => void;
  /** Current magnification. */
  scale: () => number;
}

const MIN_SCALE = 0.04;
const MAX_SCALE = 4;
const MARGIN = 12;

export interface ZoomOptions {
  /** Content that fits only below this magnification begins from its top instead, so that it can be read. */
  legibleScale?: number | undefined;
  /** Pixels at the bottom that the fitted content leaves free, for buttons over the drawing. */
  footPx?: number;
}

/**
 * Pan and zoom of an element by d3-zoom, which tells `onZoom` the new transform without a render. The wheel
 * zooms only with Ctrl, since pages scroll. Fits the content whenever its size changes, until the user moves
 * the view; small content is not blown up. `holds` says that what lies under the pointer moves by itself, so
 * that the view stays.
 */
export function useZoom<E extends Element>(
  element: RefObject<E | null>,
  width: number,
  height: number,
  onZoom: (transform: ZoomTransform) => void,
  holds: (event: MouseEvent) => boolean,
  { legibleScale = MIN_SCALE, footPx = 0 }: ZoomOptions = {},
): Zoom {
  const behaviour = useRef<ZoomBehavior<E, unknown> | null>(null);
  const moved = useRef(false);
  const size = useRef({ width, height });
  const callbacks = useRef({ onZoom, holds });
  callbacks.current = { onZoom, holds };

  const place = useCallback(
    (leastScale: number) => {
      const target = element.current;
      if (!target || !behaviour.current || size.current.width <= 0 || size.current.height <= 0) return;
      const { clientWidth, clientHeight } = target;
      if (clientWidth === 0 || clientHeight === 0) return;
      const fitting = Math.min(
        1,
        (clientWidth - 2 * MARGIN) / size.current.width,
        (clientHeight - footPx - 2 * MARGIN) / size.current.height,
      );
      const scale = Math.max(MIN_SCALE, leastScale, fitting);
      // what is wider than the view begins at its left, not at its middle
      const x = Math.max(MARGIN, (clientWidth - size.current.width * scale) / 2);
      const y = scale > fitting ? MARGIN : (clientHeight - footPx - size.current.height * scale) / 2;
      select(target).call(behaviour.current.transform, zoomIdentity.translate(x, y).scale(scale));
      moved.current = false;
    },
    [element, footPx],
  );
  const fit = useCallback(() => place(MIN_SCALE), [place]);
  const settle = useCallback(() => place(legibleScale), [place, legibleScale]);

  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const created = zoom<E, unknown>()
      .scaleExtent([MIN_SCALE, MAX_SCALE])
      .filter((event: MouseEvent) => {
        if (event.type === "wheel") return event.ctrlKey || event.metaKey;
        return event.button === 0 && !callbacks.current.holds(event);
      })
      .on("zoom", (event) => {
        callbacks.current.onZoom(event.transform);
        if (event.sourceEvent) moved.current = true;
      });
    behaviour.current = created;
    const selection = select(target);
    selection.call(created).on("dblclick.zoom", null);
    const observer = new ResizeObserver(() => {
      if (!moved.current) settle();
    });
    observer.observe(target);
    settle();
    return () => {
      observer.disconnect();
      selection.on(".zoom", null);
      behaviour.current = null;
    };
  }, [element, settle]);

  useEffect(() => {
    size.current = { width, height };
    if (!moved.current) settle();
  }, [width, height, settle]);

  const zoomBy = useCallback(
    (factor: number) => {
      if (!element.current || !behaviour.current) return;
      moved.current = true;
      select(element.current).call(behaviour.current.scaleBy, factor);
    },
    [element],
  );

  const show = useCallback<Zoom["show"]>(
    (box) => {
      const target = element.current;
      if (!target || !behaviour.current) return;
      const { k, x, y } = zoomTransform(target);
      const isInside = (from: number, length: number, room: number) =>
        from >= MARGIN && from + length <= room - MARGIN;
      const { clientWidth, clientHeight } = target;
      const isSeen =
        isInside(box.x * k + x, box.width * k, clientWidth) &&
        isInside(box.y * k + y, box.height * k, clientHeight);
      if (isSeen) return;
      moved.current = true;
      select(target).call(behaviour.current.translateTo, box.x + box.width / 2, box.y + box.height / 2);
    },
    [element],
  );

  const scale = useCallback(() => (element.current ? zoomTransform(element.current).k : 1), [element]);

  return { fit, zoomBy, show, scale };
}

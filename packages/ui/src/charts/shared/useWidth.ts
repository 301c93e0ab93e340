"use client";
import { type RefCallback, useCallback, useState } from "react";

/**
 * Width in CSS pixels of the element the ref is put on; `initial` until it is measured. The element may come
 * later, go and come back, as a chart does that has nothing to draw yet or is shown as a table.
 */
export function useWidth<T extends HTMLElement>(initial: number): [RefCallback<T>, number] {
  const [width, setWidth] = useState(initial);
  const ref = useCallback((element: T | null) => {
    if (!element || typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(([entry]) => {
      const measured = entry?.contentRect.width ?? 0;
      if (measured > 0) setWidth(Math.round(measured));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}

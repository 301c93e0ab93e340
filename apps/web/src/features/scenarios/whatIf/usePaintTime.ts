"use client";
import { useCallback, useEffect, useRef, useState } from "react";

/** Name of the measurements in the browser's performance timeline. */
const PAINT_MEASURE = "what-if";

/**
 * Time from `start` until the page that shows the next `value` has been painted, in ms; also a measure of the
 * performance timeline.
 */
export function usePaintTime(value: unknown): { start: () => void; paintMs: number | null } {
  const startedMs = useRef<number | null>(null);
  const [paintMs, setPaintMs] = useState<number | null>(null);
  const start = useCallback(() => {
    startedMs.current = performance.now();
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the value says when the page has changed
  useEffect(() => {
    const from = startedMs.current;
    if (from === null) return;
    startedMs.current = null;
    // a message posted in the frame is delivered after that frame was painted
    const { port1, port2 } = new MessageChannel();
    const frame = requestAnimationFrame(() => port2.postMessage(null));
    port1.onmessage = () => setPaintMs(performance.measure(PAINT_MEASURE, { start: from }).duration);
    return () => {
      cancelAnimationFrame(frame);
      port1.close();
    };
  }, [value]);

  return { start, paintMs };
}

"use client";
import { useEffect, useState } from "react";

/**
 * The range in epoch seconds that a query asks for: the absolute one, or the last `spanS` seconds, moved on
 * every `stepMs`.
 */
export function useFollowedRange(
  range: [number, number] | null,
  spanS: number,
  stepMs: number,
): [number, number] {
  const [nowMs, setNowMs] = useState(() => Date.now());
  const live = range === null;
  useEffect(() => {
    if (!live) return;
    setNowMs(Date.now());
    const timer = setInterval(() => setNowMs(Date.now()), stepMs);
    return () => clearInterval(timer);
  }, [live, stepMs]);
  return range ?? [nowMs / 1000 - spanS, nowMs / 1000 + 1];
}

/** A range of epoch seconds as the API takes it. */
export const instants = ([from, to]: readonly [number, number]) => ({
  from: new Date(from * 1000).toISOString(),
  to: new Date(to * 1000).toISOString(),
});

"use client";
import { useEffect, useState } from "react";

/** The time, epoch ms, moved on every `everyMs`: what is shown as lasting grows while nothing else changes. */
export function useNow(everyMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}

"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTRPC } from "@/lib/trpc.ts";

const REFRESH_MS = 2_500;
/** Live verdicts look at the last minute at most: a long range would hide what is wrong now. */
const LIVE_VERDICT_S = 60;

/**
 * Verdicts, summaries and events of a range, refreshed while it follows the clock; `stateS`: seconds that
 * verdicts look at.
 */
export function useSegmentStates(deploymentId: string, spanS: number, range: [number, number] | null) {
  const trpc = useTRPC();
  const [nowMs, setNowMs] = useState(() => Date.now());
  const live = range === null;
  useEffect(() => {
    if (!live) return;
    const timer = setInterval(() => setNowMs(Date.now()), REFRESH_MS);
    return () => clearInterval(timer);
  }, [live]);
  const between = (seconds: number) => {
    const [from, to] = range ?? [nowMs / 1000 - seconds, nowMs / 1000 + 1];
    return { from: new Date(from * 1000).toISOString(), to: new Date(to * 1000).toISOString() };
  };
  const stateS = range ? range[1] - range[0] : Math.min(spanS, LIVE_VERDICT_S);
  const options = { placeholderData: keepPreviousData, staleTime: Infinity, gcTime: 10_000 };
  const states = useQuery(trpc.twin.state.queryOptions({ deploymentId, range: between(stateS) }, options));
  const events = useQuery(trpc.events.list.queryOptions({ deploymentId, ...between(spanS) }, options));
  return {
    states: states.data,
    events: (events.data ?? []).filter((event) => event.kind === "latency"),
    stateS,
  };
}

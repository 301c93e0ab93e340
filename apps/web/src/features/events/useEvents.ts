"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type RouterInputs, type RouterOutputs, useTRPC } from "@/lib/trpc.ts";

export type Event = RouterOutputs["events"]["list"][number];
export type SegmentEvent = Extract<Event, { kind: "latency" }>;
export type SwitchEvent = Extract<Event, { kind: "intent" }>;
export type EventFilter = RouterInputs["events"]["list"];

/** How often events are asked for anew; the alarm itself needs seconds to rise. */
export const POLL_MS = 5_000;

/** Events that pass the filter, newest first, asked for anew every 5 s. */
export function useEvents(filter: EventFilter = {}) {
  const trpc = useTRPC();
  return useQuery(
    trpc.events.list.queryOptions(filter, { refetchInterval: POLL_MS, placeholderData: keepPreviousData }),
  );
}

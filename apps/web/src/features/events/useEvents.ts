"use client";
import { useQuery } from "@tanstack/react-query";
import { type RouterInputs, type RouterOutputs, useTRPC } from "@/lib/trpc.ts";

export type Event = RouterOutputs["events"]["list"][number];

const POLL_MS = 5_000;

/** Events that pass the filter, newest first, asked for anew every 5 s. */
export function useEvents(filter: RouterInputs["events"]["list"] = {}) {
  const trpc = useTRPC();
  return useQuery(trpc.events.list.queryOptions(filter, { refetchInterval: POLL_MS }));
}

"use client";
import { useQuery } from "@tanstack/react-query";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";

export type OverviewRow = RouterOutputs["twin"]["overview"][number];

const POLL_MS = 2_000;

/**
 * Every segment over the last minute, worst first; asked for anew every 2 s, or more rarely where only a
 * summary is shown.
 */
export function useOverview(pollMs = POLL_MS) {
  const trpc = useTRPC();
  return useQuery(trpc.twin.overview.queryOptions(undefined, { refetchInterval: pollMs }));
}

"use client";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/lib/trpc.ts";

/** Runs of a capture, or into a deployment, newest first; those under way with their progress. */
export function useRuns(of: { captureId?: string; deploymentId?: string }) {
  const trpc = useTRPC();
  return useQuery(
    trpc.captures.runs.list.queryOptions(of, {
      refetchInterval: ({ state }) => (state.data?.some((r) => r.state === "running") ? 1_000 : 30_000),
    }),
  );
}

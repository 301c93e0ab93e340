"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";

export type PlacementRecord = RouterOutputs["placements"]["get"];

export const POLL_MS = 500;

export const isRunning = (record: Pick<PlacementRecord, "status">): boolean =>
  record.status === "queued" || record.status === "running";

/** A placement by its id, asked again while its job is under way. */
export function usePlacement(id: string | null) {
  const trpc = useTRPC();
  return useQuery(
    trpc.placements.get.queryOptions(
      { id: id ?? "" },
      {
        enabled: id !== null,
        staleTime: 0,
        refetchInterval: ({ state }) => (state.data && !isRunning(state.data) ? false : POLL_MS),
      },
    ),
  );
}

/** Starts and cancels placements; `onStarted` learns the id of the new one. */
export function usePlacementRun(onStarted: (id: string) => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const keep = (record: PlacementRecord): void => {
    queryClient.setQueryData(trpc.placements.get.queryKey({ id: record.id }), record);
    void queryClient.invalidateQueries({ queryKey: trpc.placements.list.pathKey() });
  };
  const run = useMutation(
    trpc.placements.run.mutationOptions({
      onSuccess: (record) => {
        keep(record);
        onStarted(record.id);
      },
    }),
  );
  const cancel = useMutation(trpc.placements.cancel.mutationOptions({ onSuccess: keep }));
  return { run, cancel };
}

"use client";
import { toast } from "@p4twin/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { SHOWN_INLINE } from "@/lib/queryClient.ts";
import { useTRPC } from "@/lib/trpc.ts";

/** Acknowledging and muting, each with an undo. */
export function useEventActions() {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const onSuccess = () => cache.invalidateQueries({ queryKey: trpc.events.pathKey() });
  const unacknowledge = useMutation(trpc.events.unacknowledge.mutationOptions({ onSuccess }));
  const unmute = useMutation(trpc.events.mutes.end.mutationOptions({ onSuccess }));
  const acknowledge = useMutation(
    trpc.events.acknowledge.mutationOptions({
      onSuccess: async (_done, { id }) => {
        await onSuccess();
        toast.success("Event acknowledged", {
          action: { label: "Undo", onClick: () => unacknowledge.mutate({ id }) },
        });
      },
    }),
  );
  const mute = useMutation(
    trpc.events.mutes.create.mutationOptions({
      meta: SHOWN_INLINE,
      onSuccess: async ({ id, segmentId, switchId }) => {
        await onSuccess();
        const what = switchId !== null ? "Switch" : segmentId === null ? "Deployment" : "Segment";
        toast.success(`${what} muted`, {
          action: { label: "Undo", onClick: () => unmute.mutate({ id }) },
        });
      },
    }),
  );
  return { acknowledge, mute, unmute };
}

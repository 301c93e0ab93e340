"use client";
import type { Diagnostic } from "@p4twin/models/core";
import { toast } from "@p4twin/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";

type Content = { text: string; fileName: string };

/** Stores a cloud as a new one, or as a new version of `topologyId`, and opens what was stored. */
export function useSaveCloud(topologyId: string | null, onRefused: (diagnostics: Diagnostic[]) => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const onSuccess = async (answer: RouterOutputs["topologies"]["create"]): Promise<void> => {
    if (!answer.ok) {
      onRefused(answer.diagnostics);
      return;
    }
    await queryClient.invalidateQueries({ queryKey: trpc.topologies.pathKey() });
    toast.success(topologyId === null ? "Cloud stored" : `Stored as version ${answer.version.number}`, {
      action: { label: "Create a scenario", onClick: () => router.push("/scenarios/new") },
    });
    router.push(`/clouds/${answer.version.id}`);
  };
  const create = useMutation(trpc.topologies.create.mutationOptions({ onSuccess }));
  const addVersion = useMutation(trpc.topologies.addVersion.mutationOptions({ onSuccess }));
  return {
    save: (content: Content) =>
      topologyId === null ? create.mutate({ content }) : addVersion.mutate({ id: topologyId, content }),
    saving: create.isPending || addVersion.isPending,
    stored: create.data?.ok === true || addVersion.data?.ok === true,
  };
}

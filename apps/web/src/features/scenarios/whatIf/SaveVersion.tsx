"use client";
import { type Change, placementOf } from "@p4twin/models/placement";
import { Button, toast } from "@p4twin/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Save } from "lucide-react";
import { useRouter } from "next/navigation";
import { describeError } from "@/lib/describeError.ts";
import { type RouterOutputs, useTRPC, useTRPCClient } from "@/lib/trpc.ts";
import { changesProblem } from "./changeList.ts";
import type { WhatIfControls } from "./useWhatIf.ts";

export type SaveVersionProps = { version: RouterOutputs["scenarios"]["get"]; whatIf: WhatIfControls };

/** Stores the changed question as a new version of the scenario, and the placement made by hand as its first answer. */
export function SaveVersion({ version, whatIf: { changes, prediction, catalogue } }: SaveVersionProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const router = useRouter();

  const save = useMutation({
    mutationFn: async (list: readonly Change[]) => {
      const { topologyVersionId, chainVersionIds, engine, parameters } = version;
      const stored = await client.scenarios.update.mutate({
        id: version.scenarioId,
        topologyVersionId,
        chainVersionIds,
        engine,
        parameters: { ...parameters, changes: [...parameters.changes, ...list.filter(changesProblem)] },
      });
      const placement = prediction && catalogue ? placementOf(prediction.state, { catalogue }) : null;
      if (placement === null || placement.status === "infeasible") return { stored, kept: null };
      const kept = await client.placements.keep.mutate({ versionId: stored.id, placement });
      return { stored, kept };
    },
    onSuccess: async ({ stored, kept }) => {
      await queryClient.invalidateQueries({ queryKey: trpc.scenarios.pathKey() });
      await queryClient.invalidateQueries({ queryKey: trpc.placements.pathKey() });
      toast.success(`Stored as version ${stored.number}${kept ? ", with its placement" : ""}`);
      router.push(`/scenarios/${stored.id}${kept ? `?placement=${kept.id}` : ""}`);
    },
    onError: (error) => toast.error(describeError(error).what),
  });

  return (
    <Button
      size="sm"
      icon={<Save aria-hidden />}
      busy={save.isPending}
      disabled={changes.length === 0 || (prediction?.refused.length ?? 0) > 0}
      onClick={() => save.mutate(changes)}
    >
      Save as new version
    </Button>
  );
}

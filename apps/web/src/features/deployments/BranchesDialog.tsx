"use client";
import { type Branches, branchesWords } from "@p4twin/models/twin";
import { Alert, Field, Input, Select } from "@p4twin/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { FormDialog } from "@/lib/FormDialog.tsx";
import { SHOWN_INLINE } from "@/lib/queryClient.ts";
import { useTRPC } from "@/lib/trpc.ts";
import { switchPlaces } from "./switchPlaces.ts";

export type BranchesDialogProps = {
  branches: Branches;
  /** the program version that was counted, or lib:NAME; its switches come first */
  program: string;
  onClose: () => void;
};

/** Which switch of a twin is to be predicted by how often counted packets took each way. */
export function BranchesDialog({ branches, program, onClose }: BranchesDialogProps) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const router = useRouter();
  const deployments = useQuery(trpc.deployments.list.queryOptions());
  const places = switchPlaces(deployments.data ?? [], program);
  const [chosen, setChosen] = useState<string | null>(null);
  const place = places.find(({ value }) => value === chosen) ?? places[0];
  const [name, setName] = useState(branches.source.name);
  const set = useMutation(
    trpc.deployments.setBranches.mutationOptions({
      meta: SHOWN_INLINE,
      onSuccess: async (_, { id }) => {
        for (const key of [trpc.deployments, trpc.twin])
          await cache.invalidateQueries({ queryKey: key.pathKey() });
        router.push(`/twin/${id}`);
      },
    }),
  );
  const source = { ...branches.source, name: name.trim() };
  return (
    <FormDialog
      title="Use in a twin"
      description={`The switch is then predicted by the mean over the paths of ${branchesWords(branches)}.`}
      action="Use in the twin"
      ready={place !== undefined && source.name !== ""}
      busy={set.isPending}
      onSubmit={() => place && set.mutate({ ...place.at, branches: { ...branches, source } })}
      onClose={onClose}
      error={set.error}
    >
      {deployments.data && places.length === 0 ? (
        <Alert title="No switch of a twin has a program">
          Describe the elements of a segment first, on the page of its deployment.
        </Alert>
      ) : (
        <Field label="Switch">
          {(control) => (
            <Select
              {...control}
              value={place?.value ?? ""}
              options={places.map(({ value, label, hint }) => ({ value, label, hint }))}
              onValueChange={setChosen}
            />
          )}
        </Field>
      )}
      <Field label="Counted from" hint="The prediction names it">
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={200}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}

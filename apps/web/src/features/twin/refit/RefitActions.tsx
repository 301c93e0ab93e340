"use client";
import { Button, textLink, toast } from "@p4twin/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { AppLink } from "@/lib/AppLink.tsx";
import { DiagnosticList } from "@/lib/DiagnosticList.tsx";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";
import type { Refit } from "./RefitAnswer.tsx";
import type { RefitInput } from "./RefitPage.tsx";

type Twin = RouterOutputs["twin"]["get"];

/** Stores the refit as a new version, and lets the deployment use it; undo binds the profiles that it had before. */
export function RefitActions({
  twin,
  input,
  refit,
  stale,
}: {
  twin: Twin;
  input: RefitInput;
  refit: Refit;
  /** the proposal that is shown is not yet that of `input` */
  stale: boolean;
}) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const router = useRouter();
  const id = twin.deploymentId;
  const devices = useQuery(trpc.devices.get.queryOptions({ id: refit.device }));
  const newId = devices.data?.origin === "own" ? refit.device : `${refit.device}-refit`;
  const [stored, setStored] = useState<string | null>(null);
  const refresh = () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: trpc.twin.pathKey() }),
      cache.invalidateQueries({ queryKey: trpc.devices.pathKey() }),
      cache.invalidateQueries({ queryKey: trpc.deployments.pathKey() }),
    ]);
  const create = useMutation(trpc.refits.create.mutationOptions({ onSuccess: refresh }));
  const bind = useMutation(trpc.deployments.update.mutationOptions({ onSuccess: refresh }));
  const use = async () => {
    const before = twin.segments.map(({ segment }) => segment);
    const made = await create.mutateAsync({ ...input, rebind: [id] });
    if (!made.ok) return;
    toast.success(`${twin.name} is predicted with ${made.device.id}, version ${made.device.number}`, {
      action: { label: "Undo", onClick: () => bind.mutate({ id, segments: before }) },
    });
    router.push(`/twin/${id}`);
  };
  const store = async () => {
    const made = await create.mutateAsync({ ...input, rebind: [] });
    if (made.ok) setStored(made.device.id);
  };
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="primary" busy={create.isPending} disabled={stale} onClick={() => void use()}>
          Store as {newId} and use it here
        </Button>
        <Button disabled={stale || create.isPending} onClick={() => void store()}>
          Store only
        </Button>
        <p className="text-ink-3 text-xs">
          A new version of {newId}; {refit.device} stays as it is. Switches of {twin.name} that use it are
          bound to it, which can be undone.
        </p>
      </div>
      {stored ? (
        <p role="status" className="text-sm">
          Stored:{" "}
          <AppLink href={`/devices/${stored}`} className={textLink}>
            {stored}
          </AppLink>
        </p>
      ) : null}
      {create.data?.ok === false ? <DiagnosticList diagnostics={create.data.diagnostics} /> : null}
    </div>
  );
}

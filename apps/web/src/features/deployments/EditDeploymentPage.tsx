"use client";
import { Alert, Badge, Breadcrumbs, Button, PageHeader, toast } from "@p4twin/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ChartNoAxesCombined, Pause, Play } from "lucide-react";
import { useRouter } from "next/navigation";
import { AppLink } from "@/lib/AppLink.tsx";
import { ButtonLink } from "@/lib/ButtonLink.tsx";
import { describeError } from "@/lib/describeError.ts";
import { QueryView } from "@/lib/QueryView.tsx";
import { SHOWN_INLINE } from "@/lib/queryClient.ts";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";
import { useMayChange } from "@/shell/useMayChange.ts";
import { BindingForm } from "./BindingForm.tsx";
import { toDraft } from "./draft.ts";

/** Bindings of a deployment: change them, pause it. */
export function EditDeploymentPage({ deploymentId }: { deploymentId: string }) {
  const trpc = useTRPC();
  const deployment = useQuery(trpc.deployments.get.queryOptions({ id: deploymentId }));
  return (
    <QueryView query={deployment} what="The deployment" list="/twin">
      {(data) => <Bindings key={data.id} deployment={data} />}
    </QueryView>
  );
}

function Bindings({ deployment }: { deployment: RouterOutputs["deployments"]["get"] }) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const router = useRouter();
  const mayChange = useMayChange();
  const refresh = () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: trpc.deployments.pathKey() }),
      cache.invalidateQueries({ queryKey: trpc.twin.pathKey() }),
    ]);
  const save = useMutation(
    trpc.deployments.update.mutationOptions({
      meta: SHOWN_INLINE,
      onSuccess: async () => {
        await refresh();
        toast.success("Bindings stored; the collector uses them from now on");
        router.push(`/twin/${deployment.id}`);
      },
    }),
  );
  const toggle = useMutation(trpc.deployments.update.mutationOptions({ onSuccess: refresh }));
  const active = deployment.status === "active";
  return (
    <>
      <PageHeader
        title={deployment.name}
        status={<Badge tone={active ? "ok" : "neutral"}>{deployment.status}</Badge>}
        summary={`Bindings, revision ${deployment.revision}${deployment.chainName ? `, chain ${deployment.chainName}` : ""}`}
        actions={
          <>
            {mayChange ? (
              <Button
                icon={active ? <Pause aria-hidden /> : <Play aria-hidden />}
                busy={toggle.isPending}
                onClick={() => toggle.mutate({ id: deployment.id, status: active ? "paused" : "active" })}
              >
                {active ? "Pause" : "Resume"}
              </Button>
            ) : null}
            <ButtonLink href={`/twin/${deployment.id}`}>
              <ChartNoAxesCombined aria-hidden /> Open twin
            </ButtonLink>
          </>
        }
      >
        <Breadcrumbs
          LinkComponent={AppLink}
          crumbs={[
            { label: "Twins", href: "/twin" },
            { label: deployment.name, href: `/twin/${deployment.id}` },
            { label: "Bindings" },
          ]}
        />
      </PageHeader>
      <div className="px-4 pb-6 md:px-6">
        <BindingForm
          initial={{ name: deployment.name, segments: deployment.segments.map(toDraft) }}
          submitLabel="Save bindings"
          busy={save.isPending}
          mayChange={mayChange}
          refusal={save.error ? <Alert tone="bad" title={describeError(save.error).what} /> : null}
          onSubmit={(values) => save.mutate({ id: deployment.id, ...values })}
        />
      </div>
    </>
  );
}

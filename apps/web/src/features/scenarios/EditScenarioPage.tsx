"use client";
import { Breadcrumbs, PageHeader, toast } from "@p4twin/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { AppLink } from "@/lib/AppLink.tsx";
import { QueryView } from "@/lib/QueryView.tsx";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";
import { ScenarioForm } from "./ScenarioForm.tsx";

type ScenarioVersion = RouterOutputs["scenarios"]["get"];

/** Changes a stored scenario; saving makes a new version. */
export function EditScenarioPage({ versionId }: { versionId: string }) {
  const trpc = useTRPC();
  const scenario = useQuery(trpc.scenarios.get.queryOptions({ versionId }));
  return (
    <QueryView query={scenario} what="The scenario" list="/scenarios">
      {(version) => <ScenarioEditor version={version} />}
    </QueryView>
  );
}

/** Creates a scenario, or a new version of `version`. */
export function ScenarioEditor({ version }: { version: ScenarioVersion | null }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const onSuccess = async (stored: ScenarioVersion): Promise<void> => {
    await queryClient.invalidateQueries({ queryKey: trpc.scenarios.pathKey() });
    toast.success(version ? `Stored as version ${stored.number}` : "Scenario stored");
    router.push(`/scenarios/${stored.id}`);
  };
  const create = useMutation(trpc.scenarios.create.mutationOptions({ onSuccess }));
  const update = useMutation(trpc.scenarios.update.mutationOptions({ onSuccess }));
  return (
    <>
      <PageHeader
        title={version ? `Change ${version.name}` : "Create a scenario"}
        summary="Which chains have to fit on which cloud, and which engine looks for the answer."
      >
        <Breadcrumbs
          LinkComponent={AppLink}
          crumbs={[
            { label: "Scenarios", href: "/scenarios" },
            ...(version
              ? [{ label: version.name, href: `/scenarios/${version.id}` }, { label: "Change" }]
              : [{ label: "New" }]),
          ]}
        />
      </PageHeader>
      <div className="px-4 pb-6 md:px-6">
        <ScenarioForm
          initialValue={version ? { name: version.name, content: version } : null}
          submitLabel={version ? "Save as new version" : "Create scenario"}
          busy={create.isPending || update.isPending}
          saved={create.isSuccess || update.isSuccess}
          onSubmit={({ name, content }) =>
            version
              ? update.mutate({ id: version.scenarioId, ...content })
              : create.mutate({ name, ...content })
          }
        />
      </div>
    </>
  );
}

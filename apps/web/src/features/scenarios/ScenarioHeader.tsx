"use client";
import { Alert, Badge, Breadcrumbs, Button, PageHeader, toast } from "@p4twin/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Copy, GitCompareArrows, Pencil } from "lucide-react";
import { useRouter } from "next/navigation";
import { AppLink } from "@/lib/AppLink.tsx";
import { ButtonLink } from "@/lib/ButtonLink.tsx";
import { countOf } from "@/lib/countOf.ts";
import { RenameButton } from "@/lib/RenameButton.tsx";
import { type RouterOutputs, useTRPC, useTRPCClient } from "@/lib/trpc.ts";
import { useRename } from "@/lib/useRename.ts";
import { VersionMenu } from "@/lib/VersionMenu.tsx";
import { useMayChange } from "@/shell/useMayChange.ts";
import { newerVersion } from "./scenarioWords.ts";

export type ScenarioHeaderProps = {
  version: RouterOutputs["scenarios"]["get"];
  /** null while it loads */
  cloud: RouterOutputs["topologies"]["get"] | null;
};

/** What this is, its versions, and what can be done with it. */
export function ScenarioHeader({ version, cloud }: ScenarioHeaderProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const router = useRouter();
  const mayChange = useMayChange();
  const newest = newerVersion(cloud);
  const rename = useRename(
    (name) => client.scenarios.rename.mutate({ id: version.scenarioId, name }),
    trpc.scenarios.pathKey(),
  );
  const duplicate = useMutation(
    trpc.scenarios.duplicate.mutationOptions({
      onSuccess: async (copy) => {
        await queryClient.invalidateQueries({ queryKey: trpc.scenarios.pathKey() });
        toast.success(`Copied as ${copy.name}`);
        router.push(`/scenarios/${copy.id}`);
      },
    }),
  );
  return (
    <PageHeader
      title={version.name}
      status={
        <>
          {mayChange ? <RenameButton name={version.name} what="scenario" onRename={rename} /> : null}
          <Badge>version {version.number}</Badge>
        </>
      }
      summary={`${countOf(version.chainVersionIds.length, "chain")} on ${cloud?.name ?? "a cloud"}, placed by ${version.engine}`}
      actions={
        <>
          <VersionMenu
            versions={version.versions}
            currentId={version.id}
            onOpen={(id) => router.push(`/scenarios/${id}`)}
          />
          <ButtonLink href={`/scenarios/compare?ids=${version.id}`}>
            <GitCompareArrows aria-hidden /> Compare
          </ButtonLink>
          {mayChange ? (
            <>
              <Button
                icon={<Copy aria-hidden />}
                busy={duplicate.isPending}
                onClick={() => duplicate.mutate({ versionId: version.id })}
              >
                Duplicate
              </Button>
              <ButtonLink href={`/scenarios/${version.id}/edit`}>
                <Pencil aria-hidden /> Change
              </ButtonLink>
            </>
          ) : null}
        </>
      }
    >
      <Breadcrumbs
        LinkComponent={AppLink}
        crumbs={[{ label: "Scenarios", href: "/scenarios" }, { label: version.name }]}
      />
      {cloud && newest !== null ? (
        <Alert
          tone="info"
          title={`${cloud.name} has a newer version`}
          action={
            mayChange ? (
              <ButtonLink size="sm" href={`/scenarios/${version.id}/edit`}>
                Choose the cloud version
              </ButtonLink>
            ) : null
          }
        >
          This scenario uses version {cloud.number}; the newest is version {newest}.
        </Alert>
      ) : null}
    </PageHeader>
  );
}

"use client";
import { Badge, Breadcrumbs, Button, buttonVariants, PageHeader, Spinner, toast } from "@p4twin/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Save } from "lucide-react";
import { useRouter, useSearchParams } from "next/navigation";
import { AppLink } from "@/lib/AppLink.tsx";
import { countOf } from "@/lib/countOf.ts";
import { RenameButton } from "@/lib/RenameButton.tsx";
import { type RouterOutputs, useTRPC, useTRPCClient } from "@/lib/trpc.ts";
import { useRename } from "@/lib/useRename.ts";
import { VersionMenu } from "@/lib/VersionMenu.tsx";
import { useMayChange } from "@/shell/useMayChange.ts";
import { CompareMenu } from "./CompareMenu.tsx";
import type { ProgramFiles } from "./model/useProgramDraft.ts";

export type ProgramHeaderProps = {
  version: RouterOutputs["programs"]["get"];
  /** the program as it stands in the editor */
  files: () => ProgramFiles;
  changed: boolean;
  /** what the analysis says in one line */
  summary: string;
  errors: number;
  pending: boolean;
  comparedWith: string | null;
  onCompare: (versionId: string) => void;
};

/** Name, version, state of the analysis, and saving a changed source as a new version. */
export function ProgramHeader(props: ProgramHeaderProps) {
  const { version, files, changed, summary, errors, pending, comparedWith, onCompare } = props;
  const trpc = useTRPC();
  const client = useTRPCClient();
  const rename = useRename(
    (name) => client.programs.rename.mutate({ id: version.programId, name }),
    trpc.programs.pathKey(),
  );
  const queryClient = useQueryClient();
  const router = useRouter();
  const search = useSearchParams();
  const mayChange = useMayChange();
  const open = (id: string) => router.push(`/programs/${id}?${search.toString()}`);
  const save = useMutation(
    trpc.programs.addVersion.mutationOptions({
      onSuccess: async (stored) => {
        queryClient.setQueryData(trpc.programs.get.queryKey({ versionId: stored.id }), stored);
        await queryClient.invalidateQueries({ queryKey: trpc.programs.list.queryKey() });
        toast.success(`Stored as version ${stored.number}`, {
          action: { label: "Describe a chain", onClick: () => router.push("/chains/new") },
        });
        open(stored.id);
      },
    }),
  );
  return (
    <PageHeader
      title={version.name}
      status={
        <>
          {mayChange ? <RenameButton name={version.name} what="program" onRename={rename} /> : null}
          <Badge>version {version.number}</Badge>
          {changed ? <Badge tone="warn">not saved</Badge> : null}
          {errors > 0 ? <Badge tone="bad">{countOf(errors, "error")}</Badge> : null}
          {pending ? <Spinner label="Analysing" /> : null}
        </>
      }
      summary={summary}
      actions={
        <>
          <VersionMenu versions={version.versions} currentId={version.id} onOpen={open} />
          <AppLink
            className={buttonVariants()}
            href={`/programs/${version.id}/run?${runSearch(search)}`}
            title={changed ? `Runs version ${version.number} as stored: save to run the changes` : undefined}
          >
            Run a packet
          </AppLink>
          <CompareMenu {...{ version, changed, comparedWith, onCompare }} />
          {mayChange ? (
            <Button
              variant="primary"
              icon={<Save aria-hidden />}
              disabled={!changed}
              title={changed ? undefined : "Nothing has changed"}
              busy={save.isPending}
              onClick={() => {
                const { source, includes } = files();
                save.mutate({ id: version.programId, source, includes: { ...includes } });
              }}
            >
              Save as new version
            </Button>
          ) : null}
        </>
      }
    >
      <Breadcrumbs
        LinkComponent={AppLink}
        crumbs={[{ label: "Programs", href: "/programs" }, { label: version.name }]}
      />
    </PageHeader>
  );
}

/** What the page *Run* takes over: macros, and the first of the chosen devices. */
function runSearch(search: URLSearchParams): string {
  const kept = new URLSearchParams();
  const define = search.get("define");
  if (define) kept.set("define", define);
  const [device] = search.get("devices")?.split(",") ?? [];
  if (device) kept.set("device", device);
  return kept.toString();
}

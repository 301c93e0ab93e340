"use client";
import { Button, EmptyState, Field, PageHeader, Select } from "@p4twin/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Code, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { parseAsString, parseAsStringLiteral, useQueryState } from "nuqs";
import { ObjectList } from "@/lib/ObjectList.tsx";
import { profileOption } from "@/lib/profileOption.ts";
import { QueryView } from "@/lib/QueryView.tsx";
import { useTRPC, useTRPCClient } from "@/lib/trpc.ts";
import { useRemoval } from "@/lib/useRemoval.ts";
import { FirstVisitHint } from "@/shell/FirstVisitHint.tsx";
import { useMayChange } from "@/shell/useMayChange.ts";
import { PathCount, SlowestPath } from "./ProgramHealth.tsx";
import type { ProgramSource } from "./sources.ts";

// the list itself needs no text editor
const NewProgramDialog = dynamic(() => import("./NewProgramDialog.tsx").then((m) => m.NewProgramDialog));

/** All programs of the workspace. */
export function ProgramsPage() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const router = useRouter();
  const mayChange = useMayChange();
  const [dialog, setDialog] = useQueryState("new", parseAsStringLiteral(["upload"]));
  const programs = useQuery(trpc.programs.list.queryOptions());
  const profiles = useQuery(trpc.devices.list.queryOptions());
  const [chosen, setDevice] = useQueryState("device", parseAsString);
  const usable = (profiles.data ?? []).filter(({ document }) => document.linear !== null);
  const device = (usable.find(({ id }) => id === chosen) ?? usable[0])?.id ?? null;
  const remove = useRemoval({
    remove: (id) => client.programs.remove.mutate({ id }),
    restore: (id) => client.programs.restore.mutate({ id }),
    listKey: trpc.programs.list.queryKey(),
  });
  const create = useMutation({
    mutationFn: async (sources: ProgramSource[]) => {
      const versions = [];
      for (const source of sources) versions.push(await client.programs.create.mutate(source));
      return versions;
    },
    onSuccess: async (versions) => {
      await queryClient.invalidateQueries({ queryKey: trpc.programs.list.queryKey() });
      const only = versions.length === 1 ? versions[0] : undefined;
      if (only) router.push(`/programs/${only.id}`);
      else void setDialog(null);
    },
  });
  const upload = (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => void setDialog("upload")}>
      Upload program
    </Button>
  );

  return (
    <>
      <PageHeader
        title="Programs"
        summary="P4 sources: what each path costs on each device."
        actions={mayChange ? upload : null}
      >
        {device === null ? null : (
          <Field label="Latency on" className="w-56 max-w-full">
            {(control) => (
              <Select
                {...control}
                value={device}
                options={usable.map(({ document }) => profileOption(document, ["analysis"]))}
                onValueChange={(id) => void setDevice(id)}
              />
            )}
          </Field>
        )}
      </PageHeader>
      <div className="px-4 pb-6 md:px-6">
        <FirstVisitHint id="programs" title="A program is a P4_16 source">
          Upload one and every feasible path gets its vector and its latency on the devices you choose.
        </FirstVisitHint>
        <QueryView query={programs} what="The programs">
          {(list) => (
            <ObjectList
              objects={list}
              plural="programs"
              singular="program"
              href={(program) => `/programs/${program.latest.id}`}
              columns={
                device === null
                  ? []
                  : [
                      {
                        id: "paths",
                        header: "Paths",
                        numeric: true,
                        cell: ({ latest }) => <PathCount versionId={latest.id} device={device} />,
                      },
                      {
                        id: "slowest",
                        header: "Slowest path",
                        unit: "µs",
                        numeric: true,
                        hint: `on ${device}, by the linear estimator`,
                        cell: ({ latest }) => <SlowestPath versionId={latest.id} device={device} />,
                      },
                    ]
              }
              onRemove={mayChange ? (program) => remove(program.id, program.name) : null}
              empty={
                <EmptyState
                  icon={<Code aria-hidden />}
                  title="No programs yet"
                  action={mayChange ? upload : null}
                >
                  Drop a .p4 file, paste a source, or copy an example of the library.
                </EmptyState>
              }
            />
          )}
        </QueryView>
      </div>
      {dialog === "upload" ? (
        <NewProgramDialog
          open
          onOpenChange={(open) => void setDialog(open ? "upload" : null)}
          onCreate={create.mutate}
          busy={create.isPending}
        />
      ) : null}
    </>
  );
}

"use client";
import { Button, Field, Select } from "@p4twin/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Code, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { parseAsString, parseAsStringLiteral, useQueryState } from "nuqs";
import type { ObjectColumn } from "@/lib/ObjectList.tsx";
import { profileOption } from "@/lib/profileOption.ts";
import { type RouterOutputs, useTRPC, useTRPCClient } from "@/lib/trpc.ts";
import { ObjectsPage } from "@/shell/ObjectsPage.tsx";
import { PathCount, SlowestPath } from "./ProgramHealth.tsx";
import type { ProgramSource } from "./sources.ts";

// the list itself needs no text editor
const NewProgramDialog = dynamic(() => import("./NewProgramDialog.tsx").then((m) => m.NewProgramDialog));

type Program = RouterOutputs["programs"]["list"][number];

const healthColumns = (device: string): ObjectColumn<Program>[] => [
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
];

/** All programs of the workspace. */
export function ProgramsPage() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const router = useRouter();
  const [dialog, setDialog] = useQueryState("new", parseAsStringLiteral(["upload"]));
  const profiles = useQuery(trpc.devices.list.queryOptions());
  const [chosen, setDevice] = useQueryState("device", parseAsString);
  const usable = (profiles.data ?? []).filter(({ document }) => document.linear !== null);
  const device = (usable.find(({ id }) => id === chosen) ?? usable[0])?.id ?? null;
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
  return (
    <>
      <ObjectsPage
        title="Programs"
        summary="P4 sources: what each path costs on each device."
        plural="programs"
        singular="program"
        objects={useQuery(trpc.programs.list.queryOptions())}
        removal={{
          remove: (id) => client.programs.remove.mutate({ id }),
          restore: (id) => client.programs.restore.mutate({ id }),
          listKey: trpc.programs.list.queryKey(),
        }}
        create={
          <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => void setDialog("upload")}>
            Upload program
          </Button>
        }
        header={
          device === null ? null : (
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
          )
        }
        hint={{
          title: "A program is a P4_16 source",
          text: "Upload one and every feasible path gets its vector and its latency on the devices you choose.",
        }}
        href={(program) => `/programs/${program.latest.id}`}
        columns={device === null ? [] : healthColumns(device)}
        empty={{
          icon: <Code aria-hidden />,
          text: "Drop a .p4 file, paste a source, or copy an example of the library.",
        }}
      />
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

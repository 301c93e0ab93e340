"use client";
import { type Chain, libraryFunctions, type NetworkFunction } from "@p4twin/models/chain";
import type { Diagnostic } from "@p4twin/models/core";
import { Badge, Breadcrumbs, PageHeader, Panel, toast } from "@p4twin/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { AppLink } from "@/lib/AppLink.tsx";
import { DiagnosticList } from "@/lib/DiagnosticList.tsx";
import { QueryView } from "@/lib/QueryView.tsx";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";
import { VersionMenu } from "@/lib/VersionMenu.tsx";
import { useMayChange } from "@/shell/useMayChange.ts";
import { ChainForm } from "./ChainForm.tsx";
import { EMPTY_CHAIN } from "./chainForm.ts";
import { chainLine } from "./chainLine.ts";
import { ProgramFunctionPicker } from "./ProgramFunctionPicker.tsx";

type ChainVersion = RouterOutputs["chains"]["get"];

/** Shows and edits a stored chain; saving makes a new version. */
export function ChainPage({ versionId }: { versionId: string }) {
  const trpc = useTRPC();
  const chain = useQuery(trpc.chains.get.queryOptions({ versionId }));
  return (
    <QueryView query={chain} what="The chain" list="/chains">
      {(version) => <ChainEditor key={version.id} version={version} />}
    </QueryView>
  );
}

/** Describes a new chain, or a new version of `version`. */
export function ChainEditor({ version }: { version: ChainVersion | null }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const mayChange = useMayChange();
  const [diagnostics, setDiagnostics] = useState<Diagnostic[]>([]);
  const [own, setOwn] = useState<NetworkFunction[]>(version?.document.functions ?? []);
  const library = libraryFunctions();
  const known = [...own, ...library.filter((fn) => !own.some((other) => other.type === fn.type))];

  const stored = async (versionId: string, word: string): Promise<void> => {
    await queryClient.invalidateQueries({ queryKey: trpc.chains.pathKey() });
    toast.success(word, {
      action: { label: "Create a scenario", onClick: () => router.push("/scenarios/new") },
    });
    router.push(`/chains/${versionId}`);
  };
  const create = useMutation(
    trpc.chains.create.mutationOptions({
      onSuccess: async (answer) => {
        setDiagnostics(answer.diagnostics);
        const first = answer.ok ? answer.versions[0] : undefined;
        if (first) await stored(first.id, "Chain stored");
      },
    }),
  );
  const addVersion = useMutation(
    trpc.chains.addVersion.mutationOptions({
      onSuccess: async (answer) => {
        setDiagnostics(answer.diagnostics);
        if (answer.ok) await stored(answer.version.id, `Stored as version ${answer.version.number}`);
      },
    }),
  );
  const submit = (chain: Chain): void => {
    const functions = own.filter((fn) => chain.functions.includes(fn.type));
    const content = { document: { version: 1, functions, chains: [chain] } };
    if (version) addVersion.mutate({ id: version.chainId, content });
    else create.mutate({ content });
  };

  const chain = version?.document.chain;
  return (
    <>
      <PageHeader
        title={version?.name ?? "Describe a chain"}
        status={version ? <Badge>version {version.number}</Badge> : null}
        summary={
          chain ? chainLine(chain) : "Which functions a packet passes, with its rate and latency budget."
        }
        actions={
          version ? (
            <VersionMenu
              versions={version.versions}
              currentId={version.id}
              onOpen={(id) => router.push(`/chains/${id}`)}
            />
          ) : null
        }
      >
        <Breadcrumbs
          LinkComponent={AppLink}
          crumbs={[{ label: "Chains", href: "/chains" }, { label: version?.name ?? "New" }]}
        />
      </PageHeader>
      <div className="px-4 pb-6 md:px-6">
        {diagnostics.length > 0 ? (
          <Panel title="The server found problems" className="mb-3" bodyClassName="p-0">
            <DiagnosticList diagnostics={diagnostics} />
          </Panel>
        ) : null}
        <ChainForm
          initialValues={chain ?? EMPTY_CHAIN}
          known={known}
          functionSource={(add) => (
            <ProgramFunctionPicker
              taken={known.map((fn) => fn.type)}
              onPick={(fn) => {
                setOwn((list) => [...list, fn]);
                add(fn.type);
              }}
            />
          )}
          submitLabel={version ? "Save as new version" : "Store chain"}
          busy={create.isPending || addVersion.isPending}
          disabled={!mayChange}
          onSubmit={submit}
        />
      </div>
    </>
  );
}

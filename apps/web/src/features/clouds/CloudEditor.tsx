"use client";
import type { Diagnostic } from "@p4twin/models/core";
import { parseTopology, type Topology } from "@p4twin/models/topology";
import {
  Badge,
  Breadcrumbs,
  Button,
  cn,
  DropdownMenu,
  EmptyState,
  PageHeader,
  Panel,
  Tabs,
  toast,
} from "@p4twin/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { useRouter } from "next/navigation";
import { useMemo, useState } from "react";
import { AppLink } from "@/lib/AppLink.tsx";
import { countOf } from "@/lib/countOf.ts";
import { RenameButton } from "@/lib/RenameButton.tsx";
import { type RouterOutputs, useTRPC, useTRPCClient } from "@/lib/trpc.ts";
import { useRename } from "@/lib/useRename.ts";
import { VersionMenu } from "@/lib/VersionMenu.tsx";
import { useMayChange } from "@/shell/useMayChange.ts";
import { CloudCanvas } from "./CloudCanvas.tsx";
import { FatTreeForm } from "./FatTreeForm.tsx";
import { LinkTable } from "./LinkTable.tsx";
import { NodeTable } from "./NodeTable.tsx";
import { startingPoints } from "./startingPoints.ts";
import { TopologyEditor } from "./TopologyEditor.tsx";
import { EMPTY_TOPOLOGY, topologyText, withProfile } from "./topologyText.ts";
import { useCloudUrl } from "./urlState.ts";

type TopologyVersion = RouterOutputs["topologies"]["get"];

const NOTHING: Topology = { version: 1, name: "nothing", nodes: [], links: [] };

const summaryOf = ({ nodes, links }: Topology): string => {
  const devices = nodes.filter((node) => node.kind === "device").length;
  return `${countOf(nodes.length, "node")}, ${devices} of them programmable, ${countOf(links.length, "link")}`;
};

/** The text and what it says; `drawn` is null when it never said a topology. */
type Draft = { text: string; fileName: string; diagnostics: readonly Diagnostic[]; drawn: Topology | null };

function readDraft(text: string, fileName: string): Draft {
  const { topology, diagnostics } = parseTopology(text, fileName);
  return { text, fileName, diagnostics, drawn: topology };
}

/** More nodes than this need the whole width to be told apart (our choice). */
const WIDE_NODES = 16;

/** Shows and edits a cloud: drawing, tables and text of the same topology. Saving makes a new version. */
export function CloudEditor({ version }: { version: TopologyVersion | null }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const rename = useRename(
    (name) => client.topologies.rename.mutate({ id: version?.topologyId ?? "", name }),
    trpc.topologies.pathKey(),
  );
  const queryClient = useQueryClient();
  const router = useRouter();
  const mayChange = useMayChange();
  const [url, setUrl] = useCloudUrl(version === null);
  const saved = useMemo(() => topologyText(version?.document ?? EMPTY_TOPOLOGY), [version]);
  const [{ text, fileName, diagnostics: problems, drawn }, setDraft] = useState<Draft>(() => ({
    ...readDraft(saved, "topology.json"),
    drawn: version?.document ?? EMPTY_TOPOLOGY,
  }));
  const [refused, setRefused] = useState<Diagnostic[]>([]);
  const devices = useQuery(trpc.devices.list.queryOptions());
  const profiles = (devices.data ?? []).map(({ id, document }) => ({
    value: id,
    label: id,
    hint: document.title,
  }));

  const diagnostics = problems.length > 0 ? problems : refused;

  const change = (next: string, file?: string): void => {
    setRefused([]);
    setDraft((old) => {
      const read = readDraft(next, file ?? old.fileName);
      // while one types, the last drawing without problems stays; of another file nothing is left
      return { ...read, drawn: read.drawn ?? (file ? null : old.drawn) };
    });
  };
  const stored = async (id: string, words: string): Promise<void> => {
    await queryClient.invalidateQueries({ queryKey: trpc.topologies.pathKey() });
    toast.success(words);
    router.push(`/clouds/${id}`);
  };
  const create = useMutation(
    trpc.topologies.create.mutationOptions({
      onSuccess: async (answer) => {
        if (answer.ok) await stored(answer.version.id, "Cloud stored");
        else setRefused(answer.diagnostics);
      },
    }),
  );
  const addVersion = useMutation(
    trpc.topologies.addVersion.mutationOptions({
      onSuccess: async (answer) => {
        if (answer.ok) await stored(answer.version.id, `Stored as version ${answer.version.number}`);
        else setRefused(answer.diagnostics);
      },
    }),
  );
  const content = { text, fileName };
  const save = () =>
    version ? addVersion.mutate({ id: version.topologyId, content }) : create.mutate({ content });
  const startFrom = (topology: Topology): void => change(topologyText(topology), "topology.json");
  const changed = version === null || text !== saved;
  const errors = problems.length;

  return (
    <>
      <PageHeader
        title={version?.name ?? "Add a cloud"}
        status={
          version ? (
            <>
              {mayChange ? <RenameButton name={version.name} what="cloud" onRename={rename} /> : null}
              <Badge>version {version.number}</Badge>
            </>
          ) : null
        }
        summary={drawn ? summaryOf(drawn) : "Correct the problems to see the topology."}
        actions={
          <>
            {version ? (
              <VersionMenu
                versions={version.versions}
                currentId={version.id}
                onOpen={(id) => router.push(`/clouds/${id}`)}
              />
            ) : (
              <>
                <Button
                  aria-pressed={url.from === "fat-tree"}
                  onClick={() => void setUrl({ from: url.from === "fat-tree" ? null : "fat-tree" })}
                >
                  Generate fat tree
                </Button>
                <DropdownMenu
                  trigger={
                    <Button>
                      Start from an example <ChevronDown aria-hidden />
                    </Button>
                  }
                  entries={startingPoints().map((point) => ({
                    kind: "item" as const,
                    id: point.name,
                    label: point.name,
                    onSelect: () => change(point.text, point.fileName),
                  }))}
                />
              </>
            )}
            {mayChange ? (
              <Button
                variant="primary"
                busy={create.isPending || addVersion.isPending}
                disabled={!changed || errors > 0}
                title={
                  errors > 0 ? "Correct the problems first" : changed ? undefined : "Nothing has changed"
                }
                onClick={save}
              >
                {version ? "Save as new version" : "Store cloud"}
              </Button>
            ) : null}
          </>
        }
      >
        <Breadcrumbs
          LinkComponent={AppLink}
          crumbs={[{ label: "Clouds", href: "/clouds" }, { label: version?.name ?? "New" }]}
        />
      </PageHeader>
      <div className="flex flex-col gap-3 px-4 pb-6 md:px-6">
        {url.from === "fat-tree" ? (
          <Panel title="Generate a fat tree">
            <FatTreeForm profiles={profiles} onGenerate={startFrom} />
          </Panel>
        ) : null}
        <div
          className={cn(
            "grid gap-3",
            (drawn?.nodes.length ?? 0) <= WIDE_NODES && "xl:grid-cols-2 xl:items-start",
          )}
        >
          <Panel
            title="Drawing"
            subtitle={errors > 0 && drawn ? "last text without problems" : undefined}
            bodyClassName="h-[26rem] p-0"
            className={errors > 0 ? "opacity-70" : undefined}
          >
            {drawn === null || drawn.nodes.length === 0 ? (
              <EmptyState title="Nothing to draw yet">
                {errors > 0
                  ? "Correct the problems that are listed beside the text."
                  : "Add nodes to the text."}
              </EmptyState>
            ) : (
              <CloudCanvas
                topology={drawn}
                selected={url.node}
                onSelect={(node) => void setUrl({ node, tab: "nodes" })}
              />
            )}
          </Panel>
          <Panel bodyClassName="pt-0">
            <Tabs
              aria-label="The cloud as tables and text"
              value={url.tab}
              onValueChange={(tab) => void setUrl({ tab: tab === "links" || tab === "text" ? tab : "nodes" })}
              tabs={[
                {
                  value: "nodes",
                  label: "Nodes",
                  count: drawn?.nodes.length,
                  content: (
                    <div className="max-h-[34rem] overflow-auto">
                      <NodeTable
                        topology={drawn ?? NOTHING}
                        profiles={profiles}
                        selected={url.node}
                        onSelect={(node) => void setUrl({ node })}
                        onProfileChange={
                          mayChange && drawn && errors === 0
                            ? (node, profile) => startFrom(withProfile(drawn, node, profile))
                            : null
                        }
                      />
                    </div>
                  ),
                },
                {
                  value: "links",
                  label: "Links",
                  count: drawn?.links.length,
                  content: (
                    <div className="max-h-[34rem] overflow-auto">
                      <LinkTable topology={drawn ?? NOTHING} />
                    </div>
                  ),
                },
                {
                  value: "text",
                  label: "Text",
                  count: diagnostics.length > 0 ? diagnostics.length : undefined,
                  content: (
                    <TopologyEditor
                      text={text}
                      diagnostics={diagnostics}
                      onChange={change}
                      readOnly={!mayChange}
                    />
                  ),
                },
              ]}
            />
          </Panel>
        </div>
      </div>
    </>
  );
}

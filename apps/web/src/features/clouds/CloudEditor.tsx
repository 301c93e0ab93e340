"use client";
import type { Diagnostic } from "@p4twin/models/core";
import type { Topology } from "@p4twin/models/topology";
import { Badge, Breadcrumbs, Button, cn, DropdownMenu, EmptyState, PageHeader, Panel } from "@p4twin/ui";
import type { EditorAction } from "@p4twin/ui/graph";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown, Pencil } from "lucide-react";
import { useRouter } from "next/navigation";
import { useMemo, useReducer, useState } from "react";
import { AppLink } from "@/lib/AppLink.tsx";
import { countOf } from "@/lib/countOf.ts";
import { LeaveGuard } from "@/lib/LeaveGuard.tsx";
import { profileOption } from "@/lib/profileOption.ts";
import { RenameButton } from "@/lib/RenameButton.tsx";
import { type RouterOutputs, useTRPC, useTRPCClient } from "@/lib/trpc.ts";
import { useRename } from "@/lib/useRename.ts";
import { useTextWorker } from "@/lib/useTextWorker.ts";
import { VersionMenu } from "@/lib/VersionMenu.tsx";
import { useMayChange } from "@/shell/useMayChange.ts";
import { CloudCanvas } from "./CloudCanvas.tsx";
import { CloudDrawing } from "./CloudDrawing.tsx";
import { CloudNotes } from "./CloudNotes.tsx";
import { CloudTabs } from "./CloudTabs.tsx";
import { createDraft, draftReducer, LARGE_TEXT } from "./cloudDraft.ts";
import { EMPTY_TOPOLOGY } from "./emptyTopology.ts";
import { FatTreeForm } from "./FatTreeForm.tsx";
import { FromSwitches } from "./FromSwitches.tsx";
import { startingPoints } from "./startingPoints.ts";
import { useCloudUrl } from "./urlState.ts";
import { useSaveCloud } from "./useSaveCloud.ts";

type TopologyVersion = RouterOutputs["topologies"]["get"];

const summaryOf = ({ nodes, links }: Topology): string => {
  const devices = nodes.filter((node) => node.kind === "device").length;
  return `${countOf(nodes.length, "node")}, ${devices} of them programmable, ${countOf(links.length, "link")}`;
};

/** More nodes than this need the whole width to be told apart (our choice). */
const WIDE_NODES = 16;
/**
 * More nodes than this are edited as text: one does not draw them by hand, and each is several elements (our choice).
 */
const MOST_DRAWN = 500;

/** Shows and edits a cloud: drawing, tables and text of the same topology. Saving makes a new version. */
export function CloudEditor({ version }: { version: TopologyVersion | null }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const router = useRouter();
  const mayChange = useMayChange();
  const rename = useRename(
    (name) => client.topologies.rename.mutate({ id: version?.topologyId ?? "", name }),
    trpc.topologies.pathKey(),
  );
  const cloudUrl = useCloudUrl(version === null);
  const [url, setUrl] = cloudUrl;
  const saved = version?.document ?? EMPTY_TOPOLOGY;
  const [draft, dispatch] = useReducer(draftReducer, saved, createDraft);
  const untouched = useMemo(() => createDraft(saved).text, [saved]);
  const [refused, setRefused] = useState<{ text: string; diagnostics: Diagnostic[] } | null>(null);
  const { save, saving, stored } = useSaveCloud(version?.topologyId ?? null, (diagnostics) =>
    setRefused({ text: draft.text, diagnostics }),
  );
  const devices = useQuery(trpc.devices.list.queryOptions());
  const profiles = useMemo(
    () => (devices.data ?? []).map(({ document }) => profileOption(document, ["analysis", "placement"])),
    [devices.data],
  );

  const topology = draft.editor?.doc ?? null;
  const errors = draft.problems.length;
  const diagnostics = errors > 0 || refused?.text !== draft.text ? draft.problems : refused.diagnostics;
  const touched = draft.text !== untouched;
  const savable = version === null || touched;
  const readBeside = useTextWorker();
  const changeText = (text: string, opened?: string): void => {
    const change = { text, ...(opened === undefined ? {} : { fileName: opened }) };
    if (text.length < LARGE_TEXT || text === draft.text) {
      dispatch({ type: "text", ...change });
      return;
    }
    dispatch({ type: "reading", ...change });
    void readBeside({ kind: "topology", text, fileName: opened ?? draft.fileName }).then((answer) => {
      if (answer.kind === "topology") dispatch({ type: "text", ...change, read: answer.read });
    });
  };
  const onEdit = (action: EditorAction): void => dispatch({ type: "edit", action });
  // places of nodes that no one drew stay as they are: profiles and names move nothing
  const giveProfile = (ids: readonly string[], profile: string): void =>
    onEdit({ type: "patchNodes", ids, patch: { kind: "device", profile }, base: null });
  const select = (node: string): void => {
    void setUrl({ node });
    onEdit({ type: "select", selection: { nodes: [node], links: [] } });
  };
  const tooLarge = (topology?.nodes.length ?? 0) > MOST_DRAWN;
  const drawing = url.draw && mayChange && !tooLarge && draft.editor !== null;
  const stoppedByText = errors > 0 && draft.from === "text";

  return (
    <>
      <LeaveGuard
        active={mayChange && touched && !stored}
        what={version ? `"${version.name}"` : "this cloud"}
      />
      <PageHeader
        title={version?.name ?? "Add a cloud"}
        status={
          version ? (
            <>
              {mayChange ? <RenameButton name={version.name} what="cloud" onRename={rename} /> : null}
              <Badge>version {version.number}</Badge>
              {touched ? <Badge tone="warn">unsaved changes</Badge> : null}
            </>
          ) : null
        }
        summary={topology ? summaryOf(topology) : "Correct the problems to see the topology."}
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
                    onSelect: () => changeText(point.text, point.fileName),
                  }))}
                />
              </>
            )}
            {mayChange ? (
              <Button
                variant="primary"
                busy={saving}
                disabled={!savable || errors > 0}
                title={
                  errors > 0 ? "Correct the problems first" : savable ? undefined : "Nothing has changed"
                }
                onClick={() => save({ text: draft.text, fileName: draft.fileName })}
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
            <FatTreeForm
              profiles={profiles}
              onGenerate={(generated) => dispatch({ type: "start", topology: generated })}
            />
          </Panel>
        ) : null}
        {url.from === "switches" ? (
          <Panel title="Cloud of attached switches">
            <FromSwitches onRead={changeText} />
          </Panel>
        ) : null}
        {topology && !stoppedByText ? (
          <CloudNotes
            topology={topology}
            imported={draft.imported}
            profiles={profiles}
            onProfile={mayChange ? giveProfile : null}
            onSelect={select}
            onForget={() => dispatch({ type: "forgetImport" })}
          />
        ) : null}
        <div
          className={cn(
            "grid gap-3",
            !drawing && (topology?.nodes.length ?? 0) <= WIDE_NODES && "xl:grid-cols-2 xl:items-start",
          )}
        >
          <Panel
            title="Drawing"
            subtitle={
              stoppedByText && topology
                ? "last text without problems"
                : mayChange && tooLarge
                  ? `clouds of more than ${MOST_DRAWN} nodes are edited as text`
                  : undefined
            }
            actions={
              mayChange && !tooLarge && topology ? (
                <Button
                  size="sm"
                  icon={<Pencil aria-hidden />}
                  aria-pressed={url.draw}
                  onClick={() => void setUrl({ draw: !url.draw })}
                >
                  Edit drawing
                </Button>
              ) : null
            }
            bodyClassName={drawing ? "min-h-[34rem] p-2 md:h-[34rem]" : "h-[26rem] p-0"}
          >
            {/* nobody reads a drawing as text, so it may be dimmed as a whole while the text is wrong */}
            <div className={cn("h-full", stoppedByText && "opacity-70")} inert={stoppedByText || undefined}>
              {drawing && draft.editor ? (
                <CloudDrawing editor={draft.editor} onEdit={onEdit} profiles={profiles} />
              ) : topology === null || topology.nodes.length === 0 ? (
                <EmptyState title="Nothing to draw yet">
                  {errors > 0
                    ? "Correct the problems listed next to the text."
                    : "Edit the drawing, or add nodes to the text."}
                </EmptyState>
              ) : (
                <CloudCanvas
                  topology={topology}
                  selected={url.node}
                  onSelect={(node) => void setUrl({ node, tab: "nodes" })}
                />
              )}
            </div>
          </Panel>
          <Panel bodyClassName="pt-0">
            <CloudTabs
              url={cloudUrl}
              topology={topology}
              text={draft.text}
              diagnostics={diagnostics}
              profiles={profiles}
              onText={changeText}
              onSelect={select}
              onProfileChange={
                mayChange && topology && !stoppedByText
                  ? (node, profile) => giveProfile([node], profile)
                  : null
              }
              readOnly={!mayChange}
            />
          </Panel>
        </div>
      </div>
    </>
  );
}

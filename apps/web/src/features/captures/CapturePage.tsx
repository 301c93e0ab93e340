"use client";
import {
  Alert,
  Badge,
  Breadcrumbs,
  Button,
  Dialog,
  PageHeader,
  Panel,
  Progress,
  SkeletonRows,
} from "@p4twin/ui";
import { formatBytes, formatCount } from "@p4twin/ui/format";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { PathsTable } from "@/features/paths/index.ts";
import { AppLink } from "@/lib/AppLink.tsx";
import { countOf } from "@/lib/countOf.ts";
import { describeError } from "@/lib/describeError.ts";
import { QueryView } from "@/lib/QueryView.tsx";
import { SHOWN_INLINE } from "@/lib/queryClient.ts";
import { useTRPC } from "@/lib/trpc.ts";
import { useMayChange } from "@/shell/useMayChange.ts";
import { type Capture, isUnderWay, stateWords } from "./captureWords.ts";
import { ReadSettings, toSettings } from "./ReadSettings.tsx";
import { RunView } from "./RunList.tsx";
import { RunPanel } from "./RunPanel.tsx";
import { StandOuts, SummaryPanels } from "./SummaryPanels.tsx";
import { useRuns } from "./useRuns.ts";

/** One capture: what stands in it, and what became of holding it against deployments. */
export function CapturePage({ captureId }: { captureId: string }) {
  const trpc = useTRPC();
  const capture = useQuery(
    trpc.captures.get.queryOptions(
      { id: captureId },
      { refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.state) ? 1_000 : false) },
    ),
  );
  return (
    <QueryView
      query={capture}
      what="The capture"
      list="/telemetry/captures"
      skeleton={<SkeletonRows rows={8} className="p-6" />}
    >
      {(data) => <CaptureView capture={data} />}
    </QueryView>
  );
}

function CaptureView({ capture }: { capture: Capture }) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const mayChange = useMayChange();
  const [rereading, setRereading] = useState(false);
  const runs = useRuns({ captureId: capture.id });
  const deployments = useQuery(trpc.deployments.list.queryOptions());
  const cancel = useMutation(
    trpc.captures.cancel.mutationOptions({
      onSuccess: () => cache.invalidateQueries({ queryKey: trpc.captures.pathKey() }),
    }),
  );
  const segmentName = (deploymentId: string) => (id: string) =>
    deployments.data?.find((d) => d.id === deploymentId)?.segments.find((s) => s.id === id)?.name ?? id;
  const { text, tone } = stateWords(capture.state);
  const { dialect, ports } = capture.settings;
  return (
    <>
      <PageHeader
        title={capture.name}
        status={<Badge tone={tone}>{text}</Badge>}
        summary={`${formatBytes(capture.bytes)}, ${formatCount(capture.frames)} frames; reports on UDP ${ports.join(", ")}, dialect ${dialect}`}
        actions={
          mayChange && capture.state === "ready" ? (
            <Button icon={<RotateCcw aria-hidden />} onClick={() => setRereading(true)}>
              Read again
            </Button>
          ) : null
        }
      >
        <Breadcrumbs
          LinkComponent={AppLink}
          crumbs={[
            { label: "Telemetry", href: "/telemetry" },
            { label: "Captures", href: "/telemetry/captures" },
            { label: capture.name },
          ]}
        />
      </PageHeader>
      <div className="flex flex-col gap-3 px-4 pb-6 md:px-6">
        {capture.failure ? <Alert tone="bad" title={capture.failure} /> : null}
        {isUnderWay(capture.state) ? (
          <Progress
            label={capture.state === "receiving" ? "Arriving, and read meanwhile" : "Being read again"}
            fraction={null}
            detail={`${formatBytes(capture.bytes)}, ${formatCount(capture.frames)} frames read`}
            onCancel={mayChange ? () => cancel.mutate({ id: capture.id }) : undefined}
          />
        ) : null}
        {capture.summary ? (
          <>
            <StandOuts standOuts={capture.summary.standOuts} />
            {capture.summary.reports > 0 ? <CapturePaths captureId={capture.id} /> : null}
            {mayChange && capture.state === "ready" && capture.summary.datagrams > 0 ? (
              <RunPanel captureId={capture.id} summary={capture.summary} />
            ) : null}
            {(runs.data ?? []).map((run) => (
              <RunView
                key={run.id}
                run={run}
                mayChange={mayChange}
                segmentName={segmentName(run.deploymentId)}
              />
            ))}
            <SummaryPanels summary={capture.summary} settings={capture.settings} />
          </>
        ) : null}
      </div>
      {rereading ? <RereadDialog capture={capture} onClose={() => setRereading(false)} /> : null}
    </>
  );
}

/** The paths that its reports show, each one click from its twin. */
function CapturePaths({ captureId }: { captureId: string }) {
  const trpc = useTRPC();
  const paths = useQuery(trpc.discovery.paths.queryOptions({ captureId }));
  return (
    <QueryView query={paths} what="The paths">
      {(list) => (
        <Panel
          title="Paths heard"
          subtitle={countOf(list.length, "path")}
          bodyClassName="p-0 overflow-x-auto"
        >
          <PathsTable
            caption="Paths in this capture"
            paths={list}
            empty={<p className="p-4 text-ink-3">No report names a hop.</p>}
          />
        </Panel>
      )}
    </QueryView>
  );
}

/** Other ports or another dialect for a stored capture. */
function RereadDialog({ capture, onClose }: { capture: Capture; onClose: () => void }) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const { ports, dialect } = capture.settings;
  const [draft, setDraft] = useState({ ports: ports.join(", "), dialect });
  const settings = toSettings(draft);
  const reread = useMutation(
    trpc.captures.reread.mutationOptions({
      meta: SHOWN_INLINE,
      onSuccess: async () => {
        await cache.invalidateQueries({ queryKey: trpc.captures.pathKey() });
        onClose();
      },
    }),
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? null : onClose())}
      title="Read the capture again"
      description="With other report ports, or another dialect of its switches."
      footer={
        <Button
          variant="primary"
          busy={reread.isPending}
          disabled={settings === null}
          onClick={() =>
            settings && reread.mutate({ id: capture.id, settings: { ports, dialect, ...settings } })
          }
        >
          Read again
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <ReadSettings draft={draft} onChange={setDraft} />
        {reread.error ? <Alert tone="bad" title={describeError(reread.error).what} /> : null}
      </div>
    </Dialog>
  );
}

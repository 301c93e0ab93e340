"use client";
import {
  Alert,
  Badge,
  type BadgeTone,
  Button,
  Panel,
  Progress,
  ScrollArea,
  Table,
  textLink,
} from "@p4twin/ui";
import { FlowCounters } from "@p4twin/ui/charts";
import {
  chooseLatencyUnit,
  formatCount,
  formatCountExact,
  formatDateTime,
  formatLatency,
  formatRelativeTime,
  LATENCY_UNIT_LABEL,
} from "@p4twin/ui/format";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { unmatchedReportWords, unmatchedWords } from "@/features/telemetry/index.ts";
import { AppLink } from "@/lib/AppLink.tsx";
import { ButtonLink } from "@/lib/ButtonLink.tsx";
import { useTRPC } from "@/lib/trpc.ts";
import { type CaptureRun, runWords } from "./captureWords.ts";

const UNMATCHED_SHOWN = 10;
const TONES: Record<CaptureRun["state"], BadgeTone> = {
  running: "accent",
  done: "ok",
  failed: "bad",
  cancelled: "neutral",
};

/** One run: how far it is, or what it found. */
export function RunView({
  run,
  mayChange,
  segmentName,
}: {
  run: CaptureRun;
  mayChange: boolean;
  segmentName: (id: string) => string;
}) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const refresh = { onSuccess: () => cache.invalidateQueries({ queryKey: trpc.captures.runs.pathKey() }) };
  const stop = useMutation(trpc.captures.runs.stop.mutationOptions(refresh));
  const remove = useMutation(trpc.captures.runs.remove.mutationOptions(refresh));
  const { result, progress } = run;
  const stored = run.mode !== "analyse" && progress.windows > 0;
  const range =
    result?.fromMs != null && result.toMs !== null
      ? `?from=${Math.floor(result.fromMs / 1000)}&to=${Math.ceil(result.toMs / 1000)}`
      : "";
  return (
    <Panel
      title={`${run.deploymentName}: ${runWords(run)}`}
      subtitle={
        <span title={formatDateTime(Date.parse(run.createdAt))}>
          {formatRelativeTime(Date.parse(run.createdAt), Date.now())}
        </span>
      }
      actions={
        <span className="flex items-center gap-2">
          <Badge tone={TONES[run.state]}>{run.state}</Badge>
          {stored ? (
            <ButtonLink size="sm" href={`/twin/${run.deploymentId}${run.state === "running" ? "" : range}`}>
              Open twin
            </ButtonLink>
          ) : null}
          {mayChange && run.state !== "running" ? (
            <Button size="sm" busy={remove.isPending} onClick={() => remove.mutate({ id: run.id })}>
              {stored ? "Take out of the twin" : "Forget"}
            </Button>
          ) : null}
        </span>
      }
    >
      {run.failure ? <Alert tone="bad" title={run.failure} /> : null}
      {run.state === "running" ? (
        <Progress
          label={`${run.mode === "analyse" ? "Analysing" : "Replaying"} ${run.captureName}`}
          fraction={progress.fraction}
          detail={`${formatCount(progress.datagrams)} datagrams taken, ${formatCount(progress.windows)} windows`}
          onCancel={mayChange ? () => stop.mutate({ id: run.id }) : undefined}
        />
      ) : null}
      {result ? <RunResult run={run} result={result} segmentName={segmentName} /> : null}
    </Panel>
  );
}

function RunResult({
  run,
  result,
  segmentName,
}: {
  run: CaptureRun;
  result: NonNullable<CaptureRun["result"]>;
  segmentName: (id: string) => string;
}) {
  const unit = chooseLatencyUnit(result.segments.map((s) => s.p99Us));
  const rows = result.segments.flatMap((s) => [
    {
      key: s.segmentId,
      name: segmentName(s.segmentId),
      whole: true,
      ...s,
    },
    ...s.parts.map((p) => ({
      key: `${s.segmentId} ${p.part}`,
      name: p.label ?? `part ${p.part}`,
      whole: false,
      abovePl: null,
      dropped: null,
      ...p,
    })),
  ]);
  const latency = (id: "p50Us" | "p95Us" | "p99Us" | "maxUs", header: string) => ({
    id,
    header,
    unit: LATENCY_UNIT_LABEL[unit],
    numeric: true,
    cell: (row: (typeof rows)[number]) => formatLatency(row[id], unit),
  });
  const optional = (n: number | null) => (n === null ? "" : formatCountExact(n));
  return (
    <div className="flex flex-col gap-3">
      <FlowCounters
        label={`Reports tested against ${run.deploymentName}`}
        steps={[
          {
            id: "reports",
            label: "Reports",
            count: result.reports,
            losses: Object.entries(result.unmatchedByReason).map(([code, count]) => ({
              reason: unmatchedWords(code),
              count,
            })),
          },
          { id: "matched", label: "Reports matched", count: result.matched, losses: [] },
        ]}
      />
      {result.unmatchedReports.length > 0 ? (
        <details>
          <summary className="cursor-pointer text-ink-2">What did not match</summary>
          <ul aria-label="Reports of no segment" className="mt-1 flex flex-col gap-0.5 text-xs text-ink-2">
            {result.unmatchedReports.slice(0, UNMATCHED_SHOWN).map((s) => (
              <li key={JSON.stringify([s.exporter, s.reason, s.flow, s.path])}>{unmatchedReportWords(s)}</li>
            ))}
          </ul>
        </details>
      ) : null}
      {result.matched === 0 ? (
        <Alert tone="warn" title="Nothing of this capture belongs to a segment of the deployment">
          Hold the flows and node ids of the capture against{" "}
          <AppLink href={`/deployments/${run.deploymentId}`} className={textLink}>
            the bindings
          </AppLink>
          .
        </Alert>
      ) : (
        <ScrollArea label="Segments in this capture">
          <Table
            caption="Segments in this capture"
            rows={rows}
            rowKey={(row) => row.key}
            columns={[
              {
                id: "segment",
                header: "Segment and its elements",
                cell: (row) => (
                  <span className={row.whole ? "font-medium" : "pl-4 text-ink-2"}>{row.name}</span>
                ),
              },
              { id: "count", header: "Packets", numeric: true, cell: (row) => formatCountExact(row.count) },
              latency("p50Us", "p50"),
              latency("p95Us", "p95"),
              latency("p99Us", "p99"),
              latency("maxUs", "Largest"),
              { id: "pl", header: "Above PL", numeric: true, cell: (row) => optional(row.abovePl) },
              { id: "dropped", header: "Dropped", numeric: true, cell: (row) => optional(row.dropped) },
            ]}
          />
        </ScrollArea>
      )}
    </div>
  );
}

"use client";
import { Button, EmptyState, PageHeader, Panel, SkeletonRows, Switch, VerdictBadge } from "@p4twin/ui";
import { ChainStrip } from "@p4twin/ui/charts";
import { formatDateTime } from "@p4twin/ui/format";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Cable, FileText } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ReplayNote } from "@/features/captures/index.ts";
import { newTwinReport } from "@/features/reports/index.ts";
import { WhatArrives } from "@/features/telemetry/index.ts";
import { VoidedWindows, VoidWindowsButton } from "@/features/voids/index.ts";
import { ButtonLink } from "@/lib/ButtonLink.tsx";
import { QueryView } from "@/lib/QueryView.tsx";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";
import { useMayChange } from "@/shell/useMayChange.ts";
import { chainStripModel } from "./chainStripModel.ts";
import { chainVerdict } from "./chainVerdict.ts";
import { DemoCard } from "./DemoCard.tsx";
import { LiveBadge } from "./LiveBadge.tsx";
import { RangePicker } from "./RangePicker.tsx";
import { absoluteRange, useTwinUrl } from "./rangeUrl.ts";
import { chosenSegment } from "./segment/chosenSegment.ts";
import { MissingSegment } from "./segment/MissingSegment.tsx";
import { SegmentDetail } from "./segment/SegmentDetail.tsx";
import { SegmentsTable } from "./segment/SegmentsTable.tsx";
import { ThresholdDialog } from "./segment/ThresholdDialog.tsx";
import { useLiveTwin } from "./useLiveTwin.ts";
import { useSegmentStates } from "./useSegmentStates.ts";

type Twin = RouterOutputs["twin"]["get"];

/** Predicted beside observed latency of one deployment, live or over a stored range. */
export function TwinPage({ deploymentId }: { deploymentId: string }) {
  const trpc = useTRPC();
  const url = useTwinUrl();
  const range = absoluteRange(url[0]);
  const at = range ? { at: new Date(range[1] * 1_000).toISOString() } : {};
  const twin = useQuery(
    trpc.twin.get.queryOptions(
      { deploymentId, ...at },
      { refetchInterval: range ? false : 15_000, placeholderData: keepPreviousData },
    ),
  );
  return (
    <QueryView query={twin} what="The twin" list="/twin" skeleton={<SkeletonRows rows={8} />}>
      {(data) => <TwinView twin={data} url={url} isLoading={twin.isPlaceholderData} />}
    </QueryView>
  );
}

function TwinView({
  twin,
  url,
  isLoading,
}: {
  twin: Twin;
  url: ReturnType<typeof useTwinUrl>;
  /** what is shown is of the range before */
  isLoading: boolean;
}) {
  const { deploymentId, segments } = twin;
  const mayChange = useMayChange();
  const router = useRouter();
  const [state, setState] = url;
  const range = absoluteRange(state);
  const { chosen: selected, missing } = chosenSegment(segments, state.segment);
  const { store, status } = useLiveTwin(twin, selected?.segment.id ?? null, state.span, range);
  const { states, events, stateS } = useSegmentStates(deploymentId, state.span, range);
  const [editing, setEditing] = useState(false);

  const nameOf = (id: string) => segments.find((s) => s.segment.id === id)?.segment.name ?? id;
  const verdict = chainVerdict(states, nameOf);
  const strip = chainStripModel(segments, states);
  const now = () => Math.floor(Date.now() / 1000);
  return (
    <>
      <PageHeader
        title={twin.name}
        status={<VerdictBadge verdict={verdict.verdict} />}
        summary={<span aria-live="polite">{verdict.text}</span>}
        actions={
          <>
            {mayChange ? (
              <ButtonLink variant="ghost" href={`/deployments/${deploymentId}`}>
                <Cable aria-hidden /> Bindings
              </ButtonLink>
            ) : null}
            {mayChange && selected ? (
              <VoidWindowsButton
                deploymentId={deploymentId}
                segments={segments.map((s) => s.segment)}
                range={() => range ?? [now() - state.span, now()]}
              />
            ) : null}
            {mayChange ? (
              <Button
                icon={<FileText aria-hidden />}
                onClick={() => router.push(newTwinReport(deploymentId, range ?? [now() - state.span, now()]))}
              >
                Freeze report
              </Button>
            ) : null}
          </>
        }
      >
        <div className="flex flex-wrap items-center gap-3">
          <RangePicker url={url} />
          <LiveBadge status={status} />
          <Switch label="Log scale" checked={state.log} onCheckedChange={(log) => void setState({ log })} />
        </div>
      </PageHeader>
      <div className="flex flex-col gap-3 px-4 pb-6 md:px-6">
        {selected ? (
          <>
            <MissingSegment missing={missing} shown={selected.segment.name} />
            {range && !isLoading ? <AsItStood segment={selected} atS={range[1]} /> : null}
            <VoidedWindows deploymentId={deploymentId} nameOf={nameOf} range={range} spanS={state.span} />
            <Panel bodyClassName="overflow-x-auto">
              <ChainStrip
                label={`Chain ${twin.chainName ?? twin.name}`}
                nodes={strip.nodes}
                hops={strip.hops}
                selectedSegmentId={selected.segment.id}
                onSelectHop={(id) => void setState({ segment: id.split("/")[0] })}
              />
            </Panel>
            <SegmentDetail
              deploymentId={deploymentId}
              segment={selected}
              state={states?.find((s) => s.segmentId === selected.segment.id)}
              store={store}
              events={events.filter((e) => e.segmentId === selected.segment.id)}
              range={range}
              spanS={state.span}
              stateS={stateS}
              log={state.log}
              onRange={(next) =>
                void setState(
                  next ? { from: Math.floor(next[0]), to: Math.ceil(next[1]) } : { from: null, to: null },
                )
              }
              onThresholds={mayChange && !range ? () => setEditing(true) : null}
            >
              <Panel title="Segments" bodyClassName="overflow-x-auto p-0">
                <SegmentsTable
                  segments={segments}
                  states={states}
                  store={store}
                  selected={selected.segment.id}
                  onSelect={(segment) => void setState({ segment })}
                />
              </Panel>
            </SegmentDetail>
            <ReplayNote deploymentId={deploymentId} />
            {range === null ? (
              <WhatArrives
                deploymentId={deploymentId}
                segments={segments.map((s) => s.segment)}
                packets={(id) => states?.find((s) => s.segmentId === id)?.parts[0]?.count ?? null}
              />
            ) : null}
            <DemoCard mayChange={mayChange} segments={segments.map((s) => s.segment)} />
            <ThresholdDialog
              deploymentId={deploymentId}
              segment={selected.segment}
              open={editing}
              onOpenChange={setEditing}
            />
          </>
        ) : (
          <EmptyState
            icon={<Cable aria-hidden />}
            title="No segment is bound yet"
            action={
              <ButtonLink variant="primary" href={`/deployments/${deploymentId}`}>
                Bind segments
              </ButtonLink>
            }
          >
            Choose the switches, ports and flows of a segment. Its packets appear here within a second.
          </EmptyState>
        )}
      </div>
    </>
  );
}

const asItStood = (predictedAt: string | null, moment: string, atS: number): string => {
  if (predictedAt === null)
    return `Thresholds as they stood at ${moment}. No prediction was kept of that time: that of now is shown.`;
  const sinceMs = Date.parse(predictedAt);
  const since = formatDateTime(sinceMs);
  return sinceMs < atS * 1_000
    ? `Thresholds and predictions as they stood at ${moment}; this prediction had stood since ${since}.`
    : `Thresholds as they stood at ${moment}. The first prediction that was kept is shown, of ${since}.`;
};

/** Says of which moment predictions and thresholds are. */
function AsItStood({ segment, atS }: { segment: Twin["segments"][number]; atS: number }) {
  const moment = formatDateTime(atS * 1_000);
  return <p className="text-ink-2 text-sm">{asItStood(segment.predictedAt, moment, atS)}</p>;
}

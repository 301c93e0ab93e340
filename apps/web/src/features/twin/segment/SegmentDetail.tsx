"use client";
import { Panel, StatTile } from "@p4twin/ui";
import { fillBuckets, Histogram, Waterfall, type WaterfallHop } from "@p4twin/ui/charts";
import {
  formatCount,
  formatDuration,
  formatLatencyWithUnit,
  formatPercent,
  formatPercentDelta,
  formatWords,
} from "@p4twin/ui/format";
import { LiveSeries, type SeriesEvent } from "@p4twin/ui/series";
import type { ReactNode } from "react";
import { predictedOf } from "@/lib/predictedOf.ts";
import type { RouterOutputs } from "@/lib/trpc.ts";
import type { SegmentState } from "../chainVerdict.ts";
import type { LiveStore } from "../liveStore.ts";
import { ChangePanel } from "./ChangePanel.tsx";
import { HeldPanel } from "./HeldPanel.tsx";
import { SegmentActions } from "./SegmentActions.tsx";
import { segmentTerms } from "./segmentTerms.ts";
import { TermTable } from "./TermTable.tsx";

type TwinSegment = RouterOutputs["twin"]["get"]["segments"][number];
type Event = RouterOutputs["events"]["list"][number];

export type SegmentDetailProps = {
  deploymentId: string;
  segment: TwinSegment;
  state: SegmentState | undefined;
  store: LiveStore;
  events: readonly Event[];
  /** absolute range in epoch seconds; null follows the clock */
  range: [number, number] | null;
  spanS: number;
  /** how long `state` looked, seconds */
  stateS: number;
  log: boolean;
  onRange: (range: [number, number] | null) => void;
  onThresholds: (() => void) | null;
  /** shown between the chart and its details */
  children?: ReactNode;
};

const BAND = { low: "low", high: "high", mean: "predicted" };

const flagsOf = (events: readonly Event[]): SeriesEvent[] =>
  events.flatMap((e) => [
    { id: e.id, x: Date.parse(e.openedAt) / 1000, label: e.message, tone: "bad" as const },
    ...(e.closedAt
      ? [
          {
            id: `${e.id}-closed`,
            x: Date.parse(e.closedAt) / 1000,
            label: "back within its budget",
            tone: "ok" as const,
          },
        ]
      : []),
  ]);

function waterfallOf(
  { segment, elementPredictions }: TwinSegment,
  state: SegmentState | undefined,
): WaterfallHop[] {
  return segment.elements.map((element, i) => {
    const p = elementPredictions[i];
    const notObservable = element.kind === "link";
    return {
      id: String(i + 1),
      label: notObservable ? `${element.label} (not observable)` : element.label,
      predicted: (p?.terms ?? []).map((t) => ({ what: t.label === "VNF" ? "vnf" : t.label, us: t.us })),
      ...(p ? { intervals: predictedOf(p) } : {}),
      observedUs: state?.parts[i + 1]?.meanUs ?? null,
    };
  });
}

/** PL is drawn into the breakdown only where it does not dwarf the bars. */
const MAX_BUDGET_SHARE = 3;

function budgetOf(plUs: number, totals: readonly (number | null | undefined)[]) {
  const total = Math.max(0, ...totals.map((us) => us ?? 0));
  const inView = plUs <= MAX_BUDGET_SHARE * total;
  const left = `${formatLatencyWithUnit(Math.abs(plUs - total))} ${total <= plUs ? "left below" : "above"} PL`;
  return { budgetUs: inView ? plUs : null, left: total > 0 ? left : "" };
}

/** One segment in full: latency over time, its parts predicted beside observed, its distribution and its counters. */
export function SegmentDetail(props: SegmentDetailProps) {
  const { deploymentId, segment: twin, state, store, events, range, spanS, log, onRange } = props;
  // an incident shortens what the state looks at
  const stateS = Math.min(props.stateS, state?.judgedS ?? Number.POSITIVE_INFINITY);
  const { segment, prediction } = twin;
  const whole = state?.parts[0];
  const budget = budgetOf(segment.plUs, [prediction.meanUs, whole?.meanUs]);
  return (
    <>
      <Panel
        title={segment.name}
        subtitle={`${segment.kind.toUpperCase()}, from node ${segment.from.nodeId} to node ${segment.to.nodeId}`}
      >
        <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="min-w-0 text-sm first-letter:uppercase" data-ruling={state?.ruling.cause ?? "none"}>
            {state?.ruling.line ?? "Reading the latest reports…"}
          </p>
          <SegmentActions
            deploymentId={deploymentId}
            twin={twin}
            state={state}
            range={range}
            spanS={spanS}
            stateS={stateS}
            onThresholds={props.onThresholds}
          />
        </div>
        <LiveSeries
          label={`Latency of ${segment.name}`}
          source={store.buffer(segment.id, 0)}
          band={prediction.lowUs === null ? null : BAND}
          plUs={segment.plUs}
          dlUs={segment.dlUs}
          alarmUs={segment.alarm?.triggerUs ?? null}
          events={flagsOf(events)}
          range={range}
          windowSeconds={spanS}
          onRange={onRange}
          gapSeconds={Math.max(2.5, (2.5 * (range ? range[1] - range[0] : spanS)) / 3600)}
          scale={log ? "log" : "linear"}
          height={240}
        />
        {prediction.notes.length > 0 ? (
          <ul className="mt-2 list-disc pl-5 text-ink-3 text-xs">
            {prediction.notes.map((note) => (
              <li key={note}>{formatWords(note)}</li>
            ))}
          </ul>
        ) : null}
      </Panel>
      {props.children}
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
        <StatTile label="Packets" value={formatCount(whole?.count)} />
        <StatTile label="Observed mean" value={formatLatencyWithUnit(whole?.meanUs)} />
        <StatTile
          label="Residual"
          value={state?.residual ? formatPercentDelta(state.residual.share) : null}
          context={state?.residual ? `${formatLatencyWithUnit(state.residual.us)} off` : "nothing to compare"}
        />
        <StatTile
          label="Above PL"
          value={formatPercent(whole?.shareAbovePl)}
          context={`PL ${formatLatencyWithUnit(segment.plUs)}`}
        />
        <StatTile
          label="Above DL"
          value={formatPercent(whole?.shareAboveDl)}
          context={`DL ${formatLatencyWithUnit(segment.dlUs)}`}
        />
        <StatTile
          label="Dropped"
          value={formatCount(whole?.dropped)}
          context={`${formatCount(whole?.sequenceGaps)} reports missing`}
          tone={whole && whole.dropped > 0 ? "warn" : "neutral"}
        />
      </div>
      <div className="grid gap-3 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] xl:items-start">
        <HeldPanel
          ruling={state?.ruling ?? null}
          deploymentId={deploymentId}
          segment={segment}
          range={range}
          spanS={spanS}
        />
        <ChangePanel deploymentId={deploymentId} twin={twin} state={state} />
      </div>
      <div className="grid gap-3 xl:grid-cols-2">
        <Panel title="Where the time goes" subtitle={budget.left || "mean per element"}>
          <Waterfall
            label={`Delay of ${segment.name}`}
            hops={waterfallOf(twin, state)}
            budgetUs={budget.budgetUs}
            totalIntervals={predictedOf(prediction)}
          />
          <details className="mt-3">
            <summary className="cursor-pointer text-ink-2 text-xs">
              Every term with the interval of its mean
            </summary>
            <div className="mt-2 overflow-x-auto">
              <TermTable rows={segmentTerms(twin, state)} />
            </div>
          </details>
        </Panel>
        <Panel
          title="Distribution"
          subtitle={range ? "of all packets in the range" : `of the last ${formatDuration(stateS * 1000)}`}
        >
          <Histogram
            label={`Latency of ${segment.name}`}
            {...fillBuckets(state?.distribution ?? [])}
            predicted={
              prediction.meanUs !== null && prediction.packet !== null
                ? {
                    meanUs: prediction.meanUs,
                    lowUs: prediction.packet.lowUs,
                    highUs: prediction.packet.highUs,
                  }
                : null
            }
            plUs={segment.plUs}
            dlUs={segment.dlUs}
            quantiles={[
              ...(whole?.p50Us ? [{ label: "p50", us: whole.p50Us }] : []),
              ...(whole?.p99Us ? [{ label: "p99", us: whole.p99Us }] : []),
            ]}
          />
        </Panel>
      </div>
    </>
  );
}

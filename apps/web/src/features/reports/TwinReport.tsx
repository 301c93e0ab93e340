"use client";
import { TwinTable } from "@p4twin/ui/charts";
import {
  chooseLatencyUnit,
  formatCountExact,
  formatDateTime,
  formatLatency,
  formatLatencyWithUnit,
  formatWords,
  LATENCY_UNIT_LABEL,
  type LatencyUnit,
} from "@p4twin/ui/format";
import type { FrozenSegment, FrozenSeries, FrozenTwin } from "./frozen.ts";
import { ReportSection } from "./ReportSection.tsx";
import { twinSummary, worstSegment } from "./reportWords.ts";
import { SegmentFigures } from "./SegmentFigures.tsx";
import { SegmentSeries } from "./SegmentSeries.tsx";
import { SummaryTable } from "./SummaryTable.tsx";

/** A frozen twin: drawn from the snapshot alone. */
export function TwinReport({ data }: { data: FrozenTwin }) {
  const { observed, thresholdHistory, voids } = data;
  const { twin, states, range, bucketMs } = observed;
  const [fromMs, toMs] = [Date.parse(range.from), Date.parse(range.to)];
  const nameOf = (id: string) => twin.segments.find((s) => s.segment.id === id)?.segment.name ?? id;
  const seriesOf = (id: string) => observed.series.find((s) => s.segmentId === id && s.part === 0);
  // one unit for all of it: numbers of two tables are compared
  const unit = chooseLatencyUnit([
    ...states.flatMap(({ parts }) => [parts[0]?.p50Us, parts[0]?.p99Us]),
    ...twin.segments.flatMap(({ segment, prediction }) => [prediction.meanUs, segment.plUs]),
  ]);
  const worst = worstSegment(observed);
  const figureOf = (segment: FrozenSegment) => ({
    segment,
    series: seriesOf(segment.segment.id),
    events: observed.events.filter((e) => e.segmentId === segment.segment.id),
    bucketMs,
    range: [fromMs, toMs] as [number, number],
    unit,
  });
  const change = (before: number, after: number) =>
    `${formatLatencyWithUnit(before, unit)} → ${formatLatencyWithUnit(after, unit)}`;
  const [budget, model] = twinSummary(observed, unit);
  const notes = [...new Set(twin.segments.flatMap((s) => s.prediction.notes))];
  return (
    <>
      <ReportSection title="Summary" whole>
        <p className="font-medium">
          {budget}
          <br />
          {model}
        </p>
        {worst ? <SegmentSeries {...figureOf(worst)} /> : null}
      </ReportSection>
      <ReportSection title="Question" whole>
        <p>
          Did the segments of {twin.chainName ?? twin.name} hold their latency budgets from{" "}
          {formatDateTime(fromMs)} to {formatDateTime(toMs)}, and does the model predict what was observed?
        </p>
      </ReportSection>
      <ReportSection title="Segments" whole>
        <SummaryTable observed={observed} unit={unit} />
      </ReportSection>
      {voids.length > 0 ? (
        <ReportSection title="Voided windows">
          <ul className="flex flex-col gap-1">
            {voids.map((v) => (
              <li key={v.id} className="break-inside-avoid">
                {v.segmentId === null ? "All segments" : nameOf(v.segmentId)},{" "}
                {formatDateTime(Date.parse(v.from))} to {formatDateTime(Date.parse(v.to))}: {v.note} (
                {formatCountExact(v.windows)} windows left out
                {v.createdBy === null ? "" : ` by ${v.createdBy}`})
              </li>
            ))}
          </ul>
        </ReportSection>
      ) : null}
      {observed.events.length > 0 ? (
        <ReportSection title="Events in the range">
          <ul className="flex flex-col gap-1">
            {observed.events.map((e) => (
              <li key={e.id} className="break-inside-avoid">
                <span className="text-xs text-ink-3">
                  {formatDateTime(Date.parse(e.openedAt))}
                  {e.closedAt ? ` to ${formatDateTime(Date.parse(e.closedAt))}` : ", still open"}
                </span>
                <br />
                {formatWords(e.message)}
              </li>
            ))}
          </ul>
        </ReportSection>
      ) : null}
      {twin.segments.map((segment) => (
        <SegmentFigures
          key={segment.segment.id}
          {...figureOf(segment)}
          state={states.find((s) => s.segmentId === segment.segment.id)}
          inSummary={segment === worst}
        />
      ))}
      <ReportSection title="Assumptions and versions">
        <ul className="list-disc pl-5">
          <li>
            Residual = (observed mean − predicted mean) / predicted mean. A segment drifts when the observed
            mean is outside the predicted interval of the mean and more than 5 % off; it is violated when its
            alarm was raised.
          </li>
          <li>Percentiles come from merged histograms, so they hold for the whole range.</li>
          <li>Bindings: revision {twin.revision}.</li>
          {notes.map((note) => (
            <li key={note}>{formatWords(note)}</li>
          ))}
        </ul>
        <TwinTable
          label="What each prediction was made from"
          className="[&_table]:text-xs [&_td]:px-1.5"
          twin={{
            head: [
              { label: "Segment" },
              { label: "Element" },
              { label: "Program" },
              { label: "Device" },
              { label: "Engine or source" },
            ],
            rows: twin.segments.flatMap(({ segment }) =>
              segment.elements.map((e) => [
                segment.name,
                e.label,
                e.program ?? "–",
                e.device ?? "–",
                e.engine ?? e.source ?? "–",
              ]),
            ),
          }}
        />
      </ReportSection>
      {thresholdHistory.length > 0 ? (
        <ReportSection title="Changes of PL and DL" whole>
          <TwinTable
            label="Changes of PL and DL"
            twin={{
              head: [
                { label: "When" },
                { label: "Segment" },
                { label: "PL" },
                { label: "DL" },
                { label: "By" },
              ],
              rows: thresholdHistory.map((c) => [
                formatDateTime(Date.parse(c.changedAt)),
                nameOf(c.segmentId),
                change(c.before.plUs, c.after.plUs),
                change(c.before.dlUs, c.after.dlUs),
                c.changedBy ?? "–",
              ]),
            }}
          />
        </ReportSection>
      ) : null}
      <ReportSection title="Appendix: data of the lines">
        <p className="text-ink-3">
          Latencies in {LATENCY_UNIT_LABEL[unit]}, one row each {bucketMs / 1000} s. What is opened here is
          also printed; the CSV has the parts of each segment too, in µs.
        </p>
        {twin.segments.map(({ segment }) => {
          const series = seriesOf(segment.id);
          return series && series.startMs.length > 0 ? (
            <details key={segment.id} className="rounded-md border">
              <summary className="cursor-pointer px-3 py-1.5">
                {segment.name}, {series.startMs.length} rows
              </summary>
              <TwinTable label={`Data of ${segment.name}`} twin={dataOf(series, unit)} className="border-t" />
            </details>
          ) : null;
        })}
      </ReportSection>
    </>
  );
}

const dataOf = (s: FrozenSeries, unit: LatencyUnit) => ({
  head: [
    { label: "From" },
    { label: "Packets", numeric: true },
    { label: "Mean", numeric: true },
    { label: "p50", numeric: true },
    { label: "p95", numeric: true },
    { label: "p99", numeric: true },
    { label: "Above PL", numeric: true },
    { label: "Above DL", numeric: true },
    { label: "Dropped", numeric: true },
  ],
  rows: s.startMs.map((ms, i) => [
    formatDateTime(ms),
    formatCountExact(s.count[i]),
    ...[s.meanUs, s.p50Us, s.p95Us, s.p99Us].map((column) => formatLatency(column[i], unit, 4)),
    ...[s.abovePl, s.aboveDl, s.dropped].map((column) => formatCountExact(column[i])),
  ]),
});

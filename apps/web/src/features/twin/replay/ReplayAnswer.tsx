"use client";
import { Alert, type Column, Panel, Table } from "@p4twin/ui";
import {
  formatClock,
  formatCount,
  formatDuration,
  formatLatencyWithUnit,
  formatPercent,
  formatPercentDelta,
  formatWords,
  MISSING,
} from "@p4twin/ui/format";
import { type LineSpec, LiveSeries, type SeriesEvent, staticSource } from "@p4twin/ui/series";
import { useMemo } from "react";
import type { RouterOutputs } from "@/lib/trpc.ts";

type Replay = RouterOutputs["twin"]["replay"];
type Side = Replay["replayed"];
type Row = { what: string; was: string; would: string };

const LINES: readonly LineSpec[] = [{ column: "mean", label: "observed mean", tone: "observed" }];
const BAND = { low: "low", high: "high", mean: "predicted" };

const times = (list: readonly { ms: number; text: string }[]): string =>
  list.length === 0
    ? "none"
    : list
        .slice(0, 3)
        .map(({ ms, text }) => `${formatClock(ms)}${text}`)
        .join(", ") + (list.length > 3 ? ` and ${list.length - 3} more` : "");

const wordsOf = (side: Side): readonly (readonly [string, string])[] => [
  ["Verdict", side.ruling.line],
  [
    "Means inside their interval",
    side.coverage.total === 0
      ? MISSING
      : `${formatPercent(side.coverage.share)} (${formatPercent(side.coverage.low)} to ${formatPercent(side.coverage.high)})`,
  ],
  ["Residual, mean", side.bias ? formatPercentDelta(side.bias.meanShare) : MISSING],
  ["Residual, RMS", side.bias ? formatPercent(side.bias.rmsShare) : MISSING],
  ["Above PL", `${formatPercent(side.shareAbovePl)} of ${formatLatencyWithUnit(side.plUs)}`],
  ["Above DL", `${formatPercent(side.shareAboveDl)} of ${formatLatencyWithUnit(side.dlUs)}`],
  [
    "Alarms",
    times(
      side.alarms.map((a) => ({
        ms: a.raisedMs,
        text: a.clearedMs === null ? " on" : ` for ${formatDuration(a.clearedMs - a.raisedMs)}`,
      })),
    ),
  ],
  ["Drifts", times(side.drifts.map((d) => ({ ms: d.calledMs, text: ` ${formatPercentDelta(d.shift)}` })))],
  ["Packets", `${formatCount(side.packets)}, ${formatCount(side.dropped)} dropped`],
];

const COLUMNS: readonly Column<Row>[] = [
  { id: "what", header: "Quantity", cell: (r) => <span className="text-ink-2">{r.what}</span> },
  { id: "was", header: "As it was bound", className: "whitespace-normal min-w-56", cell: (r) => r.was },
  {
    id: "would",
    header: "Replayed",
    className: "whitespace-normal min-w-56",
    cell: (r) => <span className={r.was === r.would ? "" : "font-medium"}>{r.would}</span>,
  },
];

/** Both sides of a replay: their numbers in one table, their bands over the same observation. */
export function ReplayAnswer({
  replay,
  range,
  name,
}: {
  replay: Replay;
  range: [number, number];
  name: string;
}) {
  const was = wordsOf(replay.asBound);
  const would = wordsOf(replay.replayed);
  const rows = was.map(([what, value], i) => ({ what, was: value, would: would[i][1] }));
  const notes = [...new Set([...replay.asBound.notes, ...replay.replayed.notes])];
  if (replay.asBound.packets + replay.asBound.dropped === 0)
    return (
      <Alert tone="warn" title="No windows of this segment in this range">
        Choose a range in which it sent reports; Settings say how long windows are kept.
      </Alert>
    );
  return (
    <div className="flex flex-col gap-3">
      <Panel title="Was and would have been" bodyClassName="overflow-x-auto p-0">
        <Table caption="Replay and what was observed" columns={COLUMNS} rows={rows} rowKey={(r) => r.what} />
      </Panel>
      <div className="grid gap-3 xl:grid-cols-2">
        <SidePanel title="As it was bound" side={replay.asBound} range={range} name={name} />
        <SidePanel title="Replayed" side={replay.replayed} range={range} name={name} />
      </div>
      <p className="text-ink-3 text-xs">
        {replay.exact
          ? "Alarms and drifts are stepped second by second, as live."
          : `Alarms and drifts are stepped every ${formatDuration(replay.stepMs)}; live ones every second, so short ones may be missing.`}{" "}
        Packets keep the latency they had: another PL or DL changes what is counted and called, not how the
        switch treated them.
      </p>
      {notes.length > 0 ? (
        <ul className="list-disc pl-5 text-ink-3 text-xs">
          {notes.map((note) => (
            <li key={note}>{formatWords(note)}</li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function SidePanel({
  title,
  side,
  range,
  name,
}: {
  title: string;
  side: Side;
  range: [number, number];
  name: string;
}) {
  const { residuals: held } = side;
  const source = useMemo(
    () =>
      staticSource({
        x: held.startMs.map((ms) => ms / 1000),
        columns: { mean: held.meanUs, low: held.lowUs, high: held.highUs, predicted: held.predictedUs },
      }),
    [held],
  );
  const events: SeriesEvent[] = [
    ...side.alarms.map((a) => ({
      id: `a${a.raisedMs}`,
      x: a.raisedMs / 1000,
      label: "alarm",
      tone: "bad" as const,
    })),
    ...side.drifts.map((d) => ({
      id: `d${d.calledMs}`,
      x: d.calledMs / 1000,
      label: "drift called",
      tone: "warn" as const,
    })),
  ];
  const steps = held.startMs.slice(1).map((ms, i) => ms - held.startMs[i]);
  const gapSeconds = Math.max(2.5, (2.5 * Math.min(...steps, 60_000)) / 1000);
  return (
    <Panel title={title} subtitle={side.ruling.title}>
      <LiveSeries
        label={`${name}, ${title.toLowerCase()}`}
        source={source}
        lines={LINES}
        band={BAND}
        plUs={side.plUs}
        dlUs={side.dlUs}
        events={events}
        range={range}
        gapSeconds={gapSeconds}
        height={220}
        syncKey="replay"
      />
    </Panel>
  );
}

"use client";
import { Button, type Column, Panel, ScrollArea, Slider, StatTile, Table } from "@p4twin/ui";
import { LineFigure } from "@p4twin/ui/charts";
import { formatSignificant } from "@p4twin/ui/format";
import { useEffect, useMemo, useState } from "react";
import type { DeployAnswer } from "@/workers/servers/serverAnswers.ts";

type Timeline = NonNullable<DeployAnswer["timeline"]>;
type Event = Timeline["events"][number] & { key: string };

/** Our choice: pace of the play. */
const PLAY_EVERY_MS = 200;
/** Messages and events that are shown before the chosen time. */
const LAST = 40;

const seconds = (ms: number): string => formatSignificant(ms / 1000);

const EVENTS: Column<Event>[] = [
  { id: "at", header: "At", unit: "s", numeric: true, cell: (e) => seconds(e.atMs) },
  { id: "kind", header: "Event", cell: (e) => e.kind },
  { id: "text", header: "What", cell: (e) => e.text },
  { id: "rules", header: "Rules", numeric: true, cell: (e) => e.rules ?? "–" },
];

/** A simulated deployment on a slider: load of each core, rules of each device, events and messages up to then. */
export function TimelinePanel({
  timeline,
  at,
  onAt,
}: {
  timeline: Timeline;
  at: number | null;
  onAt: (index: number) => void;
}) {
  const { samples, events, messages } = timeline;
  const [playing, setPlaying] = useState(false);
  const last = samples.length - 1;
  const index = Math.min(at ?? last, last);
  useEffect(() => {
    if (!playing) return;
    if (index >= last) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => onAt(index + 1), PLAY_EVERY_MS);
    return () => clearTimeout(timer);
  }, [playing, index, last, onAt]);
  const series = useMemo(
    () => [
      {
        name: "offered",
        unit: "Gbps",
        points: samples.map((s) => ({ x: s.atMs / 1000, y: s.offeredGbps })),
      },
      {
        name: "carried",
        unit: "Gbps",
        points: samples.map((s) => ({ x: s.atMs / 1000, y: s.carriedGbps })),
      },
      {
        name: "cores in use",
        unit: "cores",
        points: samples.map((s) => ({ x: s.atMs / 1000, y: s.cores.length })),
      },
    ],
    [samples],
  );
  const play = (): void => {
    if (index >= last) onAt(0);
    setPlaying(index >= last || !playing);
  };
  const now = samples[index];
  if (now === undefined) return null;
  const seen = events
    .map((e, i): Event => ({ ...e, key: String(i) }))
    .filter((e) => e.atMs <= now.atMs)
    .slice(-LAST)
    .reverse();
  const said = messages
    .map((m, i) => ({ ...m, key: String(i) }))
    .filter((m) => m.atMs <= now.atMs)
    .slice(-LAST)
    .reverse();
  return (
    <>
      <Panel
        title="Timeline"
        subtitle="controller and agents, simulated"
        actions={<Button onClick={play}>{playing ? "Pause" : "Play"}</Button>}
        bodyClassName="flex flex-col gap-3"
      >
        <Slider
          aria-label="Time of the simulation"
          min={0}
          max={last}
          step={1}
          value={index}
          valueText={`${seconds(now.atMs)} s`}
          onValueChange={onAt}
        />
        <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
          <StatTile label="Offered" value={formatSignificant(now.offeredGbps)} unit="Gbps" />
          <StatTile
            label="Carried"
            value={formatSignificant(now.carriedGbps)}
            unit="Gbps"
            tone={now.carriedGbps < now.offeredGbps * 0.99 ? "warn" : "neutral"}
          />
          <StatTile label="Cores in use" value={now.cores.length} />
          <StatTile
            label="Rules"
            value={Object.values(now.rules).reduce((a, b) => a + b, 0)}
            context={Object.entries(now.rules)
              .map(([device, n]) => `${device} ${n}`)
              .join(", ")}
          />
        </div>
        <ul aria-label="Load of the cores" className="flex flex-col gap-1">
          {now.cores.map(({ core, load }) => (
            <li key={core} className="flex items-center gap-2 text-xs">
              <span className="w-14 text-ink-2">core {core}</span>
              <span className="h-2 grow overflow-hidden rounded-full bg-sunken">
                <span
                  className={`block h-full ${load >= 1 ? "bg-bad" : "bg-series-1"}`}
                  style={{ width: `${Math.min(100, load * 100)}%` }}
                />
              </span>
              <span className="w-12 text-right tabular-nums">{Math.round(load * 100)} %</span>
            </li>
          ))}
        </ul>
        <LineFigure series={series} xLabel="seconds" label="Load and cores over time" />
      </Panel>
      <div className="grid gap-3 xl:grid-cols-2">
        <Panel title="Events" subtitle={`up to ${seconds(now.atMs)} s, newest first`}>
          <ScrollArea label="Events of the deployment" className="max-h-80">
            <Table caption="Events of the deployment" columns={EVENTS} rows={seen} rowKey={(e) => e.key} />
          </ScrollArea>
        </Panel>
        <Panel title="Messages" subtitle="as in the author's public code">
          <ul aria-label="Messages" className="flex max-h-80 flex-col gap-1 overflow-auto text-xs">
            {said.map((m) => (
              <li key={m.key}>
                <details>
                  <summary className="cursor-pointer">
                    <span className="tabular-nums text-ink-3">{seconds(m.atMs)} s</span> {m.from} → {m.to}{" "}
                    <code className="font-mono">
                      {m.method} {m.path}
                    </code>
                  </summary>
                  <pre className="overflow-auto bg-sunken p-2 font-mono">
                    {JSON.stringify(m.body, null, 1)}
                  </pre>
                </details>
              </li>
            ))}
          </ul>
        </Panel>
      </div>
    </>
  );
}

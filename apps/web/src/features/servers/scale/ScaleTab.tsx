"use client";
import { type Column, Field, NumberInput, Panel, ScrollArea, Select, SkeletonRows, Table } from "@p4twin/ui";
import { type FigureSeries, LineFigure } from "@p4twin/ui/charts";
import { formatSignificant } from "@p4twin/ui/format";
import { parseAsFloat, parseAsString, useQueryState } from "nuqs";
import { useEffect } from "react";
import type { ScaleWorkload } from "@/workers/servers/scaleFigure.ts";
import { RunStates } from "../RunStates.tsx";
import { useServers } from "../useServers.ts";

type Row = {
  key: string;
  system: string;
  cores: number;
  gbps: string;
  latency: string;
  kind: string;
};

const COLUMNS: Column<Row>[] = [
  { id: "system", header: "System", cell: (r) => r.system },
  { id: "cores", header: "Cores", numeric: true, cell: (r) => r.cores },
  { id: "gbps", header: "Throughput", unit: "Gbps", numeric: true, cell: (r) => r.gbps },
  { id: "latency", header: "Latency", unit: "µs", numeric: true, cell: (r) => r.latency },
  { id: "kind", header: "Basis", cell: (r) => r.kind },
];

/** Throughput and latency against cores for tags, RSS and a dispatcher, beside the values that calibrate them. */
export function ScaleTab() {
  const [chosen, setChosen] = useQueryState("workload", parseAsString);
  const { shown, ask, stop } = useServers("scale");
  const { answer, ...state } = shown;
  const [gbps, setGbps] = useQueryState("gbps", parseAsFloat);
  useEffect(() => ask({ kind: "scale", gbps }), [ask, gbps]);
  const figure = answer?.figure ?? null;
  const workload = figure?.workloads.find((w) => w.id === chosen) ?? figure?.workloads[0];
  return (
    <div className="flex flex-col gap-3 pt-3">
      <RunStates
        {...state}
        label="Computing the curves"
        refused="The curves cannot be computed"
        onStop={stop}
      />
      {figure === null || workload === undefined ? (
        <SkeletonRows rows={8} />
      ) : (
        <>
          <div className="flex flex-wrap items-end gap-3">
            <Field label="Workload" className="w-96 max-w-full">
              {(control) => (
                <Select
                  {...control}
                  value={workload.id}
                  options={figure.workloads.map(({ id, title }) => ({ value: id, label: title }))}
                  onValueChange={(next) => void setChosen(next)}
                />
              )}
            </Field>
            <Field label="Load" className="w-32">
              {(control) => (
                <NumberInput
                  {...control}
                  unit="Gbps"
                  min={0}
                  step={1}
                  value={gbps}
                  onValueChange={(next) => void setGbps(next)}
                />
              )}
            </Field>
            {gbps === null ? null : <p className="text-ink-2 text-sm">{coresText(workload, gbps)}</p>}
          </div>
          <div className="grid gap-3 xl:grid-cols-2">
            <Panel
              title="Throughput"
              subtitle={
                workload.limitGbps === null
                  ? "no limit is stated"
                  : `the NIC lets ${workload.limitGbps} Gbps through`
              }
            >
              <LineFigure series={throughput(workload)} xLabel="cores" label="Throughput against cores" />
            </Panel>
            <Panel
              title="Latency"
              subtitle={
                workload.tagUs === null ? "not stated" : `tag dispatch stated at ${workload.tagUs} µs`
              }
            >
              {workload.tagUs === null ? (
                <p className="text-ink-3 text-sm">No latency is published for this workload.</p>
              ) : (
                <LineFigure series={latency(workload)} xLabel="cores" label="Latency against cores" />
              )}
            </Panel>
          </div>
          <Panel title="Calibration anchors" subtitle="published values, of somebody else's machine">
            <dl className="grid gap-x-4 gap-y-1 text-sm md:grid-cols-[12rem_minmax(0,1fr)]">
              {workload.systems.map((s) => (
                <div key={s.id} className="contents">
                  <dt className="font-medium">{s.title}</dt>
                  <dd className="text-ink-2">{s.published.join("; ")}</dd>
                </div>
              ))}
            </dl>
          </Panel>
          <Panel title="Predicted and published">
            <ScrollArea label="Throughput and latency against cores" className="max-h-96">
              <Table
                caption="Throughput and latency against cores"
                columns={COLUMNS}
                rows={rowsOf(workload)}
                rowKey={(r) => r.key}
              />
            </ScrollArea>
          </Panel>
          <p className="text-ink-3 text-xs">
            Which part of the split stops scaling first:{" "}
            {figure.ablation.map((a) => `${a.title} after ${a.degradesAfterCores} cores`).join(", ")}.
          </p>
        </>
      )}
    </div>
  );
}

/** How many cores each system needs for a load. */
const coresText = (workload: ScaleWorkload, gbps: number): string =>
  `${gbps} Gbps: ${workload.systems
    .map(
      (s) =>
        `${s.title} ${s.coresFor === null ? "not with 16 cores" : `from ${s.coresFor} ${s.coresFor === 1 ? "core" : "cores"}`}`,
    )
    .join("; ")}.`;

const throughput = (workload: ScaleWorkload): FigureSeries[] =>
  workload.systems.map((s) => ({
    name: s.title,
    unit: "Gbps",
    points: s.points.map((p) => ({ x: p.cores, y: p.gbps })),
  }));

const latency = (workload: ScaleWorkload): FigureSeries[] =>
  workload.systems.flatMap((s) =>
    s.latency.length === 0
      ? []
      : [
          {
            name: s.title,
            unit: "µs",
            points: s.latency.map((p) => ({ x: p.cores, y: (p.lowUs + p.highUs) / 2 })),
          },
        ],
  );

const between = (low: number, high: number): string =>
  low === high ? formatSignificant(low) : `${formatSignificant(low)} to ${formatSignificant(high)}`;

const rowsOf = (workload: ScaleWorkload): Row[] =>
  workload.systems.flatMap((s) =>
    s.points.map((p): Row => {
      const us = s.latency.find((l) => l.cores === p.cores);
      return {
        key: `${s.id} ${p.cores}`,
        system: s.title,
        cores: p.cores,
        gbps: between(p.lowGbps, p.highGbps),
        latency: us ? between(us.lowUs, us.highUs) : "–",
        kind: p.isAnchor ? "calibration anchor" : "our line, below what is stated",
      };
    }),
  );

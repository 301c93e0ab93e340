"use client";
import type { ChainThroughput, CoreRange } from "@p4twin/models/synthesis";
import { type Column, Field, NumberInput, Panel, ScrollArea, Select, Table } from "@p4twin/ui";
import { type FigureSeries, LineFigure } from "@p4twin/ui/charts";
import { formatSignificant } from "@p4twin/ui/format";
import { type CoresRow, coresRows, coresText } from "./coresTable.ts";

export type CoresPanelProps = {
  /** one for each size of frames */
  throughput: readonly ChainThroughput[];
  frameBytes: number | null;
  gbps: number | null;
  onChange: (next: { frame?: number; gbps?: number | null }) => void;
};

const between = ({ lowGbps, gbps }: CoreRange): string => {
  const [low, high] = [formatSignificant(lowGbps), formatSignificant(gbps)];
  return low === high ? high : `${low} to ${high}`;
};

const COLUMNS: Column<CoresRow>[] = [
  { id: "cores", header: "Cores", numeric: true, cell: (r) => r.cores },
  {
    id: "original",
    header: "The chain",
    unit: "Gbps",
    numeric: true,
    hint: "From packets alone in their batch to full batches",
    cell: (r) => between(r.original),
  },
  { id: "originalBound", header: "Bound by", cell: (r) => r.original.boundBy },
  {
    id: "synthesised",
    header: "One function",
    unit: "Gbps",
    numeric: true,
    hint: "From packets alone in their batch to full batches",
    cell: (r) => between(r.synthesised),
  },
  { id: "bound", header: "Bound by", cell: (r) => r.synthesised.boundBy },
];

/** What a server carries of the chain over its cores, before and after, and the cores that a load takes. */
export function CoresPanel({ throughput, frameBytes, gbps, onChange }: CoresPanelProps) {
  const shown = throughput.find((t) => t.frameBytes === frameBytes) ?? throughput[0];
  if (shown === undefined) return null;
  const port =
    shown.portGbps === null
      ? "what the NIC lets through is not stated"
      : `the NIC lets ${formatSignificant(shown.portGbps)} Gbps through`;
  return (
    <Panel title="Throughput over cores" subtitle={`${shown.server} with DPDK, predicted; ${port}`}>
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-end gap-3">
          <Field label="Frames" className="w-36">
            {(control) => (
              <Select
                {...control}
                value={String(shown.frameBytes)}
                options={throughput.map((t) => ({ value: String(t.frameBytes), label: `${t.frameBytes} B` }))}
                onValueChange={(next) => onChange({ frame: Number(next) })}
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
                onValueChange={(next) => onChange({ gbps: next })}
              />
            )}
          </Field>
          {gbps === null ? null : (
            <p className="text-ink-2 text-sm" aria-live="polite">
              {gbps} Gbps: the chain {coresText(shown.original, gbps)}, one function{" "}
              {coresText(shown.synthesised, gbps)}.
            </p>
          )}
        </div>
        <LineFigure series={seriesOf(shown)} xLabel="cores" label="Throughput of the chain against cores" />
        <ScrollArea label="Throughput of the chain against cores" className="max-h-64">
          <Table
            caption="Throughput of the chain against cores"
            columns={COLUMNS}
            rows={coresRows(shown)}
            rowKey={(r) => String(r.cores)}
          />
        </ScrollArea>
        <p className="text-ink-3 text-xs">
          The line is that of full batches, each mark reaches down to packets alone. Every packet as the
          dearest class. Cycles of Katsikas&apos; Table 7.1, batches by Fig. 4.4, filters by Fig. 7.12, on one
          server of the thesis: measure yours (p4twin synthesise --measured).
          {shown.uncounted.length > 0
            ? ` Not counted, no published cost: ${shown.uncounted.join(", ")}.`
            : ""}
        </p>
      </div>
    </Panel>
  );
}

/** The line is that of full batches; each point reaches down to packets alone. */
const seriesOf = ({ original, synthesised }: ChainThroughput): FigureSeries[] => {
  const line = (name: string, points: readonly CoreRange[]): FigureSeries => ({
    name,
    unit: "Gbps",
    points: points.map((p) => ({ x: p.cores, y: p.gbps, bound: p.lowGbps })),
  });
  return [line("the chain", original), line("one function", synthesised)];
};

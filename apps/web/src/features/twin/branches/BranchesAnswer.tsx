"use client";
import { Alert, Button, type Column, CopyField, Panel, PredictedTile, StatTile, Table } from "@p4twin/ui";
import { formatCount, formatLatencyWithUnit, formatPercent, formatWords, MISSING } from "@p4twin/ui/format";
import dynamic from "next/dynamic";
import { useState } from "react";
import { DiagnosticList } from "@/lib/DiagnosticList.tsx";
import { predictedOf } from "@/lib/predictedOf.ts";
import type { RouterOutputs } from "@/lib/trpc.ts";
import { useMayChange } from "@/shell/useMayChange.ts";

/** Loaded when it is asked for: it brings the models of the twin. */
const CountersDialog = dynamic(() => import("./CountersDialog.tsx").then((module) => module.CountersDialog));

type Learnt = Extract<RouterOutputs["twin"]["branches"], { ok: true }>;
type Way = Learnt["places"][number]["ways"][number] & { place: string; kind: string };

const COLUMNS: readonly Column<Way>[] = [
  { id: "place", header: "Place", cell: (w) => w.place },
  { id: "kind", header: "Kind", cell: (w) => w.kind },
  { id: "way", header: "Way", cell: (w) => <code className="font-mono text-xs">{w.way}</code> },
  { id: "packets", header: "Packets", numeric: true, cell: (w) => formatCount(w.packets) },
  { id: "probability", header: "Probability", numeric: true, cell: (w) => formatPercent(w.probability) },
  {
    id: "interval",
    header: "95 % interval",
    numeric: true,
    cell: (w) => `${formatPercent(w.low)} to ${formatPercent(w.high)}`,
  },
];

export type BranchesAnswerProps = {
  learnt: Learnt;
  /** the program version or lib:NAME that is counted */
  program: string;
  /** what was pasted or dropped */
  given: unknown;
};

/** Learnt probabilities with their intervals, the expected latency, and what no counter tells. */
export function BranchesAnswer({ learnt, program, given }: BranchesAnswerProps) {
  const mayChange = useMayChange();
  const [handing, setHanding] = useState(false);
  const { places, countedSigmaUs, uncounted, notes } = learnt;
  const ways = places.flatMap(({ name, kind, ways: list }) => list.map((w) => ({ ...w, place: name, kind })));
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <PredictedTile
          label="Expected latency"
          {...predictedOf(learnt)}
          context="mean of counted packets, ± one standard deviation by model and counters"
        />
        <StatTile
          label="Left open by the counters"
          value={countedSigmaUs === null ? MISSING : `± ${formatLatencyWithUnit(countedSigmaUs)}`}
          context="standard deviation"
        />
      </div>
      <DiagnosticList diagnostics={learnt.diagnostics} className="rounded-md border" />
      <Panel
        title="Probabilities"
        bodyClassName="overflow-x-auto p-0"
        actions={
          mayChange && places.length > 0 ? (
            <Button size="sm" onClick={() => setHanding(true)}>
              Use in a twin
            </Button>
          ) : null
        }
      >
        <Table
          caption="Learnt probabilities"
          columns={COLUMNS}
          rows={ways}
          rowKey={(w) => `${w.place}/${w.way}`}
          empty="No place of the program is counted."
        />
      </Panel>
      {uncounted.length > 0 ? (
        <Alert title="Not determined by any counter">
          <ul className="list-disc pl-5">
            {uncounted.map((line) => (
              <li key={line}>{formatWords(line)}</li>
            ))}
          </ul>
        </Alert>
      ) : null}
      {notes.length > 0 ? (
        <ul className="list-disc pl-5 text-ink-3 text-xs">
          {notes.map((note) => (
            <li key={note}>{formatWords(note)}</li>
          ))}
        </ul>
      ) : null}
      <Panel title="For the command line and the API" subtitle="probabilities as they are taken">
        <CopyField label="probabilities" text={JSON.stringify(learnt.probabilities, null, 2)} />
      </Panel>
      {handing ? (
        <CountersDialog program={program} given={given} places={places} onClose={() => setHanding(false)} />
      ) : null}
    </div>
  );
}

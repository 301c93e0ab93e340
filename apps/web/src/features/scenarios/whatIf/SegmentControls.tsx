"use client";
import type { DelayRange } from "@p4twin/models/placement";
import { Badge, type Column, NumberInput, PredictedLatency, ScrollArea, Table } from "@p4twin/ui";
import { BudgetBar } from "@p4twin/ui/charts";
import { DeltaText } from "./DeltaText.tsx";
import type { WhatIfControls } from "./useWhatIf.ts";

const STATES = {
  within: { tone: "ok", words: "below PL" },
  "above-pl": { tone: "warn", words: "priority" },
  "above-dl": { tone: "bad", words: "dropped" },
} as const;

type Row = {
  id: string;
  name: string;
  delay: DelayRange | null;
  beforeUs: number | null;
  deltaUs: number | null;
  plUs: number;
  dlUs: number;
  state: keyof typeof STATES | null;
};

export type SegmentControlsProps = { chain: string; whatIf: WhatIfControls };

/** Segments of a chain against PL and DL, which can be changed here. */
export function SegmentControls({ chain: id, whatIf: { prediction, change } }: SegmentControlsProps) {
  const chain = prediction?.now.chains.find((candidate) => candidate.id === id);
  const compared = prediction?.comparison.chains.find((candidate) => candidate.id === id);
  if (!chain || chain.segments.length === 0) return null;
  const rows = chain.segments.map((segment): Row => {
    const delay = compared?.segments.find((entry) => entry.id === segment.id)?.delayUs;
    return {
      id: segment.id,
      name: segment.name ?? segment.id,
      delay: segment.delay,
      beforeUs: delay?.base ?? null,
      deltaUs: delay?.delta ?? null,
      plUs: segment.plUs,
      dlUs: segment.dlUs,
      state: segment.state,
    };
  });
  const threshold = (row: Row, key: "plUs" | "dlUs") => (
    <NumberInput
      aria-label={`${key === "plUs" ? "PL" : "DL"} of segment ${row.name}`}
      className="w-28"
      unit="µs"
      min={0}
      value={row[key]}
      onValueChange={(us) =>
        us !== null &&
        us > 0 &&
        change({ kind: "thresholds", chain: id, segment: row.id, plUs: row.plUs, dlUs: row.dlUs, [key]: us })
      }
    />
  );
  const columns: Column<Row>[] = [
    { id: "segment", header: "Segment", cell: (row) => row.name },
    {
      id: "bar",
      header: "Against PL and DL",
      cell: (row) => (
        <BudgetBar
          label={`Delay of segment ${row.name}`}
          valueUs={row.delay?.delayUs ?? null}
          baselineUs={row.beforeUs}
          plUs={row.plUs}
          dlUs={row.dlUs}
        />
      ),
    },
    {
      id: "delay",
      header: "Delay",
      unit: "µs",
      numeric: true,
      hint: "With one standard deviation of the mean; below it that of a packet",
      cell: ({ delay }) => <PredictedLatency us={delay?.delayUs ?? null} {...delay} unit="us" />,
    },
    {
      id: "delta",
      header: "Change",
      unit: "µs",
      numeric: true,
      cell: (row) => <DeltaText delta={row.deltaUs} />,
    },
    { id: "pl", header: "PL", cell: (row) => threshold(row, "plUs") },
    { id: "dl", header: "DL", cell: (row) => threshold(row, "dlUs") },
    {
      id: "state",
      header: "A mean packet",
      cell: ({ state }) => (state ? <Badge tone={STATES[state].tone}>{STATES[state].words}</Badge> : "–"),
    },
  ];
  return (
    <ScrollArea label={`Segments of chain ${id}`}>
      <Table caption={`Segments of chain ${id}`} columns={columns} rows={rows} rowKey={(row) => row.id} />
    </ScrollArea>
  );
}

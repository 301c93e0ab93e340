"use client";
import { type Column, Table } from "@p4twin/ui";
import { chooseLatencyUnit, formatLatency, LATENCY_UNIT_LABEL, MISSING } from "@p4twin/ui/format";
import type { TermRow } from "./segmentTerms.ts";

/** The terms of a prediction, each with its own interval, beside what was observed of its element. */
export function TermTable({ rows }: { rows: readonly TermRow[] }) {
  const unit = chooseLatencyUnit(rows.flatMap((r) => [r.us, r.observedUs]));
  const label = LATENCY_UNIT_LABEL[unit];
  const columns: Column<TermRow>[] = [
    { id: "element", header: "Element", cell: (r) => <span className="font-medium">{r.element}</span> },
    { id: "term", header: "Term", cell: (r) => r.term },
    {
      id: "predicted",
      header: "Predicted",
      unit: label,
      numeric: true,
      cell: (r) => <span className="text-predicted">{formatLatency(r.us, unit)}</span>,
    },
    {
      id: "interval",
      header: "Interval",
      unit: label,
      numeric: true,
      hint: "One standard deviation of the mean; – where no source states a spread",
      cell: (r) =>
        r.lowUs === null || r.highUs === null
          ? MISSING
          : `${formatLatency(r.lowUs, unit)} to ${formatLatency(r.highUs, unit)}`,
    },
    {
      id: "observed",
      header: "Observed",
      unit: label,
      numeric: true,
      cell: (r) => (r.element === "" ? "" : formatLatency(r.observedUs, unit)),
    },
  ];
  return <Table caption="Terms of the prediction" columns={columns} rows={rows} rowKey={(r) => r.id} />;
}

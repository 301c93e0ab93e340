"use client";
import type { EstimateReport } from "@p4twin/models/latency";
import { DEFAULT_ESTIMATOR } from "@p4twin/models/latency";
import type { Placement } from "@p4twin/models/placement";
import { type Column, PredictedLatency, Table } from "@p4twin/ui";
import { formatWords, type LatencyIntervals } from "@p4twin/ui/format";
import { givenIntervals } from "@/lib/predictedOf.ts";
import { type EstimateRow, estimateRows } from "./trial.ts";

const THIS = "This engine";

const signed = (share: number): string =>
  Math.abs(share) < 0.0005 ? "same" : `${share > 0 ? "+" : "−"}${Math.abs(share * 100).toFixed(1)} %`;

/** The latency of every path by this engine beside the built-in estimators. */
export function EstimateTable({
  report,
  references,
}: {
  report: EstimateReport;
  references: readonly EstimateReport[];
}) {
  const columns: Column<EstimateRow>[] = [
    { id: "path", header: "Path", cell: ({ pathId }) => <code className="font-mono">{pathId}</code> },
    {
      id: "mine",
      header: THIS,
      unit: "µs",
      numeric: true,
      cell: ({ meanUs, intervals, notes }) => (
        <span title={formatWords(notes.join("\n"))}>{predicted(meanUs, intervals)}</span>
      ),
    },
    ...references.map(
      ({ engine }, index): Column<EstimateRow> => ({
        id: engine,
        header: engine,
        unit: "µs",
        numeric: true,
        cell: ({ references: all }) => predicted(all[index]?.meanUs ?? null, all[index] ?? null),
      }),
    ),
    {
      id: "difference",
      header: `To ${references[0]?.engine ?? DEFAULT_ESTIMATOR}`,
      numeric: true,
      cell: ({ difference }) => (difference === null ? "—" : signed(difference)),
    },
  ];
  return (
    <Table
      caption={`Latency of each path of ${report.program} on ${report.device}`}
      columns={columns}
      rows={estimateRows(report, references)}
      rowKey={({ pathId }) => pathId}
    />
  );
}

const predicted = (us: number | null, intervals: Partial<LatencyIntervals> | null) =>
  us === null ? "no answer" : <PredictedLatency us={us} {...givenIntervals(intervals)} unit="us" />;

type PlacementRow = { name: string; placement: Placement };

const PLACEMENT_COLUMNS: readonly Column<PlacementRow>[] = [
  { id: "engine", header: "Engine", cell: ({ name }) => name },
  { id: "status", header: "Answer", cell: ({ placement }) => placement.status },
  {
    id: "embedded",
    header: "Placed",
    numeric: true,
    cell: ({ placement }) => `${placement.embedded} of ${placement.embedded + placement.rejected.length}`,
  },
  {
    id: "power",
    header: "Power",
    unit: "W",
    numeric: true,
    cell: ({ placement }) => placement.powerWatts.toFixed(0),
  },
  {
    id: "slowest",
    header: "Slowest",
    unit: "µs",
    numeric: true,
    cell: ({ placement: { chains } }) => {
      const slowest = chains.toSorted((a, b) => b.delayUs - a.delayUs)[0];
      return predicted(slowest?.delayUs ?? null, slowest ? givenIntervals(slowest) : null);
    },
  },
];

type ChainRow = { id: string; own: string; other: string };

/** The placement of this engine beside those of the built-in ones, and where each chain went. */
export function PlacementTables({
  placement,
  references,
}: {
  placement: Placement;
  references: readonly Placement[];
}) {
  const first = references[0];
  const hostsOf = (of: Placement | undefined, id: string): string =>
    of?.chains.find((chain) => chain.id === id)?.hosts.join(", ") ?? "not placed";
  const ids = [...placement.chains.map((chain) => chain.id), ...placement.rejected];
  const chains: ChainRow[] = ids.map((id) => ({
    id,
    own: hostsOf(placement, id),
    other: hostsOf(first, id),
  }));
  return (
    <div className="flex flex-col gap-3">
      <Table
        caption="Placements of the engines"
        columns={PLACEMENT_COLUMNS}
        rows={[
          { name: THIS, placement },
          ...references.map((reference) => ({ name: reference.engine, placement: reference })),
        ]}
        rowKey={({ name }) => name}
      />
      <Table
        caption="Devices of each chain"
        columns={[
          { id: "chain", header: "Chain", cell: ({ id }) => <code className="font-mono">{id}</code> },
          { id: "own", header: THIS, cell: ({ own }) => own, className: "whitespace-normal" },
          {
            id: "other",
            header: first?.engine ?? "exact",
            cell: ({ other }) => other,
            className: "whitespace-normal",
          },
        ]}
        rows={chains}
        rowKey={({ id }) => id}
      />
    </div>
  );
}

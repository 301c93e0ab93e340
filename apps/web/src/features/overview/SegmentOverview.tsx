"use client";
import { type Column, nameLink, PredictedLatency, Table, VerdictBadge } from "@p4twin/ui";
import { Sparkline } from "@p4twin/ui/charts";
import {
  chooseLatencyUnit,
  formatCount,
  formatLatency,
  formatPercent,
  formatPercentDelta,
  formatWords,
  LATENCY_UNIT_LABEL,
} from "@p4twin/ui/format";
import { useRouter } from "next/navigation";

import { AppLink } from "@/lib/AppLink.tsx";
import { badgeVerdict } from "@/lib/badgeVerdict.ts";
import { predictedOf } from "@/lib/predictedOf.ts";
import { type SortValue, sortRows } from "@/lib/sortRows.ts";
import { useSortUrl } from "@/lib/sortUrl.ts";
import type { OverviewRow } from "./useOverview.ts";

const hrefOf = (row: OverviewRow): string =>
  `/twin/${row.deploymentId}?segment=${encodeURIComponent(row.segmentId)}`;

type SortableColumn = Column<OverviewRow> & { sortValue?: (row: OverviewRow) => SortValue };

/** Eleven columns fit 1280 px. */
const TIGHT = "px-1.5 whitespace-nowrap";

/** All segments of all deployments, worst first until another order is chosen. */
export function SegmentOverview({ rows }: { rows: readonly OverviewRow[] }) {
  const router = useRouter();
  const [sort, setSort] = useSortUrl();
  const unit = chooseLatencyUnit(rows.flatMap((r) => [r.summary.p50Us, r.summary.p99Us, r.predicted.meanUs]));
  const limitUnit = chooseLatencyUnit(rows.flatMap((r) => [r.plUs, r.dlUs]));
  const us = LATENCY_UNIT_LABEL[unit];
  const columns: SortableColumn[] = [
    {
      id: "segment",
      header: "Segment",
      sortable: true,
      sortValue: (r) => r.segmentName,
      cell: (r) => (
        <span className="flex flex-col whitespace-nowrap">
          <AppLink href={hrefOf(r)} className={nameLink}>
            {r.segmentName}
          </AppLink>
          <span className="text-xs text-ink-3">
            {r.chainName ?? r.deploymentName}, {r.kind.toUpperCase()}
          </span>
        </span>
      ),
    },
    {
      id: "verdict",
      className: TIGHT,
      header: "Verdict",
      cell: (r) => (
        <span title={r.ruling.line}>
          <VerdictBadge verdict={badgeVerdict(r.verdict)} />
        </span>
      ),
    },
    {
      id: "p99line",
      className: TIGHT,
      header: "15 min",
      hint: "p99 over the last 15 minutes, with PL and DL",
      cell: (r) => (
        <Sparkline
          label={`p99 of ${r.segmentName}`}
          valuesUs={r.sparkline.p99Us}
          plUs={r.plUs}
          dlUs={r.dlUs}
          width={96}
        />
      ),
    },
    {
      id: "p50",
      className: TIGHT,
      header: "p50",
      unit: us,
      numeric: true,
      sortable: true,
      sortValue: (r) => r.summary.p50Us,
      cell: (r) => formatLatency(r.summary.p50Us, unit),
    },
    {
      id: "p99",
      className: TIGHT,
      header: "p99",
      unit: us,
      numeric: true,
      sortable: true,
      sortValue: (r) => r.summary.p99Us,
      cell: (r) => formatLatency(r.summary.p99Us, unit),
    },
    {
      id: "predicted",
      header: "Predicted",
      unit: us,
      numeric: true,
      hint: "Predicted mean ± the interval of that mean (fit and run); below it that of a packet",
      className: TIGHT,
      cell: ({ predicted: p }) => (
        <PredictedLatency
          {...predictedOf(p)}
          unit={unit}
          title={formatWords(p.notes.join("\n")) || undefined}
          className="text-predicted"
        />
      ),
    },
    {
      id: "residual",
      header: "Residual",
      hint: "(observed mean − predicted mean) / predicted mean",
      numeric: true,
      sortable: true,
      className: TIGHT,
      sortValue: (r) => r.residual?.share ?? null,
      cell: (r) => formatPercentDelta(r.residual?.share),
    },
    {
      id: "limits",
      header: "PL, DL",
      unit: LATENCY_UNIT_LABEL[limitUnit],
      numeric: true,
      className: TIGHT,
      cell: (r) => (
        <>
          <span className="text-pl-ink">{formatLatency(r.plUs, limitUnit)}</span>,{" "}
          <span className="text-dl-ink">{formatLatency(r.dlUs, limitUnit)}</span>
        </>
      ),
    },
    {
      id: "abovePl",
      header: "> PL",
      hint: "Share of the packets that arrived later than PL",
      numeric: true,
      sortable: true,
      className: TIGHT,
      sortValue: (r) => r.summary.shareAbovePl,
      cell: (r) => formatPercent(r.summary.shareAbovePl),
    },
    {
      id: "aboveDl",
      header: "> DL",
      hint: "Share of the packets that arrived later than DL",
      numeric: true,
      sortable: true,
      className: TIGHT,
      sortValue: (r) => r.summary.shareAboveDl,
      cell: (r) => formatPercent(r.summary.shareAboveDl),
    },
    {
      id: "dropped",
      className: TIGHT,
      header: "Dropped",
      hint: "Packets that a switch reported as dropped in the last minute, or since the last incident began or ended",
      numeric: true,
      sortable: true,
      sortValue: (r) => r.summary.dropped,
      cell: (r) => formatCount(r.summary.dropped),
    },
  ];
  return (
    <Table
      caption="Segments, worst first"
      columns={columns}
      rows={sortRows(rows, sort, (row, id) => columns.find((c) => c.id === id)?.sortValue?.(row))}
      rowKey={(r) => `${r.deploymentId}/${r.segmentId}`}
      onSelect={(r) => router.push(hrefOf(r))}
      sort={sort ?? undefined}
      onSortChange={setSort}
      rowClassName={(r) => (r.verdict === "noData" ? "text-ink-3" : undefined)}
    />
  );
}

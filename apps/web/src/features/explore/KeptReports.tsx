"use client";
import { Badge, EmptyState, Panel, SegmentedControl } from "@p4twin/ui";
import { formatCountExact, formatDateTime, formatLatencyWithUnit } from "@p4twin/ui/format";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useState } from "react";
import { hexLines } from "@/features/telemetry/index.ts";
import { QueryView } from "@/lib/QueryView.tsx";
import { type RouterInputs, useTRPC } from "@/lib/trpc.ts";
import { hopText, type KeptReport } from "./exploreWords.ts";

type Query = Pick<RouterInputs["explore"]["reports"], "range" | "filters">;
const SHOWN = 20;

/** Single reports of a cell, or of the whole range: hops, and the bytes as they came. */
export function KeptReports({ query, title }: { query: Query; title: string }) {
  const trpc = useTRPC();
  const [order, setOrder] = useState<"slowest" | "newest">("slowest");
  const reports = useQuery(
    trpc.explore.reports.queryOptions(
      { ...query, order, limit: SHOWN },
      { placeholderData: keepPreviousData },
    ),
  );
  return (
    <Panel
      title="Kept reports"
      subtitle={title}
      actions={
        <SegmentedControl
          aria-label="Order of reports"
          size="sm"
          value={order}
          onValueChange={setOrder}
          options={[
            { value: "slowest", label: "Slowest" },
            { value: "newest", label: "Newest" },
          ]}
        />
      }
    >
      <QueryView query={reports} what="The kept reports">
        {({ found, reports: list }) =>
          list.length === 0 ? (
            <EmptyState icon={<SearchX aria-hidden />} title="No kept report matches">
              Some reports of each exporter are kept as they came, the newest that the memory holds.
            </EmptyState>
          ) : (
            <div className="flex flex-col gap-2">
              <p className="text-ink-3 text-xs">
                {formatCountExact(found)} found{found > list.length ? `, ${list.length} shown` : ""}
              </p>
              {list.map((report, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two reports may have one time
                <OneReport key={`${report.atMs} ${i}`} report={report} />
              ))}
            </div>
          )
        }
      </QueryView>
    </Panel>
  );
}

function OneReport({ report }: { report: KeptReport }) {
  const { hops, hex, datagramBytes } = report;
  const shown = hex.length / 2;
  return (
    <details className="rounded-md border bg-bg">
      <summary className="cursor-pointer px-3 py-1.5">
        <span className="font-medium tabular-nums">
          {report.latencyUs === null ? "latency unknown" : formatLatencyWithUnit(report.latencyUs)}
        </span>{" "}
        <span className="text-ink-2">
          {formatDateTime(report.atMs)}, {report.flow ?? "no flow named"}, from {report.exporter}
        </span>{" "}
        {report.dropped ? <Badge tone="bad">dropped</Badge> : null}
        {report.congested ? <Badge tone="warn">congested</Badge> : null}
      </summary>
      <div className="flex flex-col gap-2 border-t px-3 py-2">
        <ol className="list-decimal pl-5 text-xs" aria-label="Hops">
          {hops.map((hop, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a hop is its place on the path
            <li key={i}>{hopText(hop)}</li>
          ))}
        </ol>
        <p className="text-ink-3 text-xs">
          {[
            report.segment === null ? "belongs to no segment of this workspace" : `segment ${report.segment}`,
            ...(report.dscp === null ? [] : [`DSCP ${report.dscp}`]),
            report.reports === 0
              ? "kept because it is late"
              : `stands for ${formatCountExact(report.reports)} reports`,
          ].join(", ")}
        </p>
        <pre className="overflow-x-auto font-mono text-xs leading-5">
          {hexLines(hex).map((line) => (
            <span key={line.offset} className="block">
              <span className="text-ink-3">{line.offset}</span> {line.bytes.join(" ")}
              {"   ".repeat(16 - line.bytes.length)} <span className="text-ink-3">{line.text}</span>
            </span>
          ))}
        </pre>
        <p className="text-ink-3 text-xs">
          {datagramBytes} bytes{shown < datagramBytes ? `, the first ${shown} shown` : ""}
        </p>
      </div>
    </details>
  );
}

"use client";
import { Alert, Panel, StatTile, Table } from "@p4twin/ui";
import { FlowCounters, fillBuckets, Histogram } from "@p4twin/ui/charts";
import {
  chooseLatencyUnit,
  formatCount,
  formatCountExact,
  formatDateTime,
  formatDuration,
  formatLatency,
  LATENCY_UNIT_LABEL,
  MISSING,
} from "@p4twin/ui/format";
import { undecodableWords } from "@/features/telemetry/index.ts";
import {
  adviceFor,
  type Capture,
  type CaptureSummary,
  groupedProblems,
  nsToMs,
  spanMs,
  standOutWords,
} from "./captureWords.ts";

const FLOWS_SHOWN = 20;
const protocol = (proto: number): string =>
  ({ 1: "ICMP", 6: "TCP", 17: "UDP" })[proto] ?? `protocol ${proto}`;
const endpoint = (address: string, port: number | null): string =>
  port === null ? address : address.includes(":") ? `[${address}]:${port}` : `${address}:${port}`;

const UNIT = { ns: "ns", us: "µs" } as const;
const BASIS = { dialect: "by the dialect", evidence: "by the reports", assumed: "assumed" } as const;

/** The hops that made packets slow; nothing where none stands out. */
export function StandOuts({ standOuts }: Pick<CaptureSummary, "standOuts">) {
  return standOuts.map(standOutWords).map(({ title, text }) => (
    <Alert key={title} tone="bad" title={title}>
      {text}
    </Alert>
  ));
}

/** What stands in a capture: counters that add up, formats, exporters, nodes with their latency, flows. */
export function SummaryPanels({
  summary,
  settings,
}: {
  summary: CaptureSummary;
  settings: Capture["settings"];
}) {
  const span = spanMs(summary);
  const frames = (list: readonly number[], count: number) =>
    `frame${list.length === 1 ? "" : "s"} ${list.join(", ")}${count > list.length ? ", …" : ""}`;
  return (
    <>
      {groupedProblems(summary).map(({ title, isError, messages }) => (
        <Alert key={title} tone={isError ? "bad" : "warn"} title={title}>
          <ul className="flex flex-col gap-1">
            {messages.map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </Alert>
      ))}
      {adviceFor(summary, settings.ports).map(({ text, remedy }) => (
        <Alert key={text} tone="warn" title={text}>
          {remedy}
        </Alert>
      ))}
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <StatTile
          label="Reports"
          value={formatCount(summary.reports)}
          context={`${formatCount(summary.droppedPackets)} say: packet dropped`}
        />
        <StatTile
          label="Lasts"
          value={span === null ? null : formatDuration(span)}
          context={
            summary.firstNs === null
              ? "the file has no times"
              : `from ${formatDateTime(nsToMs(summary.firstNs))}`
          }
        />
        <StatTile
          label="Exporters and nodes"
          value={`${formatCount(summary.exporterCount)} / ${formatCount(summary.nodeCount)}`}
          context={summary.formats.map((f) => f.format).join(", ") || "no format read"}
        />
        <StatTile
          label="Missing by sequence numbers"
          value={formatCount(summary.sequenceGaps)}
          context="lost before or in the capture"
          tone={summary.sequenceGaps > 0 ? "warn" : "neutral"}
        />
      </div>
      <Panel title="Frames of the file">
        <FlowCounters
          label="Frames of the capture"
          steps={[
            {
              id: "frames",
              label: "Frames read",
              count: summary.frames,
              losses: [
                { reason: "no datagram to a report port", count: summary.skipped },
                ...summary.undecodableByReason.map((r) => ({
                  reason: `${undecodableWords(r.reason)} (${frames(r.frames, r.count)})`,
                  count: r.count,
                })),
              ],
            },
            { id: "decoded", label: "Datagrams decoded", count: summary.decoded, losses: [] },
          ]}
        />
        {summary.otherPorts.length > 0 ? (
          <p className="mt-2 text-xs text-ink-2">
            Other UDP ports:{" "}
            {summary.otherPorts.map((p) => `${p.port} (${formatCountExact(p.count)})`).join(", ")}
          </p>
        ) : null}
      </Panel>
      <div className="grid gap-3 xl:grid-cols-2">
        <Panel title="Latency of single hops" subtitle={nodesOfChart(summary)}>
          <Histogram label="Latency of single hops" {...fillBuckets(summary.distribution)} />
        </Panel>
        <NodeTable nodes={summary.nodes} hasExporters={summary.exporterCount > 1} />
      </div>
      <UnitTable units={summary.units} />
      <Panel
        title={`${formatCount(summary.flowCount)}${summary.flowsCut ? " or more" : ""} flows`}
        subtitle={summary.flows.length < summary.flowCount ? "the busiest" : undefined}
        bodyClassName="p-0 overflow-x-auto"
      >
        <Table
          caption="Flows"
          rows={summary.flows.slice(0, FLOWS_SHOWN)}
          rowKey={(f) => `${f.src} ${f.srcPort} ${f.dst} ${f.dstPort} ${f.proto}`}
          empty={<p className="p-4 text-ink-3">No report names a flow.</p>}
          columns={[
            { id: "src", header: "Source", cell: (f) => endpoint(f.src, f.srcPort) },
            { id: "dst", header: "Destination", cell: (f) => endpoint(f.dst, f.dstPort) },
            { id: "proto", header: "Protocol", cell: (f) => protocol(f.proto) },
            {
              id: "path",
              header: "First path",
              cell: (f) => f.path.map((n) => n ?? "?").join(" → ") || MISSING,
            },
            { id: "reports", header: "Reports", numeric: true, cell: (f) => formatCountExact(f.reports) },
          ]}
        />
      </Panel>
    </>
  );
}

/** Nodes whose unit is assumed are in no chart with others. */
const nodesOfChart = ({ units }: Pick<CaptureSummary, "units">): string => {
  const assumed = units.filter(({ basis }) => basis === "assumed").length;
  return assumed > 0 && assumed < units.length ? "the nodes whose unit is known" : "all nodes together";
};

function UnitTable({ units }: Pick<CaptureSummary, "units">) {
  if (units.length === 0) return null;
  return (
    <Panel
      title="What the times count"
      subtitle="the wire does not say it"
      bodyClassName="p-0 overflow-x-auto"
    >
      <Table
        caption="Units"
        rows={units}
        rowKey={(u) => `${u.exporter} ${u.nodeIds.join(" ")}`}
        columns={[
          { id: "exporter", header: "Exporter", cell: (u) => u.exporter },
          { id: "nodes", header: "Node ids", cell: (u) => u.nodeIds.join(", ") },
          { id: "timestamp", header: "Timestamps", cell: (u) => UNIT[u.timestamp] },
          { id: "latency", header: "Latencies", cell: (u) => UNIT[u.latency] },
          { id: "basis", header: "Known", cell: (u) => BASIS[u.basis] },
          { id: "evidence", header: "Evidence", cell: (u) => u.evidence || MISSING },
        ]}
      />
    </Panel>
  );
}

/** Nodes of several exporters may have the same id. */
function NodeTable({ nodes, hasExporters }: Pick<CaptureSummary, "nodes"> & { hasExporters: boolean }) {
  const unit = chooseLatencyUnit(nodes.map((n) => n.p99Us));
  const column = (id: "p50Us" | "p95Us" | "p99Us", header: string) => ({
    id,
    header,
    unit: LATENCY_UNIT_LABEL[unit],
    numeric: true,
    cell: (n: CaptureSummary["nodes"][number]) => formatLatency(n[id], unit),
  });
  return (
    <Panel title="Nodes" subtitle="latency of their hops" bodyClassName="p-0 overflow-auto max-h-80">
      <Table
        caption="Nodes"
        rows={nodes}
        rowKey={(n) => `${n.exporter ?? ""} ${n.nodeId}`}
        empty={<p className="p-4 text-ink-3">No report names a node.</p>}
        columns={[
          ...(hasExporters
            ? [
                {
                  id: "exporter",
                  header: "Exporter",
                  cell: (n: CaptureSummary["nodes"][number]) => n.exporter ?? MISSING,
                },
              ]
            : []),
          { id: "node", header: "Node id", numeric: true, cell: (n) => n.nodeId },
          { id: "hops", header: "Measured", numeric: true, cell: (n) => formatCount(n.hops) },
          column("p50Us", "p50"),
          column("p95Us", "p95"),
          column("p99Us", "p99"),
        ]}
      />
    </Panel>
  );
}

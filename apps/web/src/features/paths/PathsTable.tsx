"use client";
import { Button, Table, textLink } from "@p4twin/ui";
import {
  chooseLatencyUnit,
  formatCountExact,
  formatLatency,
  formatRate,
  LATENCY_UNIT_LABEL,
  MISSING,
} from "@p4twin/ui/format";
import { GitFork } from "lucide-react";
import { type ReactNode, useState } from "react";
import { AppLink } from "@/lib/AppLink.tsx";
import { useMayChange } from "@/shell/useMayChange.ts";
import { CreateTwinDialog } from "./CreateTwinDialog.tsx";
import { flowsText, nodesText, type PathEntry, pathKey, portsText, unitText } from "./pathWords.ts";

export type PathsTableProps = { caption: string; paths: readonly PathEntry[]; empty: ReactNode };

/** Long paths and flows take more lines, so that what can be done with them stays in view. */
const WRAPS = "whitespace-normal";

const sumOf = ({ hops }: PathEntry, what: "p50Us"): number | null =>
  hops.every((hop) => hop[what] !== null) ? hops.reduce((sum, hop) => sum + (hop[what] ?? 0), 0) : null;

/** Paths with what is known of each, and the way from a path to its twin. */
export function PathsTable({ caption, paths, empty }: PathsTableProps) {
  const mayChange = useMayChange();
  const [chosen, setChosen] = useState<PathEntry | null>(null);
  const unit = chooseLatencyUnit(paths.map((path) => sumOf(path, "p50Us")));
  return (
    <>
      <Table
        caption={caption}
        rows={paths}
        rowKey={pathKey}
        empty={empty}
        columns={[
          { id: "exporter", header: "Exporter", cell: (p) => p.label ?? p.exporter },
          {
            id: "nodes",
            header: "Nodes",
            className: WRAPS,
            cell: (p) => <span className="font-medium">{nodesText(p)}</span>,
          },
          { id: "ports", header: "Ports in:out", className: WRAPS, cell: portsText },
          {
            id: "flows",
            header: "Flows",
            className: WRAPS,
            cell: (p) => (
              <span title={p.flows.map((f) => flowsText({ flows: [f], flowsCut: false })).join("\n")}>
                {flowsText(p)}
              </span>
            ),
          },
          {
            id: "hops",
            header: "Sum of p50",
            unit: LATENCY_UNIT_LABEL[unit],
            numeric: true,
            cell: (p) => (
              <span
                title={p.hops.map((h) => `${h.nodeId ?? "?"}: ${formatLatency(h.p50Us, unit)}`).join(", ")}
              >
                {formatLatency(sumOf(p, "p50Us"), unit)}
              </span>
            ),
          },
          {
            id: "unit",
            header: "Unit",
            className: WRAPS,
            cell: (p) => <span title={p.unit?.evidence || undefined}>{unitText(p.unit)}</span>,
          },
          {
            id: "rate",
            header: "Rate",
            numeric: true,
            cell: (p) => (p.reportsPerS === null ? MISSING : formatRate(p.reportsPerS)),
          },
          { id: "reports", header: "Reports", numeric: true, cell: (p) => formatCountExact(p.reports) },
          {
            id: "twin",
            header: "Twin",
            cell: (p) => {
              const [bound] = p.boundBy;
              if (bound)
                return (
                  <AppLink href={`/twin/${bound.deploymentId}`} className={textLink}>
                    {bound.name}
                  </AppLink>
                );
              if (!p.bindable)
                return <span title="A hop names no node, or there are too many.">not bindable</span>;
              if (!mayChange) return MISSING;
              return (
                <Button
                  size="sm"
                  aria-label={`Create twin of ${nodesText(p)}`}
                  icon={<GitFork aria-hidden />}
                  onClick={() => setChosen(p)}
                >
                  Create twin
                </Button>
              );
            },
          },
        ]}
      />
      {chosen ? <CreateTwinDialog path={chosen} onClose={() => setChosen(null)} /> : null}
    </>
  );
}

"use client";
import type { PortName, Topology, TopologyLink } from "@p4twin/models/topology";
import { type Column, ScrollArea, Table } from "@p4twin/ui";
import { formatSignificant } from "@p4twin/ui/format";
import { MOST_ROWS } from "./NodeTable.tsx";

const endWords = (node: string, port: PortName | undefined) => (
  <>
    {node}
    {port === undefined ? null : <span className="text-ink-3">:{port}</span>}
  </>
);

const COLUMNS: readonly Column<TopologyLink>[] = [
  { id: "a", header: "From", cell: ({ a, aPort }) => endWords(a, aPort) },
  { id: "b", header: "To", cell: ({ b, bPort }) => endWords(b, bPort) },
  { id: "gbps", header: "Rate", unit: "Gbps", numeric: true, cell: (link) => formatSignificant(link.gbps) },
  {
    id: "delay",
    header: "Propagation",
    unit: "µs",
    numeric: true,
    hint: "Derived: computed from the distance of the ends, 5 µs a km",
    cell: ({ delayUs, delaySource }) => (
      <>
        {delaySource === "distance" ? <span className="mr-1 text-ink-3">derived</span> : null}
        {formatSignificant(delayUs ?? null)}
      </>
    ),
  },
];

/** The links of a cloud. */
export function LinkTable({ topology }: { topology: Topology }) {
  const { links } = topology;
  return (
    <div className="flex flex-col gap-2">
      <ScrollArea label="Links" className="max-h-[34rem]">
        <Table
          caption="Links"
          columns={COLUMNS}
          rows={links.slice(0, MOST_ROWS)}
          rowKey={(link) => `${link.a} ${link.b}`}
          empty="No links: functions of a chain can only share one device."
        />
      </ScrollArea>
      {links.length > MOST_ROWS ? (
        <p className="text-xs text-ink-3">
          The first {MOST_ROWS} of {links.length} links; the text holds all.
        </p>
      ) : null}
    </div>
  );
}

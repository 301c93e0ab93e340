"use client";
import type { Topology, TopologyLink } from "@p4twin/models/topology";
import { type Column, Table } from "@p4twin/ui";
import { formatSignificant } from "@p4twin/ui/format";

const COLUMNS: readonly Column<TopologyLink>[] = [
  { id: "a", header: "From", cell: (link) => link.a },
  { id: "b", header: "To", cell: (link) => link.b },
  { id: "gbps", header: "Rate", unit: "Gbps", numeric: true, cell: (link) => formatSignificant(link.gbps) },
  {
    id: "delay",
    header: "Propagation",
    unit: "µs",
    numeric: true,
    cell: (link) => formatSignificant(link.delayUs ?? null),
  },
];

/** The links of a cloud. */
export function LinkTable({ topology }: { topology: Topology }) {
  return (
    <Table
      caption="Links"
      columns={COLUMNS}
      rows={topology.links}
      rowKey={(link) => `${link.a} ${link.b}`}
      empty="No links: functions of a chain can only share one device."
    />
  );
}

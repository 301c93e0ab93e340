"use client";
import type { Topology, TopologyNode } from "@p4twin/models/topology";
import { type Column, Select, type SelectOption, Table } from "@p4twin/ui";
import { formatSignificant, MISSING } from "@p4twin/ui/format";

export type NodeTableProps = {
  topology: Topology;
  profiles: readonly SelectOption<string>[];
  selected: string | null;
  onSelect: (nodeId: string) => void;
  /** null: profiles cannot be changed */
  onProfileChange: ((nodeId: string, profile: string) => void) | null;
};

/** The nodes of a cloud: the table twin of its drawing. */
export function NodeTable({ topology, profiles, selected, onSelect, onProfileChange }: NodeTableProps) {
  const links = (id: string): number =>
    topology.links.filter((link) => link.a === id || link.b === id).length;
  const columns: Column<TopologyNode>[] = [
    { id: "id", header: "Node", cell: (node) => <span className="font-medium">{node.id}</span> },
    { id: "kind", header: "Kind", cell: (node) => node.kind },
    {
      id: "profile",
      header: "Device profile",
      cell: (node) =>
        node.kind !== "device" ? (
          <span className="text-ink-3">{MISSING}</span>
        ) : onProfileChange ? (
          <Select
            aria-label={`Device profile of ${node.id}`}
            value={node.profile}
            options={profiles}
            onValueChange={(profile) => onProfileChange(node.id, profile)}
            className="h-6 w-40"
          />
        ) : (
          node.profile
        ),
    },
    {
      id: "delay",
      header: "Delay",
      unit: "µs",
      numeric: true,
      hint: "Constant delay of a plain switch",
      cell: (node) => formatSignificant(node.delayUs ?? null),
    },
    { id: "links", header: "Links", numeric: true, cell: (node) => links(node.id) },
    {
      id: "telemetry",
      header: "INT id",
      numeric: true,
      hint: "How the INT reports of this node name it",
      cell: (node) => node.telemetry?.nodeId ?? MISSING,
    },
  ];
  return (
    <Table
      caption="Nodes"
      columns={columns}
      rows={topology.nodes}
      rowKey={(node) => node.id}
      selectedKey={selected}
      onSelect={(node) => onSelect(node.id)}
    />
  );
}

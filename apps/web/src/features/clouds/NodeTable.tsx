"use client";
import type { Topology, TopologyNode } from "@p4twin/models/topology";
import { type Column, Input, ScrollArea, Select, type SelectOption, Table } from "@p4twin/ui";
import { formatSignificant, MISSING } from "@p4twin/ui/format";
import { useMemo, useState } from "react";

/** More rows than this nobody reads, and each is several elements (our choice). */
export const MOST_ROWS = 300;
/** From here on a filter is offered. */
const FILTER_FROM = 20;

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
  const [filter, setFilter] = useState("");
  const linkCounts = useMemo(() => {
    const counts = new Map<string, number>();
    for (const end of topology.links.flatMap(({ a, b }) => [a, b]))
      counts.set(end, (counts.get(end) ?? 0) + 1);
    return counts;
  }, [topology]);
  const wanted = filter.trim().toLowerCase();
  const found = topology.nodes.filter(
    ({ id, kind, profile }) =>
      wanted === "" || [id, kind, profile ?? ""].some((text) => text.toLowerCase().includes(wanted)),
  );
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
    { id: "links", header: "Links", numeric: true, cell: (node) => linkCounts.get(node.id) ?? 0 },
    {
      id: "telemetry",
      header: "INT id",
      numeric: true,
      hint: "How the INT reports of this node name it",
      cell: (node) => node.telemetry?.nodeId ?? MISSING,
    },
  ];
  return (
    <div className="flex flex-col gap-2">
      {topology.nodes.length > FILTER_FROM ? (
        <Input
          type="search"
          aria-label="Filter nodes"
          placeholder="Filter by id, kind or profile"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
          className="max-w-72"
        />
      ) : null}
      <ScrollArea label="Nodes" className="max-h-[34rem]">
        <Table
          caption="Nodes"
          columns={columns}
          rows={found.slice(0, MOST_ROWS)}
          rowKey={(node) => node.id}
          selectedKey={selected}
          onSelect={(node) => onSelect(node.id)}
        />
      </ScrollArea>
      {found.length > MOST_ROWS ? (
        <p className="text-xs text-ink-3">
          The first {MOST_ROWS} of {found.length} nodes; filter to see others.
        </p>
      ) : null}
    </div>
  );
}

"use client";
import type { Topology } from "@p4twin/models/topology";
import { TopologyCanvas } from "@p4twin/ui/graph";
import { useMemo } from "react";
import { canvasLinks, canvasNodes } from "./canvasModel.ts";

export type CloudRoute = { id: string; nodes: readonly string[] };

export type CloudCanvasProps = {
  topology: Topology;
  selected: string | null;
  onSelect?: (nodeId: string) => void;
  routes?: readonly CloudRoute[];
  selectedRoute?: string | null;
  onSelectRoute?: (id: string) => void;
};

const NO_ROUTES: readonly CloudRoute[] = [];

/** The drawing of a cloud, with chains as coloured routes. */
export function CloudCanvas(props: CloudCanvasProps) {
  const { topology, selected, onSelect, routes = NO_ROUTES, selectedRoute, onSelectRoute } = props;
  const nodes = useMemo(() => canvasNodes(topology), [topology]);
  const links = useMemo(() => canvasLinks(topology), [topology]);
  return (
    <TopologyCanvas
      nodes={nodes}
      links={links}
      routes={routes.map(({ id, nodes: nodeIds }) => ({ id, label: id, nodeIds }))}
      label={`Topology ${topology.name}`}
      selectedId={selected}
      onSelect={onSelect}
      selectedRouteId={selectedRoute}
      onSelectRoute={onSelectRoute}
      className="h-full p-2"
    />
  );
}

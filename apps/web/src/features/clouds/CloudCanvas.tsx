"use client";
import type { Topology } from "@p4twin/models/topology";

export type CloudRoute = { id: string; nodes: readonly string[] };

export type CloudCanvasProps = {
  topology: Topology;
  selected: string | null;
  onSelect?: (nodeId: string) => void;
  routes?: readonly CloudRoute[];
  selectedRoute?: string | null;
  onSelectRoute?: (id: string) => void;
};

/** The drawing of a cloud. */
export function CloudCanvas({ topology }: CloudCanvasProps) {
  return (
    <ul className="p-3">
      {topology.nodes.map((node) => (
        <li key={node.id}>{node.id}</li>
      ))}
    </ul>
  );
}

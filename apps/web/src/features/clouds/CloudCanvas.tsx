"use client";
import type { Topology } from "@p4twin/models/topology";
import { TopologyCanvas, type TopologyLink, type TopologyNode } from "@p4twin/ui/graph";
import { useMemo } from "react";
import { useLayoutWorker } from "@/lib/useLayoutWorker.ts";
import { canvasLinks, canvasNodes } from "./canvasModel.ts";

/** `label`: where the id says too little. */
type CloudRoute = { id: string; nodes: readonly string[]; label?: string };

export type CloudCanvasProps = {
  topology: Topology;
  selected: string | null;
  onSelect?: (nodeId: string) => void;
  routes?: readonly CloudRoute[];
  selectedRoute?: string | null;
  onSelectRoute?: (id: string) => void;
  /** ways of a baseline, drawn faint behind the routes */
  ghosts?: readonly CloudRoute[];
  /** what is known beside the topology: load, what is broken; by node id, and by link as `a b` */
  nodeFacts?: Readonly<Record<string, Pick<TopologyNode, "utilisation" | "problem" | "detail">>>;
  linkFacts?: Readonly<Record<string, Pick<TopologyLink, "utilisation" | "problem">>>;
};

const NO_ROUTES: readonly CloudRoute[] = [];

/** The drawing of a cloud, with chains as coloured routes. */
export function CloudCanvas(props: CloudCanvasProps) {
  const { topology, selected, onSelect, routes = NO_ROUTES, selectedRoute, onSelectRoute } = props;
  const { ghosts = NO_ROUTES, nodeFacts, linkFacts } = props;
  const nodes = useMemo(
    () => canvasNodes(topology).map((node) => ({ ...node, ...nodeFacts?.[node.id] })),
    [topology, nodeFacts],
  );
  const links = useMemo(
    () => canvasLinks(topology).map((link) => ({ ...link, ...linkFacts?.[link.id] })),
    [topology, linkFacts],
  );
  const layOut = useLayoutWorker();
  return (
    <TopologyCanvas
      layOut={layOut}
      nodes={nodes}
      links={links}
      routes={routes.map(({ id, nodes: nodeIds, label = id }) => ({ id, label, nodeIds }))}
      ghosts={ghosts.map(({ id, nodes: nodeIds }) => ({ id, label: id, nodeIds }))}
      label={`Topology ${topology.name}`}
      selectedId={selected}
      onSelect={onSelect}
      selectedRouteId={selectedRoute}
      onSelectRoute={onSelectRoute}
      className="h-full p-2"
    />
  );
}

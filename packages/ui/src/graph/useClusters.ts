"use client";
import { useMemo, useState } from "react";
import {
  CLUSTER_OVER,
  type CollapsedTopology,
  clusterTopology,
  collapseTopology,
  MAX_DRAWN,
  type TopologyCluster,
} from "./clusterTopology.ts";
import type { TopologyLink, TopologyNode, TopologyRoute } from "./topologyTypes.ts";
import { useStructure } from "./useStructure.ts";

export interface Clusters extends CollapsedTopology {
  clusterCount: number;
  openCount: number;
  isCluster: (id: string) => boolean;
  open: (id: string) => void;
  closeAll: () => void;
}

const NONE: readonly TopologyCluster[] = [];

/** The clusters of a large cloud and which of them are open. Opening one more than fits closes those opened first. */
export function useClusters(
  nodes: readonly TopologyNode[],
  links: readonly TopologyLink[],
  routes: readonly TopologyRoute[],
): Clusters {
  const structure = useStructure(nodes, links);
  const clusters = useMemo(
    () => (structure.nodes.length > CLUSTER_OVER ? clusterTopology(structure.nodes, structure.links) : NONE),
    [structure],
  );
  const sizes = useMemo(
    () => new Map(clusters.map((cluster) => [cluster.id, cluster.memberIds.length])),
    [clusters],
  );
  const [opened, setOpened] = useState<readonly string[]>([]);
  const expanded = useMemo(() => new Set(opened.filter((id) => sizes.has(id))), [opened, sizes]);
  const collapsed = useMemo(
    () =>
      clusters.length === 0
        ? { nodes, links, routes, shownAs: new Map<string, string>() }
        : collapseTopology(nodes, links, routes, clusters, expanded),
    [nodes, links, routes, clusters, expanded],
  );
  const open = (id: string): void =>
    setOpened((before) => {
      const next = [...before.filter((other) => other !== id && sizes.has(other)), id];
      let drawn = next.reduce((sum, other) => sum + (sizes.get(other) ?? 0), clusters.length);
      while (next.length > 1 && drawn > MAX_DRAWN) drawn -= sizes.get(next.shift() ?? "") ?? 0;
      return next;
    });
  return {
    ...collapsed,
    clusterCount: clusters.length,
    openCount: expanded.size,
    isCluster: (id) => sizes.has(id),
    open,
    closeAll: () => setOpened([]),
  };
}

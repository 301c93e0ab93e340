"use client";
import { useMemo } from "react";
import type { TopologyLink, TopologyNode } from "./topologyTypes.ts";

/** What places and clusters follow from: names, kinds, given places and ends. */
const structureKey = (nodes: readonly TopologyNode[], links: readonly TopologyLink[]): string =>
  `${nodes.map(({ id, kind, x, y }) => `${id} ${kind} ${x ?? ""} ${y ?? ""}`).join("\n")}\n\n${links.map(({ a, b }) => `${a} ${b}`).join("\n")}`;

/** The same nodes and links as long as only what is known about them changes: loads and failures never move a node. */
export function useStructure(
  nodes: readonly TopologyNode[],
  links: readonly TopologyLink[],
): { nodes: readonly TopologyNode[]; links: readonly TopologyLink[] } {
  const key = useMemo(() => structureKey(nodes, links), [nodes, links]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for both
  return useMemo(() => ({ nodes, links }), [key]);
}

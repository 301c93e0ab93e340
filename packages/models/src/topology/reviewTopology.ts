import { didYouMean } from "../core/index.ts";
import { adjacency, components } from "./graph.ts";
import type { Topology } from "./schema.ts";

/** Something a valid topology should not be left with; `nodeId` is null when it concerns the whole. */
export type TopologyAdvice = {
  code: "no-profile" | "unknown-profile" | "unlinked" | "parts";
  nodeId: string | null;
  message: string;
};

/**
 * What is allowed in a topology and still hinders its use: devices without a profile or with one that is not
 * there, nodes without a link, parts that no link joins. `profileIds` are those that can be chosen; null when
 * they are not known yet.
 */
export function reviewTopology(topology: Topology, profileIds: readonly string[] | null): TopologyAdvice[] {
  const advice: TopologyAdvice[] = [];
  const known = profileIds === null ? null : new Set(profileIds);
  const neighbours = adjacency(topology);
  for (const { id, kind, profile } of topology.nodes) {
    if (kind === "device" && profile === undefined) {
      const message = `Device ${id} has no profile: no chain can be placed on it.`;
      advice.push({ code: "no-profile", nodeId: id, message });
    }
    if (profile !== undefined && known && !known.has(profile)) {
      const message = `Device ${id} names the profile "${profile}", and there is no such profile${didYouMean(profile, known)}.`;
      advice.push({ code: "unknown-profile", nodeId: id, message });
    }
    if (topology.nodes.length > 1 && neighbours.get(id)?.length === 0) {
      advice.push({ code: "unlinked", nodeId: id, message: `Node ${id} has no link.` });
    }
  }
  const parts = components(topology).filter((part) => part.length > 1);
  if (parts.length > 1) {
    const names = parts.map((part) => `${part[0]} (${part.length})`);
    const message = `The cloud has ${parts.length} parts that no link joins: ${names.slice(0, 4).join(", ")}${parts.length > 4 ? ", …" : ""}.`;
    advice.push({ code: "parts", nodeId: null, message });
  }
  return advice;
}

import type { TableTwin } from "../charts/shared/ChartFrame.tsx";
import { formatGbps, formatPercent } from "../format/index.ts";
import type { TopologyLink, TopologyNode, TopologyRoute } from "./topologyTypes.ts";

/** A topology as a table: nodes with their neighbours and the chains that pass. */
export function topologyTwin(
  nodes: readonly TopologyNode[],
  links: readonly TopologyLink[],
  routes: readonly TopologyRoute[],
): TableTwin {
  const ends = new Map<string, string[]>();
  for (const { a, b, gbps } of links) {
    const rate = gbps ? ` (${formatGbps(gbps)})` : "";
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const) {
      const known = ends.get(from);
      if (known) known.push(`${to}${rate}`);
      else ends.set(from, [`${to}${rate}`]);
    }
  }
  return {
    head: [
      { label: "node" },
      { label: "kind" },
      { label: "profile" },
      { label: "utilisation", numeric: true },
      { label: "links" },
      { label: "chains" },
    ],
    rows: nodes.map((node) => [
      node.label,
      node.kind,
      node.detail ?? "–",
      formatPercent(node.utilisation),
      (ends.get(node.id) ?? []).join(", "),
      routes
        .filter((route) => route.nodeIds.includes(node.id))
        .map((route) => route.label)
        .join(", "),
    ]),
  };
}

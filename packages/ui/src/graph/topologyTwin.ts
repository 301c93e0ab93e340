import type { TableTwin } from "../charts/shared/ChartFrame.tsx";
import { formatGbps, formatPercent } from "../format/index.ts";
import type { TopologyLink, TopologyNode, TopologyRoute } from "./topologyTypes.ts";

/** A topology as a table: nodes with their neighbours and the chains that pass. */
export function topologyTwin(
  nodes: readonly TopologyNode[],
  links: readonly TopologyLink[],
  routes: readonly TopologyRoute[],
): TableTwin {
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
      links
        .filter((link) => link.a === node.id || link.b === node.id)
        .map(
          (link) =>
            `${link.a === node.id ? link.b : link.a}${link.gbps ? ` (${formatGbps(link.gbps)})` : ""}`,
        )
        .join(", "),
      routes
        .filter((route) => route.nodeIds.includes(node.id))
        .map((route) => route.label)
        .join(", "),
    ]),
  };
}

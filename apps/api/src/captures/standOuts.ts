import { standOut } from "@p4twin/models/twin";
import type { SettledNode } from "./nodeLatencies.ts";
import type { CaptureSummary } from "./schema.ts";

type Paths = CaptureSummary["paths"];
type StandOuts = CaptureSummary["standOuts"];

/**
 * The hop of each path that made its packets slow, the busiest path first. A node is told once, for the path that most
 * reports showed.
 */
export function standOutsOf(paths: Paths, nodes: readonly SettledNode[]): StandOuts {
  const of = new Map(nodes.map((node) => [keyOf(node.exporter, node.nodeId), node]));
  const found = new Map<string, StandOuts[number]>();
  for (const { exporter, hops } of paths) {
    const met = hops.map(({ nodeId }) => of.get(keyOf(exporter, nodeId)));
    const hop = standOut(met.map(spreadOf));
    const node = hop && met[hop.index];
    if (!hop || !node || found.has(keyOf(exporter, node.nodeId))) continue;
    found.set(keyOf(exporter, node.nodeId), {
      ...{ exporter, path: hops.map(({ nodeId }) => nodeId), nodeId: node.nodeId },
      ...{ fastestUs: hop.fastestUs, slowUs: hop.meanUs, byQueue: hop.byQueue, share: hop.shareOfExcess },
      deepest: node.queue.told > 0 ? node.queue.deepest : null,
    });
  }
  return [...found.values()];
}

const keyOf = (exporter: string, nodeId: number | null): string => `${exporter} ${nodeId}`;

function spreadOf(node: SettledNode | undefined) {
  const [fastestUs = null, p75Us = null, p95Us = null] =
    node === undefined || node.histogram.count === 0 ? [] : node.histogram.quantilesUs([0.01, 0.75, 0.95]);
  const told = node?.queue.told ?? 0;
  return {
    ...{ label: "", packets: node?.histogram.count ?? 0, fastestUs, p75Us, p95Us },
    queuedShare: told > 0 ? (node?.queue.queued ?? 0) / told : null,
  };
}

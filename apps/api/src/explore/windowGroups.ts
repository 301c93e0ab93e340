import {
  type Explored,
  type ExploreQuery,
  GroupTable,
  nodeKey,
  pathKey,
  type Reading,
  type WindowDimension,
} from "@p4twin/models/telemetry";
import type { Bucket } from "@p4twin/models/twin";
import type { Deployment } from "../deployments/schema.ts";
import type { TwinStore } from "../twin/store.ts";
import { partKey } from "./labels.ts";

/** Nodes of a segment that takes the reports of any exporter. */
const ANY_EXPORTER = "any exporter";

type Wanted = { segmentId: string; part: number; key: string | null };

const isOfElements = (by: WindowDimension): boolean => by === "node" || by === "part";

/** Which parts of a deployment's segments are asked for, and to which group each belongs. */
function wantedOf(
  { id, segments }: Deployment,
  { groupBy, filters }: ExploreQuery<WindowDimension>,
  { domainOf }: Pick<Reading, "domainOf">,
): Wanted[] {
  const by = new Map<WindowDimension, Set<string>>();
  for (const { by: dimension, is } of filters) by.set(dimension, (by.get(dimension) ?? new Set()).add(is));
  const elementwise = isOfElements(groupBy) || [...by.keys()].some(isOfElements);
  return segments.flatMap((segment) => {
    const key = `${id}/${segment.id}`;
    const exporters = segment.exporters ?? [];
    const domain = exporters[0] === undefined ? ANY_EXPORTER : domainOf(exporters[0]);
    const nodes = segment.elements.flatMap((e) => (e.kind === "switch" ? [e.nodeId] : []));
    const parts = elementwise ? segment.elements.map((_, i) => i + 1) : [0];
    return parts.flatMap((part): Wanted[] => {
      const element = segment.elements[part - 1];
      const keys: Record<WindowDimension, readonly string[]> = {
        segment: [key],
        part: [partKey(key, part)],
        node: element?.kind === "switch" ? [nodeKey(domain, element.nodeId)] : [],
        path: nodes.length > 0 ? [pathKey(domain, nodes)] : [],
        exporter: exporters,
      };
      const fits = [...by].every(([dimension, is]) => keys[dimension].some((k) => is.has(k)));
      const [own, ...others] = keys[groupBy];
      if (!fits || (groupBy === "node" && own === undefined)) return [];
      return [{ segmentId: segment.id, part, key: others.length === 0 ? (own ?? null) : null }];
    });
  });
}

const tallied = ({ histogram, dropped, congested, queueMs, queueMax }: Bucket) => ({
  ...{ reports: histogram.count + dropped, histogram, dropped, congested },
  queueMax: queueMs > 0 ? queueMax : Number.NaN,
});

/**
 * Groups stored windows of deployments, as their segments are bound now. What is grouped is the segment as a whole, or
 * each of its elements where a node or part is asked for.
 */
export async function exploreWindows(
  store: Pick<TwinStore, "windows">,
  deployments: readonly Deployment[],
  query: ExploreQuery<WindowDimension>,
  reading: Pick<Reading, "domainOf">,
): Promise<Explored> {
  const { fromMs, toMs, binMs } = query;
  const table = new GroupTable(query);
  const places = deployments
    .map((deployment) => ({ deploymentId: deployment.id, wanted: wantedOf(deployment, query, reading) }))
    .filter(({ wanted }) => wanted.length > 0);
  const read = async (from: number, to: number, bucketMs: number | null) => {
    const found = await Promise.all(
      places.map(async ({ deploymentId, wanted }) => {
        const keys = new Map(wanted.map(({ segmentId, part, key }) => [`${part} ${segmentId}`, key]));
        const list = await store.windows({
          deploymentId,
          segmentIds: [...new Set(wanted.map(({ segmentId }) => segmentId))],
          parts: [...new Set(wanted.map(({ part }) => part))],
          ...{ fromMs: from, toMs: to, bucketMs },
        });
        return list.flatMap(({ segmentId, part, buckets }) => {
          const key = keys.get(`${part} ${segmentId}`);
          return key === undefined ? [] : [{ key, buckets }];
        });
      }),
    );
    return found.flat();
  };
  const [now, before] = await Promise.all([read(fromMs, toMs, binMs), read(2 * fromMs - toMs, fromMs, null)]);
  for (const { key, buckets } of now)
    for (const bucket of buckets) {
      table.of(key, false)?.add(tallied(bucket));
      table.whole.add(tallied(bucket));
    }
  for (const { key, buckets } of before)
    for (const bucket of buckets) table.of(key, true)?.add(tallied(bucket));
  table.first();
  for (const { key, buckets } of now)
    for (const bucket of buckets)
      table
        .cells(key)
        ?.at(Math.floor((bucket.startMs - fromMs) / binMs))
        .add(tallied(bucket));
  return table.answer();
}

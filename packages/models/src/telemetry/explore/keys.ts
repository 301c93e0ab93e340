import type { ReportDimension } from "./exploreQuery.ts";
import { flowText } from "./sample.ts";
import type { SampleChunk } from "./sampleChunk.ts";

/** How the values of reports are read. */
export type Reading = {
  /** in which domain an exporter's node ids are unique: by default its own address */
  domainOf(exporter: string): string;
  /** whether a segment (`deploymentId/segmentId`) may be shown; one that may not is none */
  shows(segment: string): boolean;
};
export const plainReading: Reading = { domainOf: (exporter) => exporter, shows: () => true };

/** What filters and groups take, by dimension: of a value as a report says it; null where it does not. */
export const nodeKey = (domain: string, nodeId: number): string => `${domain} ${nodeId}`;
export const pathKey = (domain: string, nodes: readonly (number | null)[]): string =>
  `${domain} ${nodes.map((id) => id ?? "?").join(">")}`;

/** Dimensions of a single hop; the others are of a report as a whole. */
const hopDimensions = ["node", "port", "queue"] as const satisfies readonly ReportDimension[];
export type HopDimension = (typeof hopDimensions)[number];
export const isHopDimension = (dimension: ReportDimension): dimension is HopDimension =>
  hopDimensions.some((d) => d === dimension);

/** The keys of one hop dimension by number of the place in the chunk. */
export function placeKeys(
  { shared }: SampleChunk,
  dimension: HopDimension,
  { domainOf }: Reading,
): (string | null)[] {
  return shared.places.map(([exporter, nodeId, , egressPort, queueId]) => {
    if (nodeId === null) return null;
    const node = nodeKey(domainOf(shared.exporters[exporter]), nodeId);
    if (dimension === "node") return node;
    if (egressPort === null) return dimension === "queue" && queueId !== null ? `${node} q${queueId}` : null;
    if (dimension === "port") return `${node}:${egressPort}`;
    return queueId === null ? null : `${node}:${egressPort} q${queueId}`;
  });
}

/** The key of one report dimension: by sample of the chunk. */
export function sampleKeys(
  chunk: SampleChunk,
  dimension: Exclude<ReportDimension, HopDimension>,
  { domainOf, shows }: Reading,
): (i: number) => string | null {
  const { shared, columns } = chunk;
  switch (dimension) {
    case "exporter":
      return (i) => shared.exporters[columns.exporter[i]];
    case "flow": {
      const flows = shared.flows.map(flowText);
      return (i) => flows[columns.flow[i]] ?? null;
    }
    case "path": {
      const paths = shared.paths.map(([exporter, nodes]) =>
        nodes.length === 0 ? null : pathKey(domainOf(shared.exporters[exporter]), nodes),
      );
      return (i) => paths[columns.path[i]] ?? null;
    }
    case "segment": {
      const segments = shared.segments.map((segment) => (shows(segment) ? segment : null));
      return (i) => segments[columns.segment[i]] ?? null;
    }
    case "dscp":
      return (i) => chunk.dscp(i)?.toString() ?? null;
  }
}

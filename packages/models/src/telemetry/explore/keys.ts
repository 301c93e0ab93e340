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

/** Numbers of a hop below these make one number, by which its key is found without being written again. */
const [NODES, PORTS, QUEUES] = [2 ** 24, 2 ** 20, 2 ** 9];

/**
 * Reads the keys of one hop dimension off a chunk, by number of the place. Chunks repeat each other: equal keys of one
 * reader are one string, which is looked up without comparing letters.
 */
export function placeReader(
  dimension: HopDimension,
  { domainOf }: Reading,
): (chunk: SampleChunk) => (string | null)[] {
  const known = new Map<string, Map<number, string | null>>();
  const keyOf = (
    domain: string,
    nodeId: number | null,
    port: number | null,
    queueId: number | null,
  ): string | null => {
    if (nodeId === null) return null;
    const node = nodeKey(domain, nodeId);
    if (dimension === "node") return node;
    if (port === null) return dimension === "queue" && queueId !== null ? `${node} q${queueId}` : null;
    if (dimension === "port") return `${node}:${port}`;
    return queueId === null ? null : `${node}:${port} q${queueId}`;
  };
  return ({ shared }) => {
    const domains = shared.exporters.map((exporter) => {
      const domain = domainOf(exporter);
      const keys = known.get(domain) ?? new Map<number, string | null>();
      known.set(domain, keys);
      return { domain, keys };
    });
    return shared.places.map(([exporter, nodeId, , egressPort, queueId]) => {
      const { domain, keys } = domains[exporter];
      const [node, port, queue] = [(nodeId ?? -1) + 1, (egressPort ?? -1) + 1, (queueId ?? -1) + 1];
      if (node >= NODES || port >= PORTS || queue >= QUEUES)
        return keyOf(domain, nodeId, egressPort, queueId);
      const number = (node * PORTS + port) * QUEUES + queue;
      const found = keys.get(number);
      if (found !== undefined) return found;
      const key = keyOf(domain, nodeId, egressPort, queueId);
      keys.set(number, key);
      return key;
    });
  };
}

/** What a chunk's samples are told apart by: the number of a sample, and the key of each number; others have none. */
type NumberedKeys = { numberOf(i: number): number; keys: (string | null)[] };

const DSCPS = Array.from({ length: 64 }, (_, dscp) => String(dscp));

/** The keys of one report dimension by the number that a sample has in the chunk. */
export function sampleKeys(
  chunk: SampleChunk,
  dimension: Exclude<ReportDimension, HopDimension>,
  { domainOf, shows }: Reading,
): NumberedKeys {
  const { shared, columns } = chunk;
  const numbered = (column: Uint16Array, keys: (string | null)[]): NumberedKeys => ({
    // one number for all samples that have none
    numberOf: (i) => Math.min(column[i], keys.length),
    keys,
  });
  switch (dimension) {
    case "exporter":
      return numbered(columns.exporter, shared.exporters);
    case "flow":
      return numbered(columns.flow, shared.flows.map(flowText));
    case "path":
      return numbered(
        columns.path,
        shared.paths.map(([exporter, nodes]) =>
          nodes.length === 0 ? null : pathKey(domainOf(shared.exporters[exporter]), nodes),
        ),
      );
    case "segment":
      return numbered(
        columns.segment,
        shared.segments.map((segment) => (shows(segment) ? segment : null)),
      );
    case "dscp":
      return { numberOf: (i) => chunk.dscp(i) ?? DSCPS.length, keys: DSCPS };
  }
}

import type { RouterOutputs } from "@/lib/trpc.ts";

export type PathEntry = RouterOutputs["discovery"]["paths"][number];

type Named = Pick<PathEntry, "hops" | "nodeNames">;

/** What a hop is called: its name in the inventory, else its id. */
const hopNames = ({ hops, nodeNames }: Named): string[] =>
  hops.map(({ nodeId }, i) => nodeNames[i] ?? (nodeId === null ? "?" : String(nodeId)));

/** Its nodes in the order of the packet. */
export const nodesText = (path: Named): string => hopNames(path).join(" → ");

/** The ports by which packets enter and leave each node. */
export const portsText = ({ hops }: Pick<PathEntry, "hops">): string =>
  hops.every(({ ingressPort, egressPort }) => ingressPort === null && egressPort === null)
    ? "not reported"
    : hops.map(({ ingressPort, egressPort }) => `${ingressPort ?? "?"}:${egressPort ?? "?"}`).join(" → ");

const endpoint = (address: string, port: number | null): string =>
  port === null ? address : address.includes(":") ? `[${address}]:${port}` : `${address}:${port}`;

/** The busiest flow, and how many more there are. */
export function flowsText({ flows, flowsCut }: Pick<PathEntry, "flows" | "flowsCut">): string {
  const [first] = flows;
  if (!first) return "no flow named";
  const more = flows.length - 1;
  const text = `${endpoint(first.src, first.srcPort)} → ${endpoint(first.dst, first.dstPort)}`;
  return more === 0 && !flowsCut ? text : `${text} and ${more}${flowsCut ? " or more" : ""} others`;
}

const UNIT = { ns: "ns", us: "µs" } as const;

/** What the times of a path count, in a few words. */
export function unitText(unit: PathEntry["unit"]): string {
  if (unit === null) return "unknown";
  const { timestamp, latency, known } = unit;
  const text = timestamp === latency ? UNIT[latency] : `${UNIT[timestamp]}, latencies ${UNIT[latency]}`;
  return known ? text : `${text}, not certain`;
}

/** The unit of all of a path's times, where there is one and it is certain. */
export const commonUnit = (unit: PathEntry["unit"]): "ns" | "us" | null =>
  unit?.known && unit.timestamp === unit.latency ? unit.timestamp : null;

/** A name for its twin, to be changed. */
export const twinName = (path: Named & Pick<PathEntry, "exporter" | "label">): string =>
  `${path.label ?? path.exporter}: ${hopNames(path).join("-")}`.slice(0, 120);

/** Names a path in lists: where it was heard, its exporter, hops and ports. */
export const pathKey = ({ source, exporter, hops }: PathEntry): string =>
  JSON.stringify([
    source.kind === "live" ? "live" : source.captureId,
    exporter,
    hops.map(({ nodeId, ingressPort, egressPort }) => [nodeId, ingressPort, egressPort]),
  ]);

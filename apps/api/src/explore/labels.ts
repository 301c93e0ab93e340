import type { ReportDimension, WindowDimension } from "@p4twin/models/telemetry";
import type { BoundSegment } from "@p4twin/models/twin";

/** What people call what the keys of groups name. */
export type Names = {
  /** an exporter, or the domain that it is in */
  exporter(address: string): string;
  node(domain: string, nodeId: number): string | null;
  segment(key: string): { deployment: string; segment: BoundSegment } | null;
};

const HOP_KEY = /^(?<domain>.+) (?<node>\d+)(?::(?<port>\d+))?(?: q(?<queue>\d+))?$/;
const PROTOCOLS: Readonly<Record<string, string>> = { 1: "ICMP", 6: "TCP", 17: "UDP", 58: "ICMPv6" };

/** `17 10.0.0.1:1 > 10.0.0.2:2` as `UDP 10.0.0.1:1 → 10.0.0.2:2`. */
export function flowLabel(key: string): string {
  const [proto = "", ...ends] = key.split(" ");
  return `${PROTOCOLS[proto] ?? `protocol ${proto}`} ${ends.join(" ").replace(" > ", " → ")}`;
}

function hopLabel(key: string, names: Names): string {
  const { domain = "", node = "", port, queue } = HOP_KEY.exec(key)?.groups ?? {};
  if (node === "") return key;
  const what = [
    names.node(domain, Number(node)) ?? `node ${node}`,
    ...(port === undefined ? [] : [`port ${port}`]),
    ...(queue === undefined ? [] : [`queue ${queue}`]),
  ];
  return `${what.join(", ")} (${names.exporter(domain)})`;
}

function pathLabel(key: string, names: Names): string {
  const at = key.lastIndexOf(" ");
  const domain = key.slice(0, at);
  const nodes = key.slice(at + 1).split(">");
  const named = nodes.map((id) => (id === "?" ? id : (names.node(domain, Number(id)) ?? id)));
  return `${named.join(" → ")} (${names.exporter(domain)})`;
}

function segmentLabel(key: string, names: Names): string {
  const found = names.segment(key);
  return found ? `${found.deployment}: ${found.segment.name}` : key;
}

/** The key of an element of a segment, and its label. */
export const partKey = (segment: string, part: number): string => `${segment} ${part}`;
function partLabel(key: string, names: Names): string {
  const at = key.lastIndexOf(" ");
  const segment = key.slice(0, at);
  const element = names.segment(segment)?.segment.elements[Number(key.slice(at + 1)) - 1];
  return `${segmentLabel(segment, names)}, ${element?.label ?? "element"}`;
}

/** What a group is called; null for what reports do not say. */
export function groupLabel(
  by: ReportDimension | WindowDimension,
  key: string | null,
  names: Names,
): string | null {
  if (key === null) return null;
  switch (by) {
    case "exporter":
      return names.exporter(key);
    case "node":
    case "port":
    case "queue":
      return hopLabel(key, names);
    case "path":
      return pathLabel(key, names);
    case "flow":
      return flowLabel(key);
    case "dscp":
      return `DSCP ${key}`;
    case "segment":
      return segmentLabel(key, names);
    case "part":
      return partLabel(key, names);
  }
}

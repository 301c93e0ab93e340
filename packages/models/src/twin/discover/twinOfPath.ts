import type { Chain } from "../../chain/index.ts";
import { DEFAULT_ESTIMATOR } from "../../latency/index.ts";
import type { HeardHop } from "../../telemetry/index.ts";
import type { Topology, TopologyLink } from "../../topology/index.ts";
import { type BoundSegment, boundSegmentSchema, type Element } from "../segment/boundSegment.ts";

/** What a person may change before a path becomes a twin. */
export type TwinChoices = {
  name: string;
  plUs: number;
  dlUs: number;
  /** rate of the links between its nodes, which no report tells */
  linkGbps: number;
};

export type PathToBind = {
  /** addresses of the exporters whose reports show the path */
  exporters: readonly string[];
  hops: readonly HeardHop[];
  /** what timestamps and latencies of its nodes count where that is certain, else null */
  timeUnit: "ns" | "us" | null;
  /** names of nodes from the inventory; others are called s1, s2, ... by their ids */
  nodeName?(nodeId: number): string | null;
};

/** Cloud, chain and binding of a path that reports show. */
export type TwinOfPath = { topology: Topology; chain: Chain; segments: BoundSegment[] };

/** Limits of a segment of which no budget is known (our choice). */
export const UNBUDGETED = { plUs: 5_000, dlUs: 15_000 } as const;
/** Rate of a link of which none is known (our choice, to be corrected in the cloud). */
export const ASSUMED_LINK_GBPS = 10;

/** As many switches as a segment has room for, with what lies between them. */
const MAX_SWITCHES = 21;

/**
 * What a switch of an unknown program does at least: it forwards. The chain needs a function at each switch; the
 * element itself names no program, so nothing is predicted of it until somebody says which one runs.
 */
const FORWARDING = "l3fwd";

/**
 * The twin of a path: its nodes as devices without a profile, the links that its hops follow, a chain that is forwarded
 * at each node, and one segment from the first ingress port to the last egress port. Between two switches there is a
 * link; only where a packet leaves a node and comes back to it something stands behind it, a VNF.
 * Null when a hop names no node, or there are more than a segment holds: then nothing can be bound.
 */
export function twinOfPath(path: PathToBind, { name, plUs, dlUs, linkGbps }: TwinChoices): TwinOfPath | null {
  const hops = path.hops.flatMap(({ nodeId, ...ports }) => (nodeId === null ? [] : [{ nodeId, ...ports }]));
  const [first, last] = [hops[0], hops.at(-1)];
  if (!first || !last || hops.length < path.hops.length || hops.length > MAX_SWITCHES) return null;
  const labels = labelsOf(hops, path.nodeName ?? (() => null));
  const label = (nodeId: number): string => labels.get(nodeId) ?? `s${nodeId}`;
  const timeUnit = path.timeUnit ?? "ns";

  const links = new Map<string, TopologyLink>();
  const ports = new Set<string>();
  /** A port carries one link: one that is plugged in already is left out. */
  const portOf = (node: string, port: number | null): number | null => {
    const key = `${node} ${port}`;
    if (port === null || ports.has(key)) return null;
    ports.add(key);
    return port;
  };
  const elements = hops.flatMap((hop, i): Element[] => {
    const element: Element = {
      ...{ kind: "switch", label: label(hop.nodeId), nodeId: hop.nodeId, timeUnit },
      ...{
        program: null,
        device: null,
        path: "max",
        engine: DEFAULT_ESTIMATOR,
        queue: null,
        port: hop.egressPort,
      },
    };
    const before = hops[i - 1];
    if (!before) return [element];
    const [a, b] = [label(before.nodeId), label(hop.nodeId)];
    if (a === b)
      return [
        { kind: "vnf", label: `behind ${a}`, meanUs: null, sigmaUs: null, source: "declared" },
        element,
      ];
    const pair = a < b ? `${a} ${b}` : `${b} ${a}`;
    if (!links.has(pair)) {
      const [aPort, bPort] = [portOf(a, before.egressPort), portOf(b, hop.ingressPort)];
      links.set(pair, {
        ...{ a, b, gbps: linkGbps },
        ...(aPort !== null && { aPort }),
        ...(bPort !== null && { bPort }),
      });
    }
    return [{ kind: "link", label: `${a}-${b}`, delayUs: null }, element];
  });

  const kind = labels.size > 1 ? "uc2" : "uc1";
  const limits = { plUs, dlUs };
  const nodes = [...labels].map(([nodeId, id]) => ({
    ...{ id, kind: "device" as const, telemetry: { nodeId, timeUnit } },
  }));
  const functions = nodes.map(() => FORWARDING);
  return {
    topology: { version: 1, name, nodes, links: [...links.values()] },
    chain: {
      ...{ id: "path", name, functions, gbps: linkGbps, maxDelayUs: null },
      segments: [
        {
          id: "path",
          name: "Whole path",
          kind,
          fromFunction: 0,
          toFunction: functions.length - 1,
          ...limits,
        },
      ],
    },
    segments: [
      boundSegmentSchema.parse({
        ...{ id: "path", name: "Whole path", kind, ...limits, elements },
        exporters: [...path.exporters],
        from: { nodeId: first.nodeId, port: first.ingressPort },
        to: { nodeId: last.nodeId, port: last.egressPort },
      }),
    ],
  };
}

/** One name a node: that of the inventory where it can stand in a topology and is not taken, else by its id. */
function labelsOf(
  hops: readonly { nodeId: number }[],
  nodeName: (nodeId: number) => string | null,
): Map<number, string> {
  const labels = new Map<number, string>();
  const taken = new Set<string>();
  for (const { nodeId } of hops) {
    if (labels.has(nodeId)) continue;
    const wanted = nodeName(nodeId)
      ?.trim()
      .replaceAll(/[^A-Za-z0-9_.:-]+/g, "-")
      .replace(/^[^A-Za-z0-9]+/, "")
      .slice(0, 64);
    const label = wanted && !taken.has(wanted) ? wanted : `s${nodeId}`;
    taken.add(label);
    labels.set(nodeId, label);
  }
  return labels;
}

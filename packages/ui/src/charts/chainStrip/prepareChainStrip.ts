import { formatGbps, formatLatencyWithUnit, formatPercentDelta } from "../../format/index.ts";
import type { Verdict } from "../../primitives/VerdictBadge.tsx";

export interface ChainStripNode {
  id: string;
  kind: "source" | "switch" | "vnf" | "sink";
  label: string;
  /** Second line: the device profile. */
  detail?: string;
}

/** The way from one node of the strip to the next: hop `n` leads from node `n` to node `n + 1`. */
export interface ChainStripHop {
  id: string;
  /** Segment it belongs to; hops of the selected segment are lit. */
  segmentId?: string | null;
  observedUs: number | null;
  predictedUs: number | null;
  loadGbps?: number | null;
  /** of its segment */
  verdict: Verdict;
  /** Is this the element behind the verdict? Only the culprit is coloured. */
  culprit?: boolean;
}

export type HopLevel = "none" | "quiet" | "drifts" | "violated";

export interface ChainStripModel {
  nodes: readonly ChainStripNode[];
  hops: {
    id: string;
    segmentId: string | null;
    level: HopLevel;
    /** Line width in pixels, by load. */
    width: number;
    residualText: string;
    latencyText: string;
    name: string;
  }[];
}

const THIN = 2;
const THICK = 8;

function levelOf(residual: number | null, { culprit, verdict }: ChainStripHop): HopLevel {
  if (culprit && (verdict === "violated" || verdict === "drifts")) return verdict;
  return residual === null ? "none" : "quiet";
}

/** Ready model of a chain drawn as a strip; needs one hop fewer than nodes. */
export function prepareChainStrip(
  nodes: readonly ChainStripNode[],
  hops: readonly ChainStripHop[],
): ChainStripModel {
  const busiest = Math.max(0, ...hops.map((hop) => hop.loadGbps ?? 0));
  return {
    nodes,
    hops: hops.slice(0, Math.max(0, nodes.length - 1)).map((hop, index) => {
      const known = hop.observedUs !== null && hop.predictedUs !== null && hop.predictedUs > 0;
      const residual = known ? (hop.observedUs ?? 0) / (hop.predictedUs ?? 1) - 1 : null;
      const load = hop.loadGbps ?? null;
      const residualText = formatPercentDelta(residual);
      const from = nodes[index]?.label ?? "";
      const to = nodes[index + 1]?.label ?? "";
      return {
        id: hop.id,
        segmentId: hop.segmentId ?? null,
        level: levelOf(residual, hop),
        width: busiest > 0 && load !== null ? THIN + (THICK - THIN) * (load / busiest) : THIN,
        residualText: residual === null ? "" : residualText,
        latencyText: formatLatencyWithUnit(hop.observedUs ?? hop.predictedUs),
        name: [
          `${from} to ${to}`,
          // as it is shown first: a voice command says what it sees
          ...(residual === null ? [] : [residualText]),
          ...(hop.observedUs === null ? [] : [`${formatLatencyWithUnit(hop.observedUs)} observed`]),
          `${formatLatencyWithUnit(hop.predictedUs)} predicted`,
          ...(load === null ? [] : [formatGbps(load)]),
          hop.verdict === "no-data" ? "no data" : hop.verdict,
          ...(hop.culprit ? ["the culprit"] : []),
        ].join(", "),
      };
    }),
  };
}

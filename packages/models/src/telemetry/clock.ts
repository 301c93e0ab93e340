import { ITEM_EGRESS_TS, ITEM_INGRESS_TS, ITEM_LATENCY, ORIGIN_WIDE_TS, type ReportBatch } from "./batch.ts";
import type { NodeClock } from "./binding.ts";

const WORD = 0x100000000;
/** A wide difference beyond this is not a latency: the clock was set or the node restarted (our choice: one hour in ns). */
const MAX_WIDE_DIFFERENCE = 3.6e12;

/** Microseconds per unit of a node's timestamps and latency item. */
export type ClockScale = { readonly timestampUs: number; readonly latencyUs: number };

const NANOSECONDS: ClockScale = { timestampUs: 1e-3, latencyUs: 1e-3 };
const scaleOf = (unit: "ns" | "us"): number => (unit === "ns" ? 1e-3 : 1);

/** Scales by node id; nodes without an entry count in nanoseconds. */
export class ClockTable {
  private readonly scales = new Map<number, ClockScale>();

  constructor(nodes: readonly NodeClock[]) {
    for (const node of nodes) {
      const timestampUnit = node.timestampUnit ?? "ns";
      this.scales.set(node.nodeId, {
        timestampUs: scaleOf(timestampUnit),
        latencyUs: scaleOf(node.latencyUnit ?? timestampUnit),
      });
    }
  }

  of(nodeId: number): ClockScale {
    return this.scales.get(nodeId) ?? NANOSECONDS;
  }
}

/** Latency of hop `h` in us: its latency item, else egress minus ingress on the hop's own clock; NaN when unknown. */
export function hopLatencyUs(batch: ReportBatch, h: number, scale: ClockScale): number {
  const valid = batch.hopValid[h];
  if (valid & ITEM_LATENCY) return batch.hopLatency[h] * scale.latencyUs;
  if ((valid & (ITEM_INGRESS_TS | ITEM_EGRESS_TS)) !== (ITEM_INGRESS_TS | ITEM_EGRESS_TS)) return Number.NaN;
  return (
    differenceOf(
      batch.ingressTsHigh[h],
      batch.ingressTsLow[h],
      batch.egressTsHigh[h],
      batch.egressTsLow[h],
      (batch.hopOrigin[h] & ORIGIN_WIDE_TS) !== 0,
    ) * scale.timestampUs
  );
}

/** Time between two hops of the same node (VNF transit) in us, measured on one clock; NaN when unknown. */
export function gapUs(batch: ReportBatch, previous: number, next: number, scale: ClockScale): number {
  if (!(batch.hopValid[previous] & ITEM_EGRESS_TS) || !(batch.hopValid[next] & ITEM_INGRESS_TS))
    return Number.NaN;
  return (
    differenceOf(
      batch.egressTsHigh[previous],
      batch.egressTsLow[previous],
      batch.ingressTsHigh[next],
      batch.ingressTsLow[next],
      // a report's own metadata can be narrower than the stack: then only the low halves compare
      (batch.hopOrigin[previous] & batch.hopOrigin[next] & ORIGIN_WIDE_TS) !== 0,
    ) * scale.timestampUs
  );
}

/** later - earlier: modulo 2^32 for 4-byte timestamps; exact for 8-byte ones, where a step back is unknown (NaN). */
function differenceOf(
  earlierHigh: number,
  earlierLow: number,
  laterHigh: number,
  laterLow: number,
  wide: boolean,
): number {
  if (!wide) return (laterLow - earlierLow + WORD) % WORD;
  const difference = (laterHigh - earlierHigh) * WORD + (laterLow - earlierLow);
  return difference >= 0 && difference <= MAX_WIDE_DIFFERENCE ? difference : Number.NaN;
}

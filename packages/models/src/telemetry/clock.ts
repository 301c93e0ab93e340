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
  const wide = batch.hopOrigin[h] & ORIGIN_WIDE_TS;
  return (
    (wide ? wideStay(batch, h) : modulo(batch.egressTsLow[h] - batch.ingressTsLow[h])) * scale.timestampUs
  );
}

/** Time between two hops of the same node (VNF transit) in us, measured on one clock; NaN when unknown. */
export function gapUs(batch: ReportBatch, previous: number, next: number, scale: ClockScale): number {
  if (!(batch.hopValid[previous] & ITEM_EGRESS_TS) || !(batch.hopValid[next] & ITEM_INGRESS_TS))
    return Number.NaN;
  // a report's own metadata can be narrower than the stack: then only the low halves compare
  const wide = batch.hopOrigin[previous] & batch.hopOrigin[next] & ORIGIN_WIDE_TS;
  const units = wide
    ? wideGap(batch, previous, next)
    : modulo(batch.ingressTsLow[next] - batch.egressTsLow[previous]);
  return units * scale.timestampUs;
}

/** Difference of 4-byte timestamps, in units of the clock. */
const modulo = (difference: number): number => difference >>> 0;

/** Time in hop `h` by its 8-byte timestamps, in units of the clock; NaN when that is no latency. */
export const wideStay = (batch: ReportBatch, h: number): number =>
  plausible(
    (batch.egressTsHigh[h] - batch.ingressTsHigh[h]) * WORD + (batch.egressTsLow[h] - batch.ingressTsLow[h]),
  );

/** Time from leaving hop `previous` to entering `next` by 8-byte timestamps, in units of the clock; NaN when that is no latency. */
export const wideGap = (batch: ReportBatch, previous: number, next: number): number =>
  plausible(
    (batch.ingressTsHigh[next] - batch.egressTsHigh[previous]) * WORD +
      (batch.ingressTsLow[next] - batch.egressTsLow[previous]),
  );

/** A step back, or one too far, is unknown. */
const plausible = (difference: number): number =>
  difference >= 0 && difference <= MAX_WIDE_DIFFERENCE ? difference : Number.NaN;

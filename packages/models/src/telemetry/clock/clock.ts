import { ITEM_EGRESS_TS, ITEM_INGRESS_TS, ITEM_LATENCY, ORIGIN_WIDE_TS, type ReportBatch } from "../batch.ts";
import type { NodeClock } from "../match/binding.ts";
import { UNIT_CLOCK_48, UNIT_LATENCY_US, UNIT_TIMESTAMP_US } from "../profile/profile.ts";

const WORD = 0x100000000;
/**
 * A wide difference beyond this is not a latency: the clock was set or the node restarted (our choice: one hour in ns).
 */
const MAX_WIDE_DIFFERENCE = 3.6e12;

/** Microseconds per unit of a node's timestamps and latency item. */
export type ClockScale = { readonly timestampUs: number; readonly latencyUs: number };

const scaleOf = (unit: "ns" | "us"): number => (unit === "ns" ? 1e-3 : 1);
/** Scales by the unit bits of a report's exporter. */
const BY_UNITS: readonly ClockScale[] = Array.from({ length: 4 }, (_, units) => ({
  timestampUs: units & UNIT_TIMESTAMP_US ? 1 : 1e-3,
  latencyUs: units & UNIT_LATENCY_US ? 1 : 1e-3,
}));
const UNIT_BITS = UNIT_TIMESTAMP_US | UNIT_LATENCY_US;
/** A 48-bit clock wraps after this many units: its high half has 16 bits. */
const WRAP_48 = 2 ** 48;

/** The scale that the unit bits of a report say. */
export const scaleOfUnits = (units: number): ClockScale => BY_UNITS[units & UNIT_BITS];

/** Scales by node id; nodes without an entry count in the units of the exporter whose report tells of them. */
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

  /** Whether it says the units of this node itself. */
  has(nodeId: number): boolean {
    return this.scales.has(nodeId);
  }

  of(nodeId: number, units: number): ClockScale {
    return this.scales.get(nodeId) ?? scaleOfUnits(units);
  }
}

/** Latency of hop `h` in us: its latency item, else egress minus ingress on the hop's own clock; NaN when unknown. */
export function hopLatencyUs(batch: ReportBatch, h: number, scale: ClockScale, units: number): number {
  const valid = batch.hopValid[h];
  if (valid & ITEM_LATENCY) return batch.hopLatency[h] * scale.latencyUs;
  if ((valid & (ITEM_INGRESS_TS | ITEM_EGRESS_TS)) !== (ITEM_INGRESS_TS | ITEM_EGRESS_TS)) return Number.NaN;
  const wide = batch.hopOrigin[h] & ORIGIN_WIDE_TS;
  return (
    (wide ? wideStay(batch, h, units) : modulo(batch.egressTsLow[h] - batch.ingressTsLow[h])) *
    scale.timestampUs
  );
}

/** Time between two hops of the same node (VNF transit) in us, measured on one clock; NaN when unknown. */
export function gapUs(
  batch: ReportBatch,
  previous: number,
  next: number,
  scale: ClockScale,
  units: number,
): number {
  if (!(batch.hopValid[previous] & ITEM_EGRESS_TS) || !(batch.hopValid[next] & ITEM_INGRESS_TS))
    return Number.NaN;
  // a report's own metadata can be narrower than the stack: then only the low halves compare
  const wide = batch.hopOrigin[previous] & batch.hopOrigin[next] & ORIGIN_WIDE_TS;
  const difference = wide
    ? wideGap(batch, previous, next, units)
    : modulo(batch.ingressTsLow[next] - batch.egressTsLow[previous]);
  return difference * scale.timestampUs;
}

/** Difference of 4-byte timestamps, in units of the clock. */
const modulo = (difference: number): number => difference >>> 0;

/** Time in hop `h` by its 8-byte timestamps, in units of the clock; NaN when that is no latency. */
export const wideStay = (batch: ReportBatch, h: number, units: number): number =>
  plausible(
    units,
    (batch.egressTsHigh[h] - batch.ingressTsHigh[h]) * WORD + (batch.egressTsLow[h] - batch.ingressTsLow[h]),
  );

/**
 * Time from leaving hop `previous` to entering `next` by 8-byte timestamps, in units of the clock; NaN when
 * that is no latency.
 */
export const wideGap = (batch: ReportBatch, previous: number, next: number, units: number): number =>
  plausible(
    units,
    (batch.ingressTsHigh[next] - batch.egressTsHigh[previous]) * WORD +
      (batch.ingressTsLow[next] - batch.egressTsLow[previous]),
  );

/** A step back, or one too far, is unknown; a 48-bit clock that stepped back has wrapped. */
function plausible(units: number, difference: number): number {
  const forward = difference < 0 && units & UNIT_CLOCK_48 ? difference + WRAP_48 : difference;
  return forward >= 0 && forward <= MAX_WIDE_DIFFERENCE ? forward : Number.NaN;
}

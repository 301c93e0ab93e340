import {
  HAS_TIMESTAMP,
  ITEM_EGRESS_TS,
  ITEM_INGRESS_TS,
  ITEM_LATENCY,
  ITEM_NODE,
  ORIGIN_WIDE_TS,
  type ReportBatch,
} from "../batch.ts";
import { MARK_SINK_CLONE_LATENCY } from "../marks.ts";

const WORD = 0x100000000;
/** A latency item below is no uptime (our choice: 0.1 s); without timestamps that show it: 1 s. */
const LEAST_UPTIME = 1e5;
const LEAST_UPTIME_UNSEEN = 1e6;
/** Uptime and egress time are read at one moment: they agree within this share (our choice). */
const SAME_MOMENT = 1e-3;
/** Ingress and egress of a sink lie no further apart (our choice: 1 s, in microseconds). */
const LONGEST_STAY = 1e6;

/**
 * The sink of several BMv2 programs computes its latency on a clone that has lost its ingress timestamp: the item is
 * the uptime of the switch [int-geant]. It is taken out of the last hop, when its timestamps show it, or when the
 * report of that hop's node has lost its own ingress timestamp too. Two timestamps still give the latency; where the
 * clone wrote its own ingress time, it is 0 and taken out as well. `isClone`: a layout that clones are known to have.
 */
export function dropSinkUptime(batch: ReportBatch, r: number, isClone = false): void {
  const h = batch.hops - 1;
  const valid = batch.hopValid[h];
  let lost = 0;
  if (isIngressZero(batch, h, valid) && (isClone || isOfClone(batch, r, h, valid))) lost |= ITEM_INGRESS_TS;
  if (valid & ITEM_LATENCY && batch.hopLatency[h] >= LEAST_UPTIME && isUptime(batch, r, h, valid & ~lost))
    lost |= ITEM_LATENCY;
  if (lost === 0) return;
  batch.hopValid[h] &= ~lost;
  batch.hopInvalid[h] |= lost;
  batch.marks[r] |= MARK_SINK_CLONE_LATENCY;
}

const isWide = (batch: ReportBatch, h: number): boolean => (batch.hopOrigin[h] & ORIGIN_WIDE_TS) !== 0;
const clockOf = (wide: boolean, high: number, low: number): number => low + (wide ? high * WORD : 0);
const ingressOf = (batch: ReportBatch, h: number): number =>
  clockOf(isWide(batch, h), batch.ingressTsHigh[h], batch.ingressTsLow[h]);
const egressOf = (batch: ReportBatch, h: number): number =>
  clockOf(isWide(batch, h), batch.egressTsHigh[h], batch.egressTsLow[h]);

/** True where hop `h` is the reporting node's, and the report has lost the time at which its packet came. */
const isOfClone = (batch: ReportBatch, r: number, h: number, valid: number): boolean =>
  (valid & ITEM_NODE) !== 0 &&
  batch.hopNodeId[h] === batch.nodeId[r] &&
  (batch.has[r] & HAS_TIMESTAMP) !== 0 &&
  batch.timestamp[r] === 0;

/** An ingress time of 0 long after the start: a clock may wrap to 0, but not where the report has no time either. */
const isIngressZero = (batch: ReportBatch, h: number, valid: number): boolean =>
  (valid & ITEM_INGRESS_TS) !== 0 &&
  (valid & ITEM_EGRESS_TS) !== 0 &&
  ingressOf(batch, h) === 0 &&
  egressOf(batch, h) >= LEAST_UPTIME;

function isUptime(batch: ReportBatch, r: number, h: number, valid: number): boolean {
  const latency = batch.hopLatency[h];
  const wide = isWide(batch, h);
  const ingress = ingressOf(batch, h);
  const egress = egressOf(batch, h);
  // a clock of 8 bytes may count nanoseconds, of which the uptime in microseconds is a thousandth
  const isAny = (clock: number, is: (uptime: number) => boolean): boolean =>
    is(clock % WORD) || (wide && is(Math.floor(clock / 1000) % WORD));
  if (valid & ITEM_EGRESS_TS) {
    const agrees = (stay: number): boolean => Math.abs(latency - stay) <= stay * SAME_MOMENT;
    if (valid & ITEM_INGRESS_TS && isAny(wide ? egress - ingress : (egress - ingress) >>> 0, agrees))
      return false;
    return isAny(egress, agrees);
  }
  if (valid & ITEM_INGRESS_TS) {
    const follows = (uptime: number): boolean =>
      uptime >= LEAST_UPTIME_UNSEEN && latency >= uptime && latency - uptime <= LONGEST_STAY;
    return isAny(ingress, follows);
  }
  return isOfClone(batch, r, h, valid) && latency >= LEAST_UPTIME_UNSEEN;
}

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
 * report of that hop's node has lost its own ingress timestamp too. Two timestamps still give the latency.
 */
export function dropSinkUptime(batch: ReportBatch, r: number): void {
  const h = batch.hops - 1;
  const valid = batch.hopValid[h];
  if (!(valid & ITEM_LATENCY) || batch.hopLatency[h] < LEAST_UPTIME || !isUptime(batch, r, h, valid)) return;
  batch.hopValid[h] &= ~ITEM_LATENCY;
  batch.hopInvalid[h] |= ITEM_LATENCY;
  batch.marks[r] |= MARK_SINK_CLONE_LATENCY;
}

function isUptime(batch: ReportBatch, r: number, h: number, valid: number): boolean {
  const latency = batch.hopLatency[h];
  const wide = (batch.hopOrigin[h] & ORIGIN_WIDE_TS) !== 0;
  const ingress = batch.ingressTsLow[h] + (wide ? batch.ingressTsHigh[h] * WORD : 0);
  const egress = batch.egressTsLow[h] + (wide ? batch.egressTsHigh[h] * WORD : 0);
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
  const ofSink = (valid & ITEM_NODE) !== 0 && batch.hopNodeId[h] === batch.nodeId[r];
  const lostTime = (batch.has[r] & HAS_TIMESTAMP) !== 0 && batch.timestamp[r] === 0;
  return ofSink && lostTime && latency >= LEAST_UPTIME_UNSEEN;
}

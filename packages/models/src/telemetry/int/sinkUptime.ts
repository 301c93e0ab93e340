import {
  HAS_TIMESTAMP,
  ITEM_EGRESS_TS,
  ITEM_INGRESS_TS,
  ITEM_LATENCY,
  ITEM_NODE,
  MODE_MD,
  ORIGIN_WIDE_TS,
  type ReportBatch,
} from "../batch.ts";
import { MARK_SINK_CLONE_LATENCY } from "../marks.ts";

const WORD = 0x100000000;
/** A latency item below is no uptime (our choice: 0.1 s); without timestamps that show it: 1 s. */
export const LEAST_UPTIME = 1e5;
const LEAST_UPTIME_UNSEEN = 1e6;
/** Uptime and egress time are read at one moment: they agree within this share (our choice). */
export const SAME_MOMENT = 1e-3;
/** Ingress and egress of a sink lie no further apart (our choice: 1 s, in microseconds). */
const LONGEST_STAY = 1e6;

/** What the times of one report say of a large latency item: the stay, the uptime, nothing, or that of a clone. */
const DENIED = 0;
const SHOWN = 1;
const UNSEEN = 2;
const CLONE = 3;

/**
 * The sink of several BMv2 programs computes its latency on a clone that has lost its ingress timestamp: the item is
 * the uptime of the switch [int-geant]. It is taken out of the last hop, when its timestamps show it, or when the
 * report of that hop's node has lost its own ingress timestamp too. Two timestamps still give the latency; where the
 * clone wrote its own ingress time, it is 0 and taken out as well. `isClone`: a layout that clones are known to have.
 * What one report does not show `UptimeWatch` sees in several.
 */
export function dropSinkUptime(batch: ReportBatch, r: number, isClone = false): void {
  const h = batch.hops - 1;
  const valid = batch.hopValid[h];
  const latency = valid & ITEM_LATENCY ? batch.hopLatency[h] : 0;
  let lost = 0;
  if (isIngressLost(batch, r, h, valid, isClone)) lost |= ITEM_INGRESS_TS;
  if (latency >= LEAST_UPTIME) {
    const said = judge(batch, r, h, valid & ~lost);
    if (said === SHOWN || (said === CLONE && latency >= LEAST_UPTIME_UNSEEN)) lost |= ITEM_LATENCY;
  }
  if (lost === 0) return;
  batch.hopValid[h] &= ~lost;
  batch.hopInvalid[h] |= lost;
  batch.marks[r] |= MARK_SINK_CLONE_LATENCY;
}

/**
 * Whether the last hop of report `r` has a latency item of at least `least` that may be an uptime, and nothing in the
 * report shows that it is, or is not.
 */
export function mayBeUptime(batch: ReportBatch, r: number, least = LEAST_UPTIME_UNSEEN): boolean {
  const hops = batch.hopCount[r];
  if (hops === 0 || batch.mode[r] !== MODE_MD) return false;
  const h = batch.hopStart[r] + hops - 1;
  if (batch.hopLatency[h] < least) return false;
  const valid = batch.hopValid[h];
  const wasDropped = (batch.marks[r] & MARK_SINK_CLONE_LATENCY) !== 0;
  const written = valid | (wasDropped ? batch.hopInvalid[h] & ITEM_LATENCY : 0);
  if ((written & ITEM_LATENCY) === 0 || (valid & ITEM_NODE) === 0) return false;
  return judge(batch, r, h, valid) >= UNSEEN;
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

/**
 * An ingress time of 0 long after the start. A clock of 4 bytes may wrap to 0, but not where the report has no time
 * either; one of 8 bytes does not wrap.
 */
function isIngressLost(batch: ReportBatch, r: number, h: number, valid: number, isClone: boolean): boolean {
  if ((valid & ITEM_INGRESS_TS) === 0 || ingressOf(batch, h) !== 0) return false;
  if (valid & ITEM_EGRESS_TS) {
    if (egressOf(batch, h) < LEAST_UPTIME) return false;
    return isClone || isWide(batch, h) || isOfClone(batch, r, h, valid);
  }
  const uptime = (valid & ITEM_LATENCY) !== 0 && batch.hopLatency[h] >= LEAST_UPTIME_UNSEEN;
  return uptime && (isWide(batch, h) || isOfClone(batch, r, h, valid));
}

function judge(batch: ReportBatch, r: number, h: number, valid: number): number {
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
      return DENIED;
    return isAny(egress, agrees) ? SHOWN : UNSEEN;
  }
  if (valid & ITEM_INGRESS_TS) {
    const follows = (uptime: number): boolean =>
      uptime >= LEAST_UPTIME_UNSEEN && latency >= uptime && latency - uptime <= LONGEST_STAY;
    return isAny(ingress, follows) ? SHOWN : UNSEEN;
  }
  return isOfClone(batch, r, h, valid) ? CLONE : UNSEEN;
}

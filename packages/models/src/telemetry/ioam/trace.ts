import {
  DETAIL_DOMAIN,
  INT_IOAM,
  ITEM_DEPTH,
  ITEM_DOMAIN,
  ITEM_INGRESS_PORT,
  ITEM_INGRESS_TS,
  ITEM_LATENCY,
  ITEM_NODE,
  ITEM_PORTS,
  MAX_HOPS,
  MODE_MD,
  ORIGIN_STACK,
  ORIGIN_WIDE_TS,
  type ReportBatch,
} from "../batch.ts";
import {
  MARK_ARRIVALS,
  MARK_DISCARD,
  MARK_LATENCY_SATURATED,
  MARK_NODE_CUT,
  MARK_TIME_FORMAT,
  MARK_TRACE_OVERFLOW,
} from "../marks.ts";
import type { DecodeOptions } from "../profile/profile.ts";
import { HOP_LIMIT, IOAM_TRACE, OK } from "../reasons.ts";
import { highNs, lowNs, UNKNOWN_TIME, WORD } from "./time.ts";

/** Options of IPv6 that carry IOAM: data that nodes may change on the way, and data that they may not (RFC 9486). */
const OPTION_MUTABLE = 0x31;
const OPTION_FIXED = 0x11;
export const PREALLOCATED = 0;
export const INCREMENTAL = 1;

/** Bytes of the trace header (RFC 9197, 4.4.1). */
const HEADER_BYTES = 8;
const FLAG_OVERFLOW = 0x8;
const FLAG_ACTIVE = 0x2;

/** Bits of the 24-bit trace type; bit 0 is the most significant. */
export const bit = (n: number): number => 1 << (23 - n);
const SHORT_NODE = bit(0);
const SHORT_PORTS = bit(1);
const SECONDS = bit(2);
const FRACTION = bit(3);
const DELAY = bit(4);
const NAMESPACE_DATA = bit(5);
const QUEUE_DEPTH = bit(6);
const WIDE_NODE = bit(8);
const WIDE_PORTS = bit(9);
const WIDE_DATA = bit(10);
const SNAPSHOT = bit(22);
const RESERVED = bit(23);
const ALL_ONES = 0xffffffff;
const NO_NODE = 0xffffff;
const NO_PORT = 0xffff;
/** Transit delay: the time did not fit into 31 bits of nanoseconds. */
const DELAY_OVERFLOW = 0x80000000;

/** Words that a node adds for the bits 0 to 21 of a trace type: two for the wide items, one for the others. */
export function nodeWords(type: number): number {
  let words = 0;
  for (let n = 0; n <= 21; n++) if (type & bit(n)) words += n >= 8 && n <= 10 ? 2 : 1;
  return words;
}

/** Offsets of the blocks of one trace, newest first; reused from trace to trace. */
const blocks = new Int32Array(MAX_HOPS);

/**
 * Looks for an IOAM trace among the options `at .. end` of an IPv6 extension header and appends its nodes to report
 * `r`. The first trace with nodes counts; options that are no trace are passed over.
 */
export function readIoamOptions(
  v: DataView,
  at: number,
  end: number,
  options: DecodeOptions,
  batch: ReportBatch,
  r: number,
): number {
  let p = at;
  while (p < end) {
    const kind = v.getUint8(p);
    if (kind === 0) {
      p++;
      continue;
    }
    if (p + 2 > end) return OK;
    const next = p + 2 + v.getUint8(p + 1);
    if (next > end) return kind === OPTION_MUTABLE || kind === OPTION_FIXED ? IOAM_TRACE : OK;
    if ((kind === OPTION_MUTABLE || kind === OPTION_FIXED) && next >= p + 4 && batch.mode[r] === 0) {
      const form = v.getUint16(p + 2); // a reserved byte of 0, and the IOAM option type
      if (form === PREALLOCATED || form === INCREMENTAL) {
        const reason = readTrace(v, p + 4, next, form, options, batch, r);
        if (reason !== OK) return reason;
      }
    }
    p = next;
  }
  return OK;
}

/** Whether the options `at .. end` of an extension header hold an IOAM trace. */
export function hasTrace(v: DataView, at: number, end: number): boolean {
  let p = at;
  while (p + 4 <= end) {
    const kind = v.getUint8(p);
    const form = v.getUint16(p + 2);
    if ((kind === OPTION_MUTABLE || kind === OPTION_FIXED) && (form === PREALLOCATED || form === INCREMENTAL))
      return true;
    p += kind === 0 ? 1 : 2 + v.getUint8(p + 1);
  }
  return false;
}

function readTrace(
  v: DataView,
  at: number,
  end: number,
  form: number,
  options: DecodeOptions,
  batch: ReportBatch,
  r: number,
): number {
  if (at + HEADER_BYTES > end) return IOAM_TRACE;
  const word = v.getUint16(at + 2);
  const length = word >>> 11;
  const flags = (word >>> 7) & 0xf;
  const type = v.getUint32(at + 4) >>> 8;
  if (length !== nodeWords(type) || type & RESERVED) return IOAM_TRACE;
  const data = at + HEADER_BYTES;
  const newest = form === PREALLOCATED ? data + 4 * (word & 0x7f) : data;
  if (newest > end) return IOAM_TRACE;
  const count = locateBlocks(v, newest, end, 4 * length, (type & SNAPSHOT) !== 0);
  if (count < 0) return count === TOO_MANY ? HOP_LIMIT : IOAM_TRACE;
  batch.int[r] = INT_IOAM;
  batch.mode[r] = MODE_MD;
  batch.units[r] = 0; // nanoseconds, by the format
  batch.domainId[r] = v.getUint16(at);
  batch.detailKind[r] = DETAIL_DOMAIN;
  batch.detailCount[r] = 0;
  if (flags & FLAG_OVERFLOW) batch.marks[r] |= MARK_TRACE_OVERFLOW;
  if (flags & FLAG_ACTIVE) batch.marks[r] |= MARK_DISCARD;
  const first = batch.hops;
  for (let i = count - 1; i >= 0; i--) readNode(v, blocks[i], type, options.ioamTime, batch, r);
  if (type & SECONDS && type & FRACTION && options.ioamTime === UNKNOWN_TIME)
    batch.marks[r] |= MARK_TIME_FORMAT;
  if (options.clocksSynchronised) fillFromArrivals(batch, r, first);
  return OK;
}

const BAD_BLOCKS = -1;
const TOO_MANY = -2;

/** Offsets of the nodes' data into `blocks`; their number, or why there are none. */
function locateBlocks(v: DataView, at: number, end: number, bytes: number, hasSnapshot: boolean): number {
  let count = 0;
  let p = at;
  while (p < end) {
    if (count === MAX_HOPS) return TOO_MANY;
    blocks[count++] = p;
    p += bytes;
    if (hasSnapshot) {
      if (p + 4 > end) return BAD_BLOCKS;
      p += 4 + 4 * v.getUint8(p);
    }
    // a trace type without items has no nodes to read
    if (p === blocks[count - 1]) return BAD_BLOCKS;
  }
  return p === end ? count : BAD_BLOCKS;
}

/** One node's data as the next hop of the batch. */
function readNode(
  v: DataView,
  at: number,
  type: number,
  format: number,
  batch: ReportBatch,
  r: number,
): void {
  const h = batch.hops++;
  let valid = 0;
  let p = at;
  batch.hopOrigin[h] = ORIGIN_STACK | ORIGIN_WIDE_TS;
  batch.hopInvalid[h] = 0;
  if (type & SHORT_NODE) {
    const id = v.getUint32(p) & NO_NODE;
    if (id !== NO_NODE) {
      batch.hopNodeId[h] = id;
      valid |= ITEM_NODE;
    }
    p += 4;
  }
  if (type & SHORT_PORTS) {
    const ingress = v.getUint16(p);
    const egress = v.getUint16(p + 2);
    if (ingress !== NO_PORT) {
      batch.ingressPort[h] = ingress;
      batch.egressPort[h] = egress;
      valid |= egress === NO_PORT ? ITEM_INGRESS_PORT : ITEM_PORTS;
    }
    p += 4;
  }
  let seconds = ALL_ONES;
  let fraction = ALL_ONES;
  if (type & SECONDS) {
    seconds = v.getUint32(p);
    p += 4;
  }
  if (type & FRACTION) {
    fraction = v.getUint32(p);
    p += 4;
  }
  if (seconds !== ALL_ONES && fraction !== ALL_ONES && format !== UNKNOWN_TIME) {
    const low = lowNs(seconds, fraction, format);
    if (low >= 0) {
      batch.ingressTsLow[h] = low % WORD;
      batch.ingressTsHigh[h] = highNs(seconds, low);
      valid |= ITEM_INGRESS_TS;
    }
  }
  if (type & DELAY) {
    const delay = v.getUint32(p);
    if (delay < DELAY_OVERFLOW) {
      batch.hopLatency[h] = delay;
      valid |= ITEM_LATENCY;
    } else if (delay !== ALL_ONES) batch.marks[r] |= MARK_LATENCY_SATURATED;
    p += 4;
  }
  if (type & NAMESPACE_DATA) {
    const data = v.getUint32(p);
    if (data !== ALL_ONES) {
      batch.domainWord[h] = data;
      valid |= ITEM_DOMAIN;
    }
    p += 4;
  }
  if (type & QUEUE_DEPTH) {
    const depth = v.getUint32(p);
    if (depth !== ALL_ONES) {
      batch.queueDepth[h] = depth;
      valid |= ITEM_DEPTH;
    }
    p += 4;
  }
  if (type & bit(7)) p += 4;
  if (type & WIDE_NODE) {
    const high = v.getUint32(p) & NO_NODE;
    const low = v.getUint32(p + 4);
    if (!(valid & ITEM_NODE) && (high !== NO_NODE || low !== ALL_ONES)) {
      batch.hopNodeId[h] = low;
      valid |= ITEM_NODE;
      if (high !== 0) batch.marks[r] |= MARK_NODE_CUT;
    }
    p += 8;
  }
  if (type & WIDE_PORTS) {
    const ingress = v.getUint32(p);
    const egress = v.getUint32(p + 4);
    if (!(valid & (ITEM_PORTS | ITEM_INGRESS_PORT)) && ingress !== ALL_ONES) {
      batch.ingressPort[h] = ingress;
      batch.egressPort[h] = egress;
      valid |= egress === ALL_ONES ? ITEM_INGRESS_PORT : ITEM_PORTS;
    }
    p += 8;
  }
  if (type & WIDE_DATA && !(valid & ITEM_DOMAIN)) {
    const low = v.getUint32(p + 4);
    if (low !== ALL_ONES || v.getUint32(p) !== ALL_ONES) {
      batch.domainWord[h] = low;
      valid |= ITEM_DOMAIN;
    }
  }
  batch.hopValid[h] = valid;
}

/**
 * Latency of nodes that say none, where all clocks go alike: from arrival here to arrival at the next node, which is
 * the stay and the link. The last node has no next one.
 */
function fillFromArrivals(batch: ReportBatch, r: number, first: number): void {
  const { hopValid, ingressTsHigh, ingressTsLow } = batch;
  for (let h = first; h + 1 < batch.hops; h++) {
    if (hopValid[h] & ITEM_LATENCY || !(hopValid[h] & hopValid[h + 1] & ITEM_INGRESS_TS)) continue;
    const ns = (ingressTsHigh[h + 1] - ingressTsHigh[h]) * WORD + (ingressTsLow[h + 1] - ingressTsLow[h]);
    if (ns < 0 || ns >= WORD) continue;
    batch.hopLatency[h] = ns;
    hopValid[h] |= ITEM_LATENCY;
    batch.marks[r] |= MARK_ARRIVALS;
  }
}

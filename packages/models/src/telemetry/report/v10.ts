import {
  FLAG_CONGESTED,
  FLAG_DROPPED,
  FLAG_TRACKED,
  FORMAT_10,
  HAS_DROP,
  HAS_NODE,
  HAS_TIMESTAMP,
  ITEM_EGRESS_TS,
  ITEM_INGRESS_TS,
  ITEM_LATENCY,
  ITEM_NODE,
  ITEM_PORTS,
  ITEM_QUEUE,
  ITEM_TX,
  ORIGIN_REPORT,
  type ReportBatch,
} from "../batch.ts";
import type { ReportInput } from "../encode/input.ts";
import { LAYOUT_10 } from "../int/hopBlock.ts";
import { writeHop } from "../int/hopEncode.ts";
import { dropSinkUptime } from "../int/sinkUptime.ts";
import { MARK_INVALID_ITEM } from "../marks.ts";
import { popcount16, put32 } from "../packet/bytes.ts";
import { readInner } from "../packet/inner.ts";
import { writeInner } from "../packet/packetEncode.ts";
import type { DecodeOptions } from "../profile/profile.ts";
import { DATAGRAM_TOO_SHORT, INNER_TYPE, OK, REPORT_HEADER_LENGTH, REPORT_RESERVED } from "../reasons.ts";
import { placeOwnHop } from "./reportHop.ts";

const ALL_ONES = 0xffffffff;
const FIXED_WORDS = 4;

/**
 * Telemetry Report v1.0 [int-report-v1.0], in the standard layout or with early flags (ONOS): one datagram, one report.
 */
export function decodeReportV10(
  v: DataView,
  at: number,
  end: number,
  options: DecodeOptions,
  batch: ReportBatch,
): number {
  if (at + 4 * FIXED_WORDS > end) return DATAGRAM_TOO_SHORT;
  const words = v.getUint8(at) & 0x0f;
  // RepMdBits 0..5 as the six low bits, bit 0 = 0x20
  const metadata = ((v.getUint8(at + 1) & 0x1f) << 1) | (v.getUint8(at + 2) >> 7);
  if (words !== FIXED_WORDS + popcount16(metadata)) return REPORT_HEADER_LENGTH;
  if (at + 4 * words > end) return DATAGRAM_TOO_SHORT;
  const nprot = v.getUint8(at + 1) >> 5;
  if (nprot > 2) return INNER_TYPE;

  const r = batch.begin(FORMAT_10);
  const standardFlags = (v.getUint8(at + 2) & 0x01) | (v.getUint8(at + 3) & 0xc0);
  const early =
    options.reportFlags === 2 ||
    (options.reportFlags === 0 && standardFlags === 0 && (v.getUint8(at + 2) & 0x7e) !== 0);
  batch.flags[r] = early
    ? (v.getUint8(at + 2) & 0x40 ? FLAG_DROPPED : 0) |
      (v.getUint8(at + 2) & 0x20 ? FLAG_CONGESTED : 0) |
      (v.getUint8(at + 2) & 0x10 ? FLAG_TRACKED : 0)
    : (v.getUint8(at + 2) & 0x01 ? FLAG_DROPPED : 0) |
      (v.getUint8(at + 3) & 0x80 ? FLAG_CONGESTED : 0) |
      (v.getUint8(at + 3) & 0x40 ? FLAG_TRACKED : 0);
  batch.hwId[r] = v.getUint8(at + 3) & 0x3f;
  batch.nodeId[r] = v.getUint32(at + 4);
  batch.sequence[r] = v.getUint32(at + 8);
  batch.has[r] |= HAS_NODE;
  const timestamp = v.getUint32(at + 12);
  if (timestamp !== ALL_ONES) {
    batch.has[r] |= HAS_TIMESTAMP;
    batch.timestamp[r] = timestamp;
  }
  const own = batch.hops;
  if (metadata !== 0) readOwnHop(v, at + 4 * FIXED_WORDS, metadata, timestamp, batch, r);
  const reason = readInner(v, at + 4 * words, end, nprot, metadata !== 0, early, options, batch, r);
  if (reason !== OK) return reason;
  // a report that names no flow must at least keep the reserved bits, of its layout, clear
  if (batch.family[r] === 0 && (v.getUint8(at + 2) & (early ? 0x0e : 0x7e)) !== 0) return REPORT_RESERVED;
  if (metadata !== 0) placeOwnHop(batch, r, own);
  else if (batch.hops > own) dropSinkUptime(batch, r);
  batch.end(r);
  return OK;
}

/** The report's metadata words as a hop of the reporting switch. */
function readOwnHop(
  v: DataView,
  p: number,
  metadata: number,
  timestamp: number,
  batch: ReportBatch,
  r: number,
): void {
  const h = batch.hops++;
  let valid = ITEM_NODE;
  let asked = ITEM_NODE;
  batch.hopOrigin[h] = ORIGIN_REPORT;
  batch.hopNodeId[h] = batch.nodeId[r];
  if (timestamp !== ALL_ONES) {
    valid |= ITEM_INGRESS_TS;
    asked |= ITEM_INGRESS_TS;
    batch.ingressTsHigh[h] = 0;
    batch.ingressTsLow[h] = timestamp;
  }
  for (let bit = 0x20; bit !== 0; bit >>= 1) {
    if ((metadata & bit) === 0) continue;
    const word = v.getUint32(p);
    const given = word !== ALL_ONES;
    if (bit === 0x20) {
      asked |= ITEM_PORTS;
      if (given) valid |= ITEM_PORTS;
      batch.ingressPort[h] = v.getUint16(p);
      batch.egressPort[h] = v.getUint16(p + 2);
    } else if (bit === 0x10) {
      asked |= ITEM_LATENCY;
      if (given) valid |= ITEM_LATENCY;
      batch.hopLatency[h] = word;
    } else if (bit === 0x08) {
      asked |= ITEM_QUEUE;
      if (given) valid |= ITEM_QUEUE;
      batch.queueId[h] = v.getUint8(p);
      batch.queueDepth[h] = v.getUint32(p) & 0xffffff;
    } else if (bit === 0x04) {
      asked |= ITEM_EGRESS_TS;
      if (given) valid |= ITEM_EGRESS_TS;
      batch.egressTsHigh[h] = 0;
      batch.egressTsLow[h] = word;
    } else if (bit === 0x02) {
      if (given) {
        batch.has[r] |= HAS_DROP;
        batch.dropQueue[r] = v.getUint8(p);
        batch.dropReason[r] = v.getUint8(p + 1);
      }
    } else {
      asked |= ITEM_TX;
      if (given) valid |= ITEM_TX;
      batch.txUtilization[h] = word;
    }
    p += 4;
  }
  batch.hopValid[h] = valid;
  batch.hopInvalid[h] = asked & ~valid;
  if (asked !== valid) batch.marks[r] |= MARK_INVALID_ITEM;
}

/** Instruction bits that have a RepMdBit, in the order of the RepMdBits; 0x0001 stands for the drop word (bit 4). */
const METADATA_ORDER = [0x4000, 0x2000, 0x1000, 0x0400, 0x0001, 0x0100] as const;

/** Writes a v1.0 report at `p` and returns its end. Metadata: 0x4000, 0x2000, 0x1000, 0x0400 and 0x0100 only. */
export function encodeReportV10(b: Uint8Array, p: number, report: ReportInput): number {
  const { flags, drop, metadata } = report;
  const asked = (metadata?.instructions ?? 0) | (drop ? 0x0001 : 0);
  const family = report.flow.src.includes(":") ? 6 : 4;
  const ethernet = report.innerLayer !== "ip";
  let bits = 0;
  let at = p + 4 * FIXED_WORDS;
  for (const [i, bit] of METADATA_ORDER.entries()) {
    if ((asked & bit) === 0) continue;
    bits |= 0x20 >> i;
    if (bit === 0x0001) {
      put32(b, at, ((drop?.queueId ?? 0) << 24) | ((drop?.reason ?? 0) << 16));
      at += 4;
    } else {
      at = writeHop(b, at, metadata?.hop ?? {}, bit, LAYOUT_10);
    }
  }
  b[p] = 0x10 | ((at - p) >> 2);
  b[p + 1] = ((ethernet ? 0 : family === 4 ? 1 : 2) << 5) | (bits >> 1);
  const hwId = report.hwId ?? 0;
  const lastBit = (bits & 1) << 7;
  if (report.style?.earlyFlags) {
    b[p + 2] =
      lastBit | (flags.dropped ? 0x40 : 0) | (flags.congested ? 0x20 : 0) | (flags.tracked ? 0x10 : 0);
    b[p + 3] = hwId;
  } else {
    b[p + 2] = lastBit | (flags.dropped ? 0x01 : 0);
    b[p + 3] = (flags.congested ? 0x80 : 0) | (flags.tracked ? 0x40 : 0) | hwId;
  }
  put32(b, p + 4, report.nodeId);
  put32(b, p + 8, report.sequence);
  put32(b, p + 12, report.timestamp ?? ALL_ONES);
  return writeInner(b, at, report.flow, ethernet, report.dscp ?? 0, report.int ?? null);
}

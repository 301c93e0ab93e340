import {
  DETAIL_DOMAIN,
  FLAG_CONGESTED,
  FLAG_DROPPED,
  FLAG_INTERMEDIATE,
  FLAG_TRACKED,
  FORMAT_20,
  HAS_DROP,
  HAS_NODE,
  ITEM_NODE,
  MAX_REPORTS,
  MODE_XD,
  ORIGIN_REPORT,
  type ReportBatch,
} from "../batch.ts";
import type { ReportInput } from "../encode/input.ts";
import { blockWords, LAYOUT_20, readHop } from "../int/hopBlock.ts";
import { writeHop } from "../int/hopEncode.ts";
import { dropSinkUptime } from "../int/sinkUptime.ts";
import { MARK_INNER_TYPE_MISMATCH, MARK_INTERMEDIATE, MARK_UNKNOWN_DOMAIN } from "../marks.ts";
import { popcount16, put32 } from "../packet/bytes.ts";
import { isEthernetIp } from "../packet/ethernet.ts";
import { INNER_ETHERNET, readInner } from "../packet/inner.ts";
import { writeInner } from "../packet/packetEncode.ts";
import type { DecodeOptions } from "../profile/profile.ts";
import {
  DATAGRAM_TOO_SHORT,
  INNER_HEADER,
  INNER_TYPE,
  METADATA_LENGTH,
  OK,
  REPORT_LENGTH,
  REPORT_LIMIT,
  REPORT_RESERVED,
  REPORT_TYPE,
  TLV_LENGTH,
  TLV_LIMIT,
} from "../reasons.ts";
import { placeOwnHop } from "./reportHop.ts";

const TYPE_INNER_ONLY = 0;
export const TYPE_INT = 1;
export const TO_THE_END = 0xff;
const MAX_TLVS = 16;
/** RepMdBits that name items of a hop block; bit 0 is reserved, bit 15 is the drop reason. */
const HOP_BITS = 0x7ffe;
const RESERVED_BITS = 0x007e;
const DROP_BIT = 0x0001;

/** Telemetry Report v2.0 [int-report-v2.0]: a group header, then individual reports until the datagram ends. */
export function decodeReportV20(
  v: DataView,
  at: number,
  end: number,
  options: DecodeOptions,
  batch: ReportBatch,
): number {
  if (at + 12 > end) return DATAGRAM_TOO_SHORT;
  const group = v.getUint32(at);
  const nodeId = v.getUint32(at + 4);
  let p = at + 8;
  let known = 0;
  for (let count = 0; p < end; count++) {
    if (count === MAX_REPORTS) return REPORT_LIMIT;
    if (p + 4 > end) return REPORT_LENGTH;
    const length = v.getUint8(p + 1);
    let reportEnd = length === TO_THE_END ? end : p + 4 + 4 * length;
    if (reportEnd > end) {
      if (!options.isCut) return REPORT_LENGTH;
      reportEnd = end;
    }
    const type = v.getUint8(p) >> 4;
    if (type <= TYPE_INT) {
      known++;
      const r = beginV20(group, nodeId, options, batch);
      const reason = readReport(v, p, reportEnd, type, options, batch, r);
      if (reason !== OK) return reason;
      batch.end(r);
    }
    p = reportEnd;
  }
  return known > 0 ? OK : REPORT_TYPE;
}

/** Starts a report with what the group header says. */
export function beginV20(group: number, nodeId: number, options: DecodeOptions, batch: ReportBatch): number {
  const r = batch.begin(FORMAT_20);
  batch.has[r] = HAS_NODE;
  batch.nodeId[r] = nodeId;
  batch.hwId[r] = (group >>> 22) & 0x3f;
  batch.sequence[r] = (group & 0x3fffff) >>> options.sequenceShift;
  return r;
}

/** The flags of an individual report, by the last byte of its first word. */
export function takeFlagsV20(bits: number, batch: ReportBatch, r: number): void {
  batch.flags[r] =
    (bits & 0x80 ? FLAG_DROPPED : 0) |
    (bits & 0x40 ? FLAG_CONGESTED : 0) |
    (bits & 0x20 ? FLAG_TRACKED : 0) |
    (bits & 0x10 ? FLAG_INTERMEDIATE : 0);
  if (bits & 0x10) batch.marks[r] |= MARK_INTERMEDIATE;
}

function readReport(
  v: DataView,
  p: number,
  end: number,
  type: number,
  options: DecodeOptions,
  batch: ReportBatch,
  r: number,
): number {
  takeFlagsV20(v.getUint8(p + 3), batch, r);
  const innerType = v.getUint8(p) & 0x0f;
  if (type === TYPE_INNER_ONLY) {
    const reason = readInnerType(v, p + 4, end, innerType, false, options, batch, r);
    return reason === OK ? checkReserved(v, p, batch, r) : reason;
  }

  if (p + 12 > end) return REPORT_LENGTH;
  const metadataWords = v.getUint8(p + 2);
  const metadata = v.getUint16(p + 4);
  const domainId = v.getUint16(p + 6);
  const inner = p + 12 + 4 * metadataWords;
  if (inner > end) return REPORT_LENGTH;
  const hopWords = blockWords(metadata & HOP_BITS, LAYOUT_20);
  const reservedWords = popcount16(metadata & RESERVED_BITS);
  const baseWords = hopWords + reservedWords + (metadata & DROP_BIT);
  const isDomain = v.getUint16(p + 8) !== 0;
  if (metadataWords < baseWords || (!isDomain && metadataWords !== baseWords)) return METADATA_LENGTH;

  batch.domainId[r] = domainId;
  if (isDomain && !options.domains.has(domainId)) batch.marks[r] |= MARK_UNKNOWN_DOMAIN;
  const own = batch.hops;
  const hasOwn = (metadata & HOP_BITS) !== 0;
  if (hasOwn) {
    readHop(v, p + 12, metadata & HOP_BITS, LAYOUT_20, 4 * reservedWords, ORIGIN_REPORT, batch, r);
    batch.hopValid[own] |= ITEM_NODE;
    batch.hopNodeId[own] = batch.nodeId[r];
  }
  if (metadata & DROP_BIT) {
    const drop = p + 12 + 4 * (hopWords + reservedWords);
    batch.has[r] |= HAS_DROP;
    batch.dropQueue[r] = v.getUint8(drop);
    batch.dropReason[r] = v.getUint8(drop + 1);
  }
  if (isDomain) {
    for (let at = p + 12 + 4 * baseWords; at < inner; at += 4)
      batch.addDetail(r, DETAIL_DOMAIN, v.getUint32(at));
  }
  const reason = readInnerType(v, inner, end, innerType, metadata !== 0, options, batch, r);
  if (reason !== OK) return reason;
  if (checkReserved(v, p, batch, r) !== OK) return REPORT_RESERVED;
  if (hasOwn) placeOwnHop(batch, r, own);
  else if (batch.hops > own) dropSinkUptime(batch, r);
  return OK;
}

/** A report that names no flow must at least keep the reserved bits clear. */
const checkReserved = (v: DataView, p: number, batch: ReportBatch, r: number): number =>
  batch.family[r] === 0 && (v.getUint8(p + 3) & 0x0f) !== 0 ? REPORT_RESERVED : OK;

/** InType of an individual report: 0 none, 1 TLVs, 2 domain data, 3 Ethernet, 4 IPv4, 5 IPv6. */
function readInnerType(
  v: DataView,
  at: number,
  end: number,
  innerType: number,
  ownHops: boolean,
  options: DecodeOptions,
  batch: ReportBatch,
  r: number,
): number {
  switch (innerType) {
    case 0:
    case 2:
      if (innerType === 2)
        for (let p = at; p + 4 <= end; p += 4) batch.addDetail(r, DETAIL_DOMAIN, v.getUint32(p));
      if (ownHops) batch.mode[r] = MODE_XD;
      return OK;
    case 1:
      return readTlvs(v, at, end, ownHops, options, batch, r);
    case 3:
      return readInner(v, at, end, INNER_ETHERNET, ownHops, false, options, batch, r);
    case 4:
    case 5: {
      const reason = readInner(v, at, end, innerType - 3, ownHops, false, options, batch, r);
      if (reason !== INNER_HEADER || !isEthernetIp(v, at, end)) return reason;
      batch.marks[r] |= MARK_INNER_TYPE_MISMATCH;
      return readInner(v, at, end, INNER_ETHERNET, ownHops, false, options, batch, r);
    }
    default:
      return INNER_TYPE;
  }
}

/**
 * TLVs: the first packet (type 1 to 3) gives the flow and the stack, domain data (type 0) are kept, the
 * others are passed over.
 */
function readTlvs(
  v: DataView,
  at: number,
  end: number,
  ownHops: boolean,
  options: DecodeOptions,
  batch: ReportBatch,
  r: number,
): number {
  let p = at;
  let found = false;
  for (let count = 0; p < end; count++) {
    if (count === MAX_TLVS) return TLV_LIMIT;
    if (p + 4 > end) return TLV_LENGTH;
    const type = v.getUint8(p) >> 4;
    const next = p + 4 + 4 * v.getUint8(p + 1);
    if (next > end) return TLV_LENGTH;
    if (type === 0) {
      for (let at = p + 4; at < next; at += 4) batch.addDetail(r, DETAIL_DOMAIN, v.getUint32(at));
    } else if (type <= 3 && !found) {
      found = true;
      const reason = readInner(v, p + 4, next, type - 1, ownHops, false, options, batch, r);
      if (reason !== OK) return reason;
    }
    p = next;
  }
  if (!found && ownHops) batch.mode[r] = MODE_XD;
  return OK;
}

const INNER_CODE = { ethernet: 3, ip4: 4, ip6: 5 } as const;
const METADATA_BITS = 0x7f80;

/** Writes the group header of a v2.0 datagram at `p` and returns the offset behind it. */
export function encodeGroupV20(
  b: Uint8Array,
  p: number,
  nodeId: number,
  hwId: number,
  sequence: number,
): number {
  put32(b, p, (0x20000000 | (hwId << 22) | (sequence & 0x3fffff)) >>> 0);
  put32(b, p + 4, nodeId);
  return p + 8;
}

/**
 * Appends one individual report at `p` and returns its end, padded to words. An inner packet of more than 254
 * words is written "to the end of the datagram" (length 0xFF): such a report must be the last. Node, hardware
 * id and sequence are those of the group header.
 */
export function encodeIndividualV20(b: Uint8Array, p: number, report: ReportInput): number {
  const { flags, drop, metadata } = report;
  const bits = ((metadata?.instructions ?? 0) & METADATA_BITS) | (drop ? DROP_BIT : 0);
  let at = p + 12;
  if (metadata) at = writeHop(b, at, metadata.hop, bits & METADATA_BITS, LAYOUT_20);
  if (drop) {
    put32(b, at, ((drop.queueId << 24) | (drop.reason << 16)) >>> 0);
    at += 4;
  }
  const ethernet = report.innerLayer !== "ip";
  const inner = ethernet ? "ethernet" : report.flow.src.includes(":") ? "ip6" : "ip4";
  b[p] = (TYPE_INT << 4) | INNER_CODE[inner];
  b[p + 2] = (at - p - 12) >> 2;
  b[p + 3] =
    (flags.dropped ? 0x80 : 0) |
    (flags.congested ? 0x40 : 0) |
    (flags.tracked ? 0x20 : 0) |
    (flags.intermediate ? 0x10 : 0);
  put32(b, p + 4, bits * 0x10000);
  put32(b, p + 8, 0);
  let end = writeInner(b, at, report.flow, ethernet, report.dscp ?? 0, report.int ?? null);
  while ((end - p) % 4 !== 0) b[end++] = 0;
  b[p + 1] = Math.min(TO_THE_END, (end - p - 4) >> 2);
  return end;
}

/** Writes a datagram with one v2.0 report at `p` and returns its end. */
export function encodeReportV20(b: Uint8Array, p: number, report: ReportInput): number {
  return encodeIndividualV20(
    b,
    encodeGroupV20(
      b,
      p,
      report.nodeId,
      report.hwId ?? 0,
      report.sequence << (report.style?.sequenceShift ?? 0),
    ),
    report,
  );
}

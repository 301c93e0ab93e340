import {
  DETAIL_NONE,
  FLAG_INTERMEDIATE,
  FLAG_TRACKED,
  FORMAT_10,
  FORMAT_20,
  HAS_IDENTIFICATION,
  HAS_NODE,
  HAS_PORTS,
  HAS_REMAINING,
  HAS_TIMESTAMP,
  INT_10,
  INT_20,
  ITEM_EGRESS_TS,
  ITEM_INGRESS_TS,
  ITEM_LATENCY,
  MODE_MD,
  ORIGIN_STACK,
  ORIGIN_WIDE_TS,
  type ReportBatch,
} from "../batch.ts";
import { LEAST_UPTIME, SAME_MOMENT } from "../int/sinkUptime.ts";
import { TCP, UDP } from "../packet/headers.ts";
import { TO_THE_END } from "../report/v20.ts";
import type { DecodeOptions } from "./profile.ts";
import type { KnownShape } from "./shape.ts";

const ALL_ONES = 0xffffffff;
const VXLAN_GPE_PORT = 4790;
const GENEVE_PORT = 6081;
/** Items that are read here: node, ports, latency, queue, timestamps. */
const ITEMS = 0xfc00;
/** Version, bits, words per hop of an INT header; the rest of its first word is the remaining hop count. */
const FIXED_OF_INT = 0xffffff00;
/** Type and length of the shims; what else they hold is not read for these shapes. */
const FIXED_OF_SHIM_10 = 0xff00ff00;
const FIXED_OF_SHIM_20 = 0xffff0000;

/**
 * The shape of the datagram at `at`, decoded as report `r` just now; null when it is none of those that are read here.
 */
export function learnShape(
  v: DataView,
  at: number,
  length: number,
  options: DecodeOptions,
  batch: ReportBatch,
  r: number,
): KnownShape | null {
  const isV20 = batch.format[r] === FORMAT_20;
  const intV20 = batch.int[r] === INT_20;
  const bitmap = batch.bitmap[r];
  if (!isV20 && batch.format[r] !== FORMAT_10) return null;
  if (!intV20 && batch.int[r] !== INT_10) return null;
  if (batch.mode[r] !== MODE_MD || batch.family[r] !== 4 || batch.marks[r] !== 0) return null;
  if (batch.hopCount[r] === 0 || (bitmap & ~ITEMS) !== 0 || batch.domainId[r] !== 0) return null;
  if (batch.detailKind[r] !== DETAIL_NONE || options.ipIdentification !== 0 || options.tcpInt !== 0)
    return null;
  // 8-byte timestamps in v1.0 are a dialect
  const isWide = (batch.hopOrigin[batch.hopStart[r]] & ORIGIN_WIDE_TS) !== 0;
  if (isWide !== intV20) return null;
  const expected = HAS_NODE | HAS_PORTS | HAS_REMAINING | (isV20 ? 0 : HAS_TIMESTAMP);
  if ((batch.has[r] & ~HAS_IDENTIFICATION) !== expected) return null;

  // own metadata would stand between the header and the packet
  const header = isV20 ? 20 : 16;
  if (isV20 && (v.getUint8(at + 8) >> 4 !== 1 || v.getUint16(at + 12) !== 0 || v.getUint16(at + 16) !== 0))
    return null;
  if (!isV20 && (v.getUint8(at) & 0x0f) !== 4) return null;
  // another individual report behind it
  const words = v.getUint8(at + 9);
  if (isV20 && words !== TO_THE_END && 12 + 4 * words !== length) return null;
  const ethernet = isV20 ? (v.getUint8(at + 8) & 0x0f) === 3 : v.getUint8(at + 1) >> 5 === 0;
  const ip = header + (ethernet ? 14 : 0);
  if (isV20 && !ethernet && (v.getUint8(at + 8) & 0x0f) !== 4) return null;
  if (ethernet && v.getUint16(at + ip - 2) !== 0x0800) return null;
  const ipStart = v.getUint16(at + ip);
  const proto = v.getUint8(at + ip + 9);
  const l4 = ip + 20;
  if (ipStart >> 8 !== 0x45 || (proto !== TCP && proto !== UDP)) return null;
  if (proto === TCP && v.getUint8(at + l4 + 12) >> 4 !== 5) return null;
  // the port alone must not decide whether there is INT
  const announced = (batch.flags[r] & (FLAG_TRACKED | FLAG_INTERMEDIATE)) !== 0;
  if (!announced && options.dscp[(ipStart >> 2) & 0x3f] !== 1) return null;
  const shim = l4 + (proto === TCP ? 20 : 8);
  // a second INT header, or a shim that keeps the port
  if (v.getUint8(at + shim) !== (intV20 ? 0x10 : 0x01)) return null;
  return {
    options,
    length,
    isV20,
    report: v.getUint32(isV20 ? at + 8 : at),
    report2: isV20 ? v.getUint32(at + 12) : 0,
    ip,
    ethernet,
    ipStart,
    ipBytes: v.getUint16(at + ip + 2),
    proto,
    l4,
    shim,
    shimWord: (v.getUint32(at + shim) & (intV20 ? FIXED_OF_SHIM_20 : FIXED_OF_SHIM_10)) >>> 0,
    intWord: (v.getUint32(at + shim + 4) & FIXED_OF_INT) >>> 0,
    instructions: intV20 ? v.getUint32(at + shim + 8) : v.getUint16(at + shim + 8),
    bitmap,
    hops: batch.hopCount[r],
    hopBytes: 4 * (v.getUint8(at + shim + 6) & 0x1f),
    flags: batch.flags[r],
  };
}

/**
 * Appends the report of a datagram that has the shape `s`; the caller has compared length and options and
 * checked the room. False, with the batch as it was, when the datagram has another shape or an item that is
 * absent.
 */
export function decodeKnown(v: DataView, at: number, s: KnownShape, batch: ReportBatch): boolean {
  const { ip, l4, shim, isV20 } = s;
  const intV20 = s.shimWord >>> 24 === 0x10;
  const group = v.getUint32(at);
  if (isV20) {
    if (group >>> 28 !== 2 || v.getUint32(at + 8) !== s.report || v.getUint32(at + 12) !== s.report2)
      return false;
    if (v.getUint16(at + 16) !== 0) return false;
  } else if (group !== s.report) return false;
  if (s.ethernet && v.getUint16(at + ip - 2) !== 0x0800) return false;
  const ipWord = v.getUint32(at + ip);
  if (ipWord >>> 16 !== s.ipStart || (ipWord & 0xffff) !== s.ipBytes) return false;
  const idWord = v.getUint32(at + ip + 4);
  if (idWord & 0x1fff || v.getUint8(at + ip + 9) !== s.proto) return false;
  const ports = v.getUint32(at + l4);
  const dstPort = ports & 0xffff;
  if (s.proto === TCP) {
    if (v.getUint8(at + l4 + 12) >> 4 !== 5) return false;
  } else if (dstPort === VXLAN_GPE_PORT || dstPort === GENEVE_PORT) return false;
  const shimWord = v.getUint32(at + shim);
  if ((shimWord & (intV20 ? FIXED_OF_SHIM_20 : FIXED_OF_SHIM_10)) >>> 0 !== s.shimWord) return false;
  const intWord = v.getUint32(at + shim + 4);
  if ((intWord & FIXED_OF_INT) >>> 0 !== s.intWord) return false;
  const instructions = intV20 ? v.getUint32(at + shim + 8) : v.getUint16(at + shim + 8);
  if (instructions !== s.instructions) return false;
  const timestamp = v.getUint32(at + 12);
  if (!isV20 && timestamp === ALL_ONES) return false;
  if (!readHops(v, at + shim + (intV20 ? 16 : 12), s, intV20, batch)) return false;
  if (!isV20 && timestamp === 0 && mayBeOfClone(s, batch)) return false;

  const r = batch.reports++;
  const identification = idWord >>> 16;
  batch.format[r] = isV20 ? FORMAT_20 : FORMAT_10;
  batch.int[r] = intV20 ? INT_20 : INT_10;
  batch.mode[r] = MODE_MD;
  batch.flags[r] = s.flags;
  batch.has[r] =
    HAS_NODE |
    HAS_PORTS |
    HAS_REMAINING |
    (isV20 ? 0 : HAS_TIMESTAMP) |
    (identification === 0 ? 0 : HAS_IDENTIFICATION);
  batch.marks[r] = 0;
  batch.units[r] = s.options.units;
  batch.detailKind[r] = DETAIL_NONE;
  batch.domainId[r] = 0;
  batch.identification[r] = identification;
  batch.nodeId[r] = v.getUint32(at + 4);
  if (isV20) {
    batch.hwId[r] = (group >>> 22) & 0x3f;
    batch.sequence[r] = (group & 0x3fffff) >>> s.options.sequenceShift;
  } else {
    batch.hwId[r] = group & 0x3f;
    batch.sequence[r] = v.getUint32(at + 8);
    batch.timestamp[r] = timestamp;
  }
  batch.bitmap[r] = s.bitmap;
  batch.remaining[r] = intWord & 0xff;
  batch.family[r] = 4;
  batch.proto[r] = s.proto;
  batch.dscp[r] = (s.ipStart >> 2) & 0x3f;
  batch.srcPort[r] = ports >>> 16;
  batch.dstPort[r] = dstPort;
  const { address } = batch;
  const a = 8 * r;
  address[a] = v.getUint32(at + ip + 12);
  address[a + 1] = 0;
  address[a + 2] = 0;
  address[a + 3] = 0;
  address[a + 4] = v.getUint32(at + ip + 16);
  address[a + 5] = 0;
  address[a + 6] = 0;
  address[a + 7] = 0;
  batch.hopStart[r] = batch.hops;
  batch.hopCount[r] = s.hops;
  batch.hops += s.hops;
  return true;
}

/** The hops of the stack at `stack` in path order, behind those in use; they count only when the report is kept. */
function readHops(v: DataView, stack: number, s: KnownShape, wide: boolean, batch: ReportBatch): boolean {
  const { bitmap, hopBytes } = s;
  const { hopValid, hopInvalid, hopOrigin, hopNodeId, ingressPort, egressPort, hopLatency } = batch;
  const { queueId, queueDepth, ingressTsHigh, ingressTsLow, egressTsHigh, egressTsLow } = batch;
  const origin = wide ? ORIGIN_STACK | ORIGIN_WIDE_TS : ORIGIN_STACK;
  let h = batch.hops;
  for (let block = stack + (s.hops - 1) * hopBytes; block >= stack; block -= hopBytes, h++) {
    let p = block;
    hopValid[h] = bitmap;
    hopInvalid[h] = 0;
    hopOrigin[h] = origin;
    if (bitmap & 0x8000) {
      const word = v.getUint32(p);
      if (word === ALL_ONES) return false;
      hopNodeId[h] = word;
      p += 4;
    }
    if (bitmap & 0x4000) {
      const word = v.getUint32(p);
      if (word === ALL_ONES) return false;
      ingressPort[h] = word >>> 16;
      egressPort[h] = word & 0xffff;
      p += 4;
    }
    if (bitmap & 0x2000) {
      const word = v.getUint32(p);
      if (word === ALL_ONES) return false;
      hopLatency[h] = word;
      p += 4;
    }
    if (bitmap & 0x1000) {
      const word = v.getUint32(p);
      if (word === ALL_ONES) return false;
      queueId[h] = word >>> 24;
      queueDepth[h] = word & 0xffffff;
      p += 4;
    }
    if (bitmap & 0x0800) {
      const high = wide ? v.getUint32(p) : 0;
      if (wide) p += 4;
      const low = v.getUint32(p);
      if (low === ALL_ONES && (!wide || high === ALL_ONES)) return false;
      ingressTsHigh[h] = high;
      ingressTsLow[h] = low;
      p += 4;
    }
    if (bitmap & 0x0400) {
      const high = wide ? v.getUint32(p) : 0;
      if (wide) p += 4;
      const low = v.getUint32(p);
      if (low === ALL_ONES && (!wide || high === ALL_ONES)) return false;
      egressTsHigh[h] = high;
      egressTsLow[h] = low;
    }
  }
  return (bitmap & ITEM_LATENCY) === 0 || hopLatency[h - 1] < LEAST_UPTIME || isStay(bitmap, h - 1, batch);
}

/** Whether a report without its time may come from a clone: its sink has no ingress time, or a latency to look at. */
function mayBeOfClone({ bitmap, hops }: KnownShape, batch: ReportBatch): boolean {
  const h = batch.hops + hops - 1;
  if (bitmap & ITEM_INGRESS_TS && batch.ingressTsLow[h] === 0 && batch.ingressTsHigh[h] === 0) return true;
  return (bitmap & ITEM_LATENCY) !== 0 && batch.hopLatency[h] >= LEAST_UPTIME;
}

/** Whether a large latency of the sink is what its timestamps say; one that is not may be an uptime. */
function isStay(bitmap: number, h: number, batch: ReportBatch): boolean {
  const both = ITEM_INGRESS_TS | ITEM_EGRESS_TS;
  // nothing in the report can show an uptime
  if ((bitmap & both) === 0) return true;
  if ((bitmap & both) !== both) return false;
  const stay = (batch.egressTsLow[h] - batch.ingressTsLow[h]) >>> 0;
  return batch.ingressTsLow[h] !== 0 && Math.abs(batch.hopLatency[h] - stay) <= stay * SAME_MOMENT;
}

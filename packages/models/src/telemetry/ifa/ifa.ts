import { assert } from "../../core/index.ts";
import {
  HAS_PORTS,
  INT_IFA,
  ITEM_INGRESS_TS,
  ITEM_LATENCY,
  ITEM_NODE,
  ITEM_PORTS,
  ITEM_QUEUE,
  MAX_HOPS,
  MODE_MD,
  ORIGIN_STACK,
  ORIGIN_WIDE_TS,
  type ReportBatch,
} from "../batch.ts";
import type { FlowInput, HopInput } from "../encode/input.ts";
import { greBytes } from "../int/carriers.ts";
import { highNs, lowNs, PTP_TIME, WORD } from "../ioam/time.ts";
import { MARK_DISCARD } from "../marks.ts";
import { put16, put32 } from "../packet/bytes.ts";
import { GRE, TCP, UDP } from "../packet/headers.ts";
import { writeIp } from "../packet/packetEncode.ts";
import { HOP_LIMIT, IFA_LAYOUT, IFA_LENGTH, OK } from "../reasons.ts";

/** IP protocol in practice; experimental, so that only a header that fits in every respect is taken for IFA. */
const IFA_PROTOCOL = 253;

const VERSION_2 = 2;
/** Each block names its own local name space. */
const GLOBAL_LOCAL = 0xf;
const HEADER_BYTES = 4;
const BLOCK_BYTES = 32;
const BLOCK_WORDS = BLOCK_BYTES / 4;
/** Flags whose layout is not established: checksum, tail stamp, fragment. */
const UNREAD_FLAGS = 0x01 | 0x08 | 0x10;
const FLAG_INBAND = 0x04;
const NO_WORD = 0xffffffff;

/** `at` is the first byte behind the IP header; false: this is not IFA 2.0, but something else under its protocol. */
export function isIfa(v: DataView, at: number, end: number): boolean {
  if (at + HEADER_BYTES > end || v.getUint8(at) >> 4 !== VERSION_2) return false;
  const next = v.getUint8(at + 1);
  return next === TCP || next === UDP || next === GRE;
}

/**
 * IFA 2.0 in a packet: header, transport header, metadata header and stack, newest block first. Sets protocol and ports
 * of the flow. Residence times are nanoseconds on the device's own clock; depths are cells.
 */
export function readIfa(v: DataView, at: number, end: number, batch: ReportBatch, r: number): number {
  const next = v.getUint8(at + 1);
  const flags = v.getUint8(at + 2);
  if ((v.getUint8(at) & 0x0f) !== GLOBAL_LOCAL || flags & UNREAD_FLAGS) return IFA_LAYOUT;
  const maxWords = v.getUint8(at + 3);
  const l4 = at + HEADER_BYTES;
  const bytes = transportBytes(v, l4, end, next);
  const metadata = l4 + bytes;
  if (bytes === 0 || metadata + 4 > end) return IFA_LENGTH;
  const words = v.getUint8(metadata + 3);
  const stack = metadata + 4;
  if (words % BLOCK_WORDS !== 0 || words > maxWords || stack + 4 * words > end) return IFA_LENGTH;
  if (words / BLOCK_WORDS > MAX_HOPS) return HOP_LIMIT;
  for (let p = stack; p < stack + 4 * words; p += BLOCK_BYTES) if (v.getUint8(p) >> 4 > 1) return IFA_LAYOUT;
  batch.proto[r] = next;
  if (next !== GRE) {
    batch.has[r] |= HAS_PORTS;
    batch.srcPort[r] = v.getUint16(l4);
    batch.dstPort[r] = v.getUint16(l4 + 2);
  }
  batch.int[r] = INT_IFA;
  batch.mode[r] = MODE_MD;
  batch.units[r] = 0; // nanoseconds, by the format
  // a probe is a copy that the terminator drops: its payload is not user traffic
  if (!(flags & FLAG_INBAND)) batch.marks[r] |= MARK_DISCARD;
  for (let p = stack + 4 * words - BLOCK_BYTES; p >= stack; p -= BLOCK_BYTES) readBlock(v, p, batch);
  return OK;
}

function transportBytes(v: DataView, l4: number, end: number, next: number): number {
  if (next === UDP) return 8;
  if (next === GRE) return l4 + 4 <= end ? greBytes(v.getUint16(l4)) : 0;
  return l4 + 13 <= end ? Math.max(20, (v.getUint8(l4 + 12) >> 4) * 4) : 0;
}

function readBlock(v: DataView, p: number, batch: ReportBatch): void {
  const h = batch.hops++;
  batch.hopOrigin[h] = ORIGIN_STACK | ORIGIN_WIDE_TS;
  batch.hopInvalid[h] = 0;
  batch.hopNodeId[h] = (v.getUint32(p) >>> 8) & 0xfffff;
  const word = v.getUint32(p + 4);
  batch.queueId[h] = (word >>> 20) & 0x3f;
  batch.egressPort[h] = v.getUint16(p + 8);
  batch.ingressPort[h] = v.getUint16(p + 10);
  batch.queueDepth[h] = v.getUint16(p + 26);
  let valid = ITEM_NODE | ITEM_PORTS | ITEM_QUEUE;
  const nanoseconds = v.getUint32(p + 12);
  // seconds have 20 bits here: they come back after 12.1 days
  const low = lowNs(word & 0xfffff, nanoseconds, PTP_TIME);
  if (low >= 0) {
    batch.ingressTsLow[h] = low % WORD;
    batch.ingressTsHigh[h] = highNs(word & 0xfffff, low);
    valid |= ITEM_INGRESS_TS;
  }
  const residence = v.getUint32(p + 16);
  if (residence !== NO_WORD) {
    batch.hopLatency[h] = residence;
    valid |= ITEM_LATENCY;
  }
  batch.hopValid[h] = valid;
}

export type IfaInput = {
  /** in the order in which the packet met them; `ingressTs` in ns, of whose seconds 20 bits are kept */
  hops: readonly HopInput[];
  /** the live packet carries IFA; else a probe does */
  inband?: boolean;
  maxWords?: number;
  requestVector?: number;
  hopLimit?: number;
};

/** A packet without payload that carries IFA 2.0 behind its transport header, from its IP header on. */
export function encodeIfaPacket(b: Uint8Array, p: number, flow: FlowInput, ifa: IfaInput): number {
  assert(flow.proto === TCP || flow.proto === UDP, "IFA is written behind TCP or UDP");
  const words = BLOCK_WORDS * ifa.hops.length;
  const maxWords = ifa.maxWords ?? 255;
  assert(words <= maxWords && maxWords <= 255, "the IFA stack is longer than its length field can say");
  const l4Bytes = flow.proto === TCP ? 20 : 8;
  const bytes = HEADER_BYTES + l4Bytes + 4 + 4 * words;
  const at = writeIp(b, p, { ...flow, proto: IFA_PROTOCOL }, 0, bytes);
  b.fill(0, at, at + bytes);
  b[at] = (VERSION_2 << 4) | GLOBAL_LOCAL;
  b[at + 1] = flow.proto;
  b[at + 2] = ifa.inband ? FLAG_INBAND : 0;
  b[at + 3] = maxWords;
  const l4 = at + HEADER_BYTES;
  put16(b, l4, flow.srcPort ?? 0);
  put16(b, l4 + 2, flow.dstPort ?? 0);
  if (flow.proto === UDP) put16(b, l4 + 4, bytes - HEADER_BYTES);
  else put16(b, l4 + 12, 0x5010);
  const metadata = l4 + l4Bytes;
  b[metadata] = ifa.requestVector ?? 0xff;
  b[metadata + 2] = ifa.hopLimit ?? 128;
  b[metadata + 3] = words;
  let block = metadata + 4;
  for (const hop of ifa.hops.toReversed()) block = encodeBlock(b, block, hop);
  return at + bytes;
}

function encodeBlock(b: Uint8Array, p: number, hop: HopInput): number {
  const ns = BigInt(hop.ingressTs ?? 0);
  const seconds = Number((ns / 1_000_000_000n) & 0xfffffn);
  put32(b, p, (((hop.nodeId ?? 0) & 0xfffff) << 8) + 64);
  put32(b, p + 4, (((hop.queueId ?? 0) & 0x3f) << 20) + seconds);
  put16(b, p + 8, hop.egressPort ?? 0);
  put16(b, p + 10, hop.ingressPort ?? 0);
  put32(b, p + 12, Number(ns % 1_000_000_000n));
  put32(b, p + 16, hop.hopLatency ?? NO_WORD);
  put16(b, p + 26, hop.queueDepth ?? 0);
  return p + BLOCK_BYTES;
}

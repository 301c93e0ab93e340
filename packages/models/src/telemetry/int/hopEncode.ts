import type { HopInput } from "../encode/input.ts";
import { put16, put24, put32, put64 } from "../packet/bytes.ts";
import { BUFFER, QUEUE_CONGESTION, WIDE_LEVEL2, WIDE_TIMESTAMPS } from "./hopBlock.ts";

const ALL_ONES = 0xffffffff;
const ALL_ONES_64 = 0xffffffffffffffffn;

/** Writes the block of one hop at `p` and returns the offset behind it; the counterpart of `readHop`. */
export function writeHop(b: Uint8Array, p: number, hop: HopInput, bitmap: number, layout: number): number {
  if (bitmap & 0x8000) p = word(b, p, hop.nodeId);
  if (bitmap & 0x4000) p = pair16(b, p, hop.ingressPort, hop.egressPort);
  if (bitmap & 0x2000) p = word(b, p, hop.hopLatency);
  if (bitmap & 0x1000) p = idAndDepth(b, p, hop.queueId, hop.queueDepth);
  if (bitmap & 0x0800) p = timestamp(b, p, hop.ingressTs, layout);
  if (bitmap & 0x0400) p = timestamp(b, p, hop.egressTs, layout);
  if (bitmap & 0x0200) {
    if (layout & QUEUE_CONGESTION) {
      p = idAndDepth(b, p, hop.queueId, hop.queueCongestion);
    } else if (layout & WIDE_LEVEL2) {
      const absent = hop.level2IngressPort == null || hop.level2EgressPort == null;
      p = word(b, p, absent ? null : hop.level2IngressPort);
      p = word(b, p, absent ? null : hop.level2EgressPort);
    } else {
      p = pair16(b, p, hop.level2IngressPort, hop.level2EgressPort);
    }
  }
  if (bitmap & 0x0100) p = word(b, p, hop.txUtilization);
  if (layout & BUFFER && bitmap & 0x0080) p = idAndDepth(b, p, hop.bufferId, hop.bufferDepth);
  if (bitmap & 0x0001 && !(layout & QUEUE_CONGESTION)) p = word(b, p, hop.checksum);
  return p;
}

function word(b: Uint8Array, p: number, v: number | null | undefined): number {
  put32(b, p, v ?? ALL_ONES);
  return p + 4;
}

function pair16(
  b: Uint8Array,
  p: number,
  first: number | null | undefined,
  second: number | null | undefined,
): number {
  if (first == null || second == null) return word(b, p, null);
  put16(b, p, first);
  put16(b, p + 2, second);
  return p + 4;
}

function idAndDepth(
  b: Uint8Array,
  p: number,
  id: number | null | undefined,
  depth: number | null | undefined,
): number {
  if (id == null || depth == null) return word(b, p, null);
  b[p] = id;
  put24(b, p + 1, depth);
  return p + 4;
}

function timestamp(b: Uint8Array, p: number, v: number | bigint | null | undefined, layout: number): number {
  if (layout & WIDE_TIMESTAMPS) {
    put64(b, p, v ?? ALL_ONES_64);
    return p + 8;
  }
  // modulo instead of a bit operation: a number above 2^53 is the caller's mistake, above 2^32 it is not
  const low = v == null ? ALL_ONES : typeof v === "bigint" ? Number(v & 0xffffffffn) : v % 0x100000000;
  put32(b, p, low);
  return p + 4;
}

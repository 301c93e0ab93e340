import { HAS_PORTS, HAS_REMAINING, INT_20, MODE_MD, type ReportBatch } from "../batch.ts";
import type { FlowInput, IntInput } from "../encode/input.ts";
import { MARK_HOP_LIMIT_EXCEEDED, MARK_LENGTH_HOPS, MARK_TRUNCATED_STACK } from "../marks.ts";
import { put16, put32 } from "../packet/bytes.ts";
import { TCP, UDP } from "../packet/headers.ts";
import { writeIp } from "../packet/packetEncode.ts";
import {
  HOP_LENGTH_MISMATCH,
  INT_SHIM_TYPE,
  INT_TRUNCATED,
  INT_VERSION,
  OK,
  STACK_LENGTH,
} from "../reasons.ts";
import { blockWords, LAYOUT_20, readStack } from "./hopBlock.ts";
import { writeHop } from "./hopEncode.ts";
import { dropSinkUptime } from "./sinkUptime.ts";

/** Type 5, and nothing in the four bits behind it. */
const SHIM = 0x50;
const SHIM_BYTES = 4;
/** Without the words of a domain. */
const HEADER_BYTES = 6;
/** Of TCP and UDP: where their ports end. */
const PORT_BYTES = 4;

/**
 * INT v2 behind a shim at `at` that counts hops, with a header of 6 bytes [int-deviations]. The packet's own transport
 * header follows the stack: protocol and ports of the flow are read from there. Nothing at or behind `end` is read; a
 * stack that ends early keeps its whole hops.
 */
export function decodeLengthHops(
  v: DataView,
  at: number,
  end: number,
  batch: ReportBatch,
  r: number,
): number {
  const header = at + SHIM_BYTES;
  const stack = header + HEADER_BYTES;
  if (stack > end) return INT_TRUNCATED;
  if (v.getUint8(at) !== SHIM) return INT_SHIM_TYPE;
  if (v.getUint8(header) >> 4 !== 2) return INT_VERSION;
  const told = v.getUint8(at + 1);
  const hopWords = v.getUint8(header + 2) & 0x1f;
  const bitmap = v.getUint16(header + 4);
  if (hopWords === 0 || hopWords !== blockWords(bitmap, LAYOUT_20)) return HOP_LENGTH_MISMATCH;
  if (told === 0) return STACK_LENGTH;
  const count = Math.min(told, Math.floor((end - stack) / (4 * hopWords)));
  if (count === 0) return INT_TRUNCATED;

  batch.int[r] = INT_20;
  batch.mode[r] = MODE_MD;
  batch.bitmap[r] = bitmap;
  batch.has[r] |= HAS_REMAINING;
  batch.remaining[r] = v.getUint8(header + 3);
  batch.marks[r] |= MARK_LENGTH_HOPS;
  if (v.getUint8(header) & 0x04) batch.marks[r] |= MARK_HOP_LIMIT_EXCEEDED;
  if (count < told) batch.marks[r] |= MARK_TRUNCATED_STACK;
  const reason = readStack(v, stack, count, hopWords, bitmap, LAYOUT_20, batch, r);
  if (reason !== OK) return reason;
  dropSinkUptime(batch, r, true);
  restoreFlow(v, v.getUint16(at + 2), stack + 4 * hopWords * told, end, batch, r);
  return OK;
}

/** The header in front of the shim is made up; where the packet's own one is cut away, its ports are not known. */
function restoreFlow(
  v: DataView,
  proto: number,
  l4: number,
  end: number,
  batch: ReportBatch,
  r: number,
): void {
  if (batch.family[r] === 0) return;
  batch.proto[r] = proto & 0xff;
  if ((proto === TCP || proto === UDP) && l4 + PORT_BYTES <= end) {
    batch.srcPort[r] = v.getUint16(l4);
    batch.dstPort[r] = v.getUint16(l4 + 2);
  } else batch.has[r] &= ~HAS_PORTS;
}

/** Writes a packet from its IP header on, with UDP `port` in front of the shim; returns its end. */
export function encodeLengthHops(
  b: Uint8Array,
  p: number,
  flow: FlowInput,
  int: IntInput,
  port: number,
): number {
  const l4Bytes = flow.proto === TCP ? 20 : 8;
  const udp = writeIp(b, p, { ...flow, proto: UDP }, 0, l4Bytes);
  put32(b, udp, port);
  put32(b, udp + 4, 0);
  const shim = udp + 8;
  b[shim] = SHIM;
  b[shim + 1] = int.hops.length;
  put16(b, shim + 2, flow.proto);
  b[shim + 4] = 0x20 | (int.hopLimitExceeded ? 0x04 : 0);
  b[shim + 5] = 0;
  b[shim + 6] = blockWords(int.instructions, LAYOUT_20);
  b[shim + 7] = int.remaining;
  put16(b, shim + 8, int.instructions);
  let at = shim + SHIM_BYTES + HEADER_BYTES;
  for (let i = int.hops.length - 1; i >= 0; i--)
    at = writeHop(b, at, int.hops[i], int.instructions, LAYOUT_20);
  b.fill(0, at, at + l4Bytes);
  put16(b, at, flow.srcPort ?? 0);
  put16(b, at + 2, flow.dstPort ?? 0);
  if (flow.proto === UDP) put16(b, at + 4, l4Bytes);
  else put16(b, at + 12, 0x5010);
  return at + l4Bytes;
}

import { INT_MRI, ITEM_DEPTH, ITEM_NODE, MODE_MD, ORIGIN_STACK, type ReportBatch } from "../batch.ts";
import { put16, put32 } from "../packet/bytes.ts";
import { MRI_LENGTH, OK } from "../reasons.ts";

/**
 * Option of the P4 tutorials: number 31 with or without the copy flag, count, then switch id and queue depth
 * of each hop.
 */
const OPTION = 0x1f;
const COPY_FLAG = 0x80;
const FIXED_BYTES = 4;
const HOP_BYTES = 8;
/** Forty bytes of IPv4 options hold no more [int-tutorials]. */
export const MRI_MAX_HOPS = 4;

/**
 * Reads the option between `at` and `end` (the options of an IPv4 header), newest hop first; without one the
 * report stays as it was.
 */
export function readMri(v: DataView, at: number, end: number, batch: ReportBatch, r: number): number {
  let p = at;
  while (p < end && v.getUint8(p) !== 0) {
    const kind = v.getUint8(p);
    if (kind === 1) {
      p++;
      continue;
    }
    const length = p + 2 <= end ? v.getUint8(p + 1) : 0;
    if ((kind & ~COPY_FLAG) === OPTION) return readHops(v, p, length, end, batch, r);
    if (length < 2) return OK; // not ours to judge
    p += length;
  }
  return OK;
}

function readHops(
  v: DataView,
  p: number,
  length: number,
  end: number,
  batch: ReportBatch,
  r: number,
): number {
  if (length < FIXED_BYTES || p + length > end) return MRI_LENGTH;
  const count = v.getUint16(p + 2);
  if (length !== FIXED_BYTES + HOP_BYTES * count) return MRI_LENGTH;
  batch.int[r] = INT_MRI;
  batch.mode[r] = MODE_MD;
  for (let i = count - 1; i >= 0; i--) {
    const h = batch.hops++;
    const at = p + FIXED_BYTES + HOP_BYTES * i;
    batch.hopOrigin[h] = ORIGIN_STACK;
    batch.hopNodeId[h] = v.getUint32(at);
    batch.queueDepth[h] = v.getUint32(at + 4);
    batch.hopValid[h] = ITEM_NODE | ITEM_DEPTH;
    batch.hopInvalid[h] = 0;
  }
  return OK;
}

/**
 * Writes the option at `p`, hops in path order, and returns the offset behind it. At most `MRI_MAX_HOPS` fit
 * into a header.
 */
export function encodeMri(
  b: Uint8Array,
  p: number,
  hops: readonly { nodeId: number; queueDepth: number }[],
): number {
  b[p] = OPTION;
  b[p + 1] = FIXED_BYTES + HOP_BYTES * hops.length;
  put16(b, p + 2, hops.length);
  let at = p + FIXED_BYTES;
  for (const hop of hops.toReversed()) {
    put32(b, at, hop.nodeId);
    put32(b, at + 4, hop.queueDepth);
    at += HOP_BYTES;
  }
  return at;
}

import {
  ITEM_BUFFER,
  ITEM_CHECKSUM,
  ITEM_CONGESTION,
  ITEM_EGRESS_TS,
  ITEM_INGRESS_TS,
  ITEM_LATENCY,
  ITEM_LEVEL2_PORTS,
  ITEM_NODE,
  ITEM_PORTS,
  ITEM_QUEUE,
  ITEM_TX,
  MAX_HOPS,
  ORIGIN_STACK,
  ORIGIN_WIDE_TS,
  type ReportBatch,
} from "../batch.ts";
import { MARK_INVALID_ITEM } from "../marks.ts";
import { popcount16 } from "../packet/bytes.ts";
import { HOP_LIMIT, OK } from "../reasons.ts";

/** How the items of a hop block are laid out [int-widths]: a sum of the properties below. */
export const WIDE_TIMESTAMPS = 1;
/** Bit 6 is a pair of 4-byte ids; without it a pair of 2-byte ids. */
export const WIDE_LEVEL2 = 2;
/** Bit 6 is queue id and congestion (v0.x). */
export const QUEUE_CONGESTION = 4;
/** Bit 8 is the buffer. */
export const BUFFER = 8;

export const LAYOUT_05 = QUEUE_CONGESTION;
export const LAYOUT_04_WIDE = QUEUE_CONGESTION | WIDE_TIMESTAMPS;
export const LAYOUT_10 = WIDE_LEVEL2;
export const LAYOUT_10_WIDE = WIDE_TIMESTAMPS;
export const LAYOUT_20 = WIDE_TIMESTAMPS | WIDE_LEVEL2 | BUFFER;

const ALL_ONES = 0xffffffff;

/** Words of the defined items of one hop, without reserved bits and domain-specific words. */
export function blockWords(bitmap: number, layout: number): number {
  let words = popcount16(bitmap & 0xff00);
  if (layout & WIDE_TIMESTAMPS) words += popcount16(bitmap & 0x0c00);
  if (layout & WIDE_LEVEL2 && bitmap & 0x0200) words++;
  if (layout & BUFFER && bitmap & 0x0080) words++;
  if (!(layout & QUEUE_CONGESTION) && bitmap & 0x0001) words++;
  return words;
}

/**
 * Appends `count` hops whose blocks of `hopWords` words begin at `at`. The newest block stands first on the
 * wire, so it is read last: hops leave in path order. Bounds are the caller's; words beyond the items are
 * skipped in front of bit 15.
 */
export function readStack(
  v: DataView,
  at: number,
  count: number,
  hopWords: number,
  bitmap: number,
  layout: number,
  batch: ReportBatch,
  r: number,
): number {
  if (count > MAX_HOPS) return HOP_LIMIT;
  const hopBytes = 4 * hopWords;
  const skipBytes = hopBytes - 4 * blockWords(bitmap, layout);
  for (let p = at + (count - 1) * hopBytes; p >= at; p -= hopBytes) {
    readHop(v, p, bitmap, layout, skipBytes, ORIGIN_STACK, batch, r);
  }
  return OK;
}

/**
 * Appends one hop read at `p`. An item of all ones is absent and counts as invalid [int-items]; its column then holds
 * nothing of meaning.
 */
export function readHop(
  v: DataView,
  p: number,
  bitmap: number,
  layout: number,
  skipBytes: number,
  origin: number,
  batch: ReportBatch,
  r: number,
): void {
  const h = batch.hops++;
  // the first six items have the bits of their instructions
  let asked = bitmap & 0xfc00;
  let valid = asked;
  if (bitmap & 0x8000) {
    const word = v.getUint32(p);
    if (word === ALL_ONES) valid &= ~ITEM_NODE;
    batch.hopNodeId[h] = word;
    p += 4;
  }
  if (bitmap & 0x4000) {
    const word = v.getUint32(p);
    if (word === ALL_ONES) valid &= ~ITEM_PORTS;
    batch.ingressPort[h] = word >>> 16;
    batch.egressPort[h] = word & 0xffff;
    p += 4;
  }
  if (bitmap & 0x2000) {
    const word = v.getUint32(p);
    if (word === ALL_ONES) valid &= ~ITEM_LATENCY;
    batch.hopLatency[h] = word;
    p += 4;
  }
  if (bitmap & 0x1000) {
    const word = v.getUint32(p);
    if (word === ALL_ONES) valid &= ~ITEM_QUEUE;
    batch.queueId[h] = word >>> 24;
    batch.queueDepth[h] = word & 0xffffff;
    p += 4;
  }
  const wide = layout & WIDE_TIMESTAMPS;
  if (bitmap & 0x0800) {
    const high = wide ? v.getUint32(p) : 0;
    if (wide) p += 4;
    const low = v.getUint32(p);
    if (low === ALL_ONES && (!wide || high === ALL_ONES)) valid &= ~ITEM_INGRESS_TS;
    batch.ingressTsHigh[h] = high;
    batch.ingressTsLow[h] = low;
    p += 4;
  }
  if (bitmap & 0x0400) {
    const high = wide ? v.getUint32(p) : 0;
    if (wide) p += 4;
    const low = v.getUint32(p);
    if (low === ALL_ONES && (!wide || high === ALL_ONES)) valid &= ~ITEM_EGRESS_TS;
    batch.egressTsHigh[h] = high;
    batch.egressTsLow[h] = low;
    p += 4;
  }
  if (bitmap & 0x03ff) {
    const rare = readRareItems(v, p, bitmap, layout, skipBytes, batch, h);
    valid |= rare & 0xffff;
    asked |= rare >>> 16;
  }
  batch.hopValid[h] = valid;
  batch.hopInvalid[h] = asked ^ valid;
  batch.hopOrigin[h] = wide ? origin | ORIGIN_WIDE_TS : origin;
  if (asked !== valid) batch.marks[r] |= MARK_INVALID_ITEM;
}

/** Items behind the timestamps, seldom asked for. Returns asked << 16 | valid. */
function readRareItems(
  v: DataView,
  p: number,
  bitmap: number,
  layout: number,
  skipBytes: number,
  batch: ReportBatch,
  h: number,
): number {
  let valid = 0;
  let asked = 0;
  if (bitmap & 0x0200) {
    const word = v.getUint32(p);
    if (layout & QUEUE_CONGESTION) {
      asked |= ITEM_CONGESTION;
      if (word !== ALL_ONES) {
        valid |= ITEM_CONGESTION;
        batch.queueCongestion[h] = word & 0xffffff;
        if (!(bitmap & 0x1000)) batch.queueId[h] = word >>> 24;
      }
    } else {
      asked |= ITEM_LEVEL2_PORTS;
      const egress = layout & WIDE_LEVEL2 ? v.getUint32(p + 4) : word & 0xffff;
      if (word !== ALL_ONES || (layout & WIDE_LEVEL2 && egress !== ALL_ONES)) {
        valid |= ITEM_LEVEL2_PORTS;
        batch.level2IngressPort[h] = layout & WIDE_LEVEL2 ? word : word >>> 16;
        batch.level2EgressPort[h] = egress;
      }
    }
    p += layout & WIDE_LEVEL2 ? 8 : 4;
  }
  if (bitmap & 0x0100) {
    asked |= ITEM_TX;
    const word = v.getUint32(p);
    if (word !== ALL_ONES) {
      valid |= ITEM_TX;
      batch.txUtilization[h] = word;
    }
    p += 4;
  }
  if (layout & BUFFER && bitmap & 0x0080) {
    asked |= ITEM_BUFFER;
    if (v.getUint32(p) !== ALL_ONES) {
      valid |= ITEM_BUFFER;
      batch.bufferId[h] = v.getUint8(p);
      batch.bufferDepth[h] = v.getUint32(p) & 0xffffff;
    }
    p += 4;
  }
  if (bitmap & 0x0001 && !(layout & QUEUE_CONGESTION)) {
    // all ones means that the node updated the L4 checksum itself: not an invalid item
    const word = v.getUint32(p + skipBytes);
    if (word !== ALL_ONES) {
      valid |= ITEM_CHECKSUM;
      asked |= ITEM_CHECKSUM;
      batch.checksum[h] = word;
    }
  }
  return ((asked << 16) | valid) >>> 0;
}

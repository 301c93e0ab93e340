import { HAS_REMAINING, INT_20, MODE_MD, MODE_MX, type ReportBatch } from "../batch.ts";
import { popcount16, put16, put32 } from "../bytes.ts";
import type { IntInput } from "../input.ts";
import { MARK_DISCARD, MARK_HOP_LIMIT_EXCEEDED, MARK_MTU_EXCEEDED, MARK_UNKNOWN_DOMAIN } from "../marks.ts";
import type { DecodeOptions } from "../profile.ts";
import {
  HOP_LENGTH_MISMATCH,
  HOP_LENGTH_ZERO,
  INT_SHIM_LENGTH,
  INT_TRUNCATED,
  INT_VERSION,
  OK,
  STACK_LENGTH,
} from "../reasons.ts";
import { blockWords, LAYOUT_20, readStack } from "./hopBlock.ts";
import { writeHop } from "./hopEncode.ts";

const HEADER_WORDS = 3;
const RESERVED_BITS = 0x007e;

/**
 * INT-MD v2.0/v2.1 header and stack at `at`, `words` long without the shim (int-wire 3.5). Words that only the source of a
 * known domain adds are left out of the hops. A domain we do not know keeps its hops only if the stack divides evenly.
 */
export function decodeV20(
  v: DataView,
  at: number,
  words: number,
  end: number,
  options: DecodeOptions,
  batch: ReportBatch,
  r: number,
): number {
  if (words < HEADER_WORDS) return INT_SHIM_LENGTH;
  if (at + 4 * words > end) return INT_TRUNCATED;
  if (v.getUint8(at) >> 4 !== 2) return INT_VERSION;
  const stackWords = words - HEADER_WORDS;
  const hopWords = v.getUint8(at + 2) & 0x1f;
  const bitmap = v.getUint16(at + 4);
  if (hopWords === 0 && bitmap !== 0) return HOP_LENGTH_ZERO;

  const domainId = v.getUint16(at + 6);
  const instruction = v.getUint16(at + 8);
  const domain = options.domains.get(domainId);
  let domainHopWords = 0;
  let sourceWords = 0;
  if (domain !== undefined) {
    for (let bit = 0, mask = 0x8000; bit < 16; bit++, mask >>= 1) {
      if ((instruction & mask) === 0) continue;
      domainHopWords += domain.hop[bit];
      sourceWords += domain.source[bit];
    }
  }
  const unknown = domain === undefined && domainId !== 0 && instruction !== 0;
  const base = blockWords(bitmap, LAYOUT_20) + domainHopWords;
  if (
    unknown ? hopWords < base : hopWords !== base && hopWords !== base + popcount16(bitmap & RESERVED_BITS)
  ) {
    return HOP_LENGTH_MISMATCH;
  }
  const transitWords = stackWords === 0 ? 0 : stackWords - sourceWords;
  const whole = transitWords >= 0 && (hopWords === 0 ? transitWords === 0 : transitWords % hopWords === 0);
  if (!whole && !unknown) return STACK_LENGTH;

  batch.int[r] = INT_20;
  batch.mode[r] = MODE_MD;
  batch.bitmap[r] = bitmap;
  batch.domainId[r] = domainId;
  batch.has[r] |= HAS_REMAINING;
  batch.remaining[r] = v.getUint8(at + 3);
  let marks = 0;
  if (v.getUint8(at) & 0x08) marks |= MARK_DISCARD;
  if (v.getUint8(at) & 0x04) marks |= MARK_HOP_LIMIT_EXCEEDED;
  if (v.getUint8(at) & 0x02) marks |= MARK_MTU_EXCEEDED;
  if (unknown) marks |= MARK_UNKNOWN_DOMAIN;
  batch.marks[r] |= marks;
  if (!whole || transitWords === 0) return OK;
  return readStack(v, at + 4 * HEADER_WORDS, transitWords / hopWords, hopWords, bitmap, LAYOUT_20, batch, r);
}

/** INT-MX v2.1 header (int-wire 3.6): instructions only, no stack; what the source inserted stays opaque. */
export function decodeMx(
  v: DataView,
  at: number,
  words: number,
  end: number,
  batch: ReportBatch,
  r: number,
): number {
  if (words < HEADER_WORDS) return INT_SHIM_LENGTH;
  if (at + 4 * words > end) return INT_TRUNCATED;
  if (v.getUint8(at) >> 4 !== 2) return INT_VERSION;
  batch.int[r] = INT_20;
  batch.mode[r] = MODE_MX;
  batch.bitmap[r] = v.getUint16(at + 4);
  batch.domainId[r] = v.getUint16(at + 6);
  if (v.getUint8(at) & 0x08) batch.marks[r] |= MARK_DISCARD;
  return OK;
}

/** Words from the shim to the end of the stack, the shim counted (the length field leaves it out). */
export const wordsV20 = (int: IntInput): number =>
  4 + blockWords(int.instructions, LAYOUT_20) * int.hops.length;

/**
 * Writes shim, MD header and stack at `p`; returns the offset behind them. With `wirePort` the shim keeps the original
 * destination port (NPT 1), else the original DSCP (NPT 0). Bits 9 to 14 of the bitmap must be clear.
 */
export function encodeV20(b: Uint8Array, p: number, int: IntInput, dstPort: number, dscp: number): number {
  const ported = int.wirePort !== undefined;
  b[p] = ported ? 0x14 : 0x10;
  b[p + 1] = wordsV20(int) - 1;
  put16(b, p + 2, ported ? dstPort : dscp << 2);
  b[p + 4] =
    0x20 | (int.discard ? 0x08 : 0) | (int.hopLimitExceeded ? 0x04 : 0) | (int.mtuExceeded ? 0x02 : 0);
  b[p + 5] = 0;
  b[p + 6] = blockWords(int.instructions, LAYOUT_20);
  b[p + 7] = int.remaining;
  put32(b, p + 8, int.instructions * 0x10000);
  put32(b, p + 12, 0);
  let at = p + 16;
  for (let i = int.hops.length - 1; i >= 0; i--)
    at = writeHop(b, at, int.hops[i], int.instructions, LAYOUT_20);
  return at;
}

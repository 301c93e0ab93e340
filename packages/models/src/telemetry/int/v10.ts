import { HAS_REMAINING, INT_10, MODE_MD, type ReportBatch } from "../batch.ts";
import type { IntInput } from "../encode/input.ts";
import {
  MARK_COPY,
  MARK_HOP_LIMIT_EXCEEDED,
  MARK_MTU_EXCEEDED,
  MARK_TRUNCATED_STACK,
  MARK_VER_NIBBLE,
  MARK_WIDTH_ASSUMED,
} from "../marks.ts";
import { popcount16, put32 } from "../packet/bytes.ts";
import type { DecodeOptions } from "../profile/profile.ts";
import { HOP_LENGTH_MISMATCH, HOP_LENGTH_ZERO, INT_TRUNCATED, OK, STACK_LENGTH } from "../reasons.ts";
import { BUFFER, blockWords, LAYOUT_10, LAYOUT_10_WIDE, readStack } from "./hopBlock.ts";
import { writeHop } from "./hopEncode.ts";
import { onlyReserved, tolerated, tolerateV10 } from "./tolerance.ts";

const HEADER_WORDS = 2;
/** Bits 8 to 14 of v1.0: a hop adds one word for each, or nothing for all of them. */
const RESERVED_BITS = 0x00fe;
/** Set in the return value of `fitV10` when another width profile fits as well. */
const AMBIGUOUS = 0x100;

/**
 * The layout whose word sum is the header's words per hop [int-widths], -1 when none fits. Where the standard and the
 * wide form have the same sum but differ in bytes, the profile decides, else the standard form is assumed and marked.
 */
export function fitV10(v: DataView, at: number, options: DecodeOptions): number {
  const hopWords = v.getUint8(at + 2) & 0x1f;
  const bitmap = v.getUint16(at + 4);
  const reserved = popcount16(bitmap & RESERVED_BITS);
  const standard = blockWords(bitmap, LAYOUT_10);
  const wide = blockWords(bitmap, LAYOUT_10_WIDE);
  // reserved bits as words need a defined item beside them: alone they are never a reading
  const filledBits = onlyReserved(bitmap) ? 0 : reserved;
  const isStandard = isBlock(hopWords, standard, filledBits);
  const isWide = isBlock(hopWords, wide, filledBits);
  if (isStandard && options.itemWidths !== 2) {
    const filled = reserved > 0 && hopWords === standard + reserved && bitmap & 0x0080 ? BUFFER : 0;
    const ambiguous = isWide && options.itemWidths === 0 && bitmap & 0x0e00 ? AMBIGUOUS : 0;
    return LAYOUT_10 | filled | ambiguous;
  }
  if (isWide && options.itemWidths !== 1) return LAYOUT_10_WIDE;
  return -1;
}

const isBlock = (hopWords: number, words: number, reserved: number): boolean =>
  hopWords > 0 ? words > 0 && (hopWords === words || hopWords === words + reserved) : words + reserved === 0;

/**
 * INT v1.0 MD header and stack at `at`, `words` long [int-v1.0]. With `allowCut` a stack that ends early loses its
 * oldest hops and is marked (ONOS reports of TCP flows); else it is refused.
 */
export function decodeV10(
  v: DataView,
  at: number,
  words: number,
  end: number,
  allowCut: boolean,
  options: DecodeOptions,
  batch: ReportBatch,
  r: number,
): number {
  if (at + 4 * (allowCut ? HEADER_WORDS : words) > end) return INT_TRUNCATED;
  const stackWords = words - HEADER_WORDS;
  let hopWords = v.getUint8(at + 2) & 0x1f;
  let bitmap = v.getUint16(at + 4);
  if (hopWords === 0) {
    if (bitmap !== 0) return HOP_LENGTH_ZERO;
    if (stackWords !== 0) return STACK_LENGTH;
  }
  const fit = fitV10(v, at, options);
  let layout = fit & 0xff;
  let marks = 0;
  if (stackWords > 0 && (fit < 0 || stackWords % hopWords !== 0)) {
    if (!tolerateV10(bitmap, hopWords, stackWords, options.itemWidths))
      return fit < 0 ? HOP_LENGTH_MISMATCH : STACK_LENGTH;
    ({ bitmap, hopWords, layout, mark: marks } = tolerated);
  } else if (fit < 0 || (fit & AMBIGUOUS && stackWords > 0)) marks = MARK_WIDTH_ASSUMED;

  batch.int[r] = INT_10;
  batch.mode[r] = MODE_MD;
  batch.bitmap[r] = bitmap;
  batch.has[r] |= HAS_REMAINING;
  batch.remaining[r] = v.getUint8(at + 3);
  if (v.getUint8(at) >> 4 !== 1) marks |= MARK_VER_NIBBLE;
  if (v.getUint8(at) & 0x01) marks |= MARK_HOP_LIMIT_EXCEEDED;
  if (v.getUint8(at) & 0x02) marks |= MARK_COPY;
  if (v.getUint8(at + 1) & 0x80) marks |= MARK_MTU_EXCEEDED;
  batch.marks[r] |= marks;
  if (stackWords === 0) return OK;

  let count = stackWords / hopWords;
  const wholeHops = Math.floor((end - at - 4 * HEADER_WORDS) / (4 * hopWords));
  if (wholeHops < count) {
    count = wholeHops;
    batch.marks[r] |= MARK_TRUNCATED_STACK;
  }
  return readStack(v, at + 4 * HEADER_WORDS, count, hopWords, bitmap, layout, batch, r);
}

/** Words from the shim to the end of the stack, the shim counted. */
export const wordsV10 = (int: IntInput): number =>
  3 + blockWords(int.instructions, layoutOf(int)) * int.hops.length;

const layoutOf = (int: IntInput): number => (int.style?.wide ? LAYOUT_10_WIDE : LAYOUT_10);

/** Writes shim, header and stack at `p`; returns the offset behind them. Bits 8 to 14 of the bitmap must be clear. */
export function encodeV10(b: Uint8Array, p: number, int: IntInput, dscp: number): number {
  put32(b, p, 0x01000000 | (wordsV10(int) << 8) | (dscp << 2));
  const layout = layoutOf(int);
  b[p + 4] = (int.style?.versionZero ? 0 : 0x10) | (int.hopLimitExceeded ? 0x01 : 0);
  b[p + 5] = int.mtuExceeded ? 0x80 : 0;
  b[p + 6] = blockWords(int.instructions, layout);
  b[p + 7] = int.remaining;
  put32(b, p + 8, int.instructions * 0x10000);
  let at = p + 12;
  for (let i = int.hops.length - 1; i >= 0; i--) at = writeHop(b, at, int.hops[i], int.instructions, layout);
  return at;
}

import { HAS_PORTS, HAS_REMAINING, INT_04, INT_05, MODE_MD, type ReportBatch } from "../batch.ts";
import type { IntInput } from "../encode/input.ts";
import { MARK_BITMAP_LOW_BYTE, MARK_COPY, MARK_HOP_LIMIT_EXCEEDED, MARK_TRUNCATED_STACK } from "../marks.ts";
import { popcount16, put16, put32 } from "../packet/bytes.ts";
import type { DecodeOptions } from "../profile/profile.ts";
import { HOP_LENGTH_MISMATCH, INT_TRUNCATED, STACK_LENGTH } from "../reasons.ts";
import { blockWords, LAYOUT_04_WIDE, LAYOUT_05, readStack } from "./hopBlock.ts";
import { writeHop } from "./hopEncode.ts";
import { onlyReserved, tolerated, tolerateV05 } from "./tolerance.ts";

const HEADER_WORDS = 2;

/** Added to what `fitV05` returns: 8-byte timestamps (v0.4 of GEANT); the bitmap stands in its low byte. */
const WIDE = 0x100;
const LOW_BYTE = 0x200;

/**
 * Words per hop of a v0.4/v0.5 header at `at` whose header, stack and `extraWords` (tail, sequence) fill
 * `words`, with `WIDE` and `LOW_BYTE`. -1: the lengths do not fit [int-recognition] step 5.
 */
export function fitV05(
  v: DataView,
  at: number,
  words: number,
  extraWords: number,
  options: DecodeOptions,
): number {
  const count = v.getUint8(at + 1) & 0x1f;
  const bitmap = v.getUint16(at + 4);
  if (count === 0 || popcount16(bitmap) !== count) return -1;
  const total = v.getUint8(at + 3);
  const stackWords = words - HEADER_WORDS - extraWords;
  if (onlyReserved(bitmap)) {
    if (!tolerateV05(bitmap, count, total, stackWords, options.itemWidths)) return -1;
    return tolerated.hopWords | LOW_BYTE | (tolerated.layout === LAYOUT_04_WIDE ? WIDE : 0);
  }
  const wideCount = count + popcount16(bitmap & 0x0c00);
  if (options.itemWidths !== 2 && count * total === stackWords) return count;
  if (options.itemWidths !== 1 && wideCount * total === stackWords) return wideCount | WIDE;
  return -1;
}

/**
 * INT v0.4/v0.5 MD header and stack at `at`, `words` long with `extraWords` behind the stack [int-v0.5]. The
 * bits of byte 0 differ between the two versions and cannot be told apart: v0.5 unless the profile says v0.4,
 * or items are wide.
 */
export function decodeV05(
  v: DataView,
  at: number,
  words: number,
  extraWords: number,
  end: number,
  options: DecodeOptions,
  batch: ReportBatch,
  r: number,
): number {
  if (at + 4 * (options.isCut ? HEADER_WORDS : words) > end) return INT_TRUNCATED;
  const fit = fitV05(v, at, words, extraWords, options);
  const written = v.getUint16(at + 4);
  if (fit < 0)
    return popcount16(written) === (v.getUint8(at + 1) & 0x1f) ? STACK_LENGTH : HOP_LENGTH_MISMATCH;
  const wide = (fit & WIDE) !== 0;
  const bitmap = fit & LOW_BYTE ? (written << 8) & 0xffff : written;
  if (fit & LOW_BYTE) batch.marks[r] |= MARK_BITMAP_LOW_BYTE;
  const old = wide || options.intLayout === 4;
  const total = v.getUint8(at + 3);
  const first = v.getUint8(at);
  batch.int[r] = old ? INT_04 : INT_05;
  batch.mode[r] = MODE_MD;
  batch.bitmap[r] = bitmap;
  batch.has[r] |= HAS_REMAINING;
  batch.remaining[r] = Math.max(0, v.getUint8(at + 2) - total);
  if (first & (old ? 0x04 : 0x01)) batch.marks[r] |= MARK_HOP_LIMIT_EXCEEDED;
  if (first & (old ? 0x08 : 0x02)) batch.marks[r] |= MARK_COPY;
  const layout = wide ? LAYOUT_04_WIDE : LAYOUT_05;
  const stack = at + 4 * HEADER_WORDS;
  const wholeHops = Math.floor((end - stack) / (4 * (fit & 0xff)));
  if (wholeHops < total) batch.marks[r] |= MARK_TRUNCATED_STACK;
  return readStack(v, stack, Math.min(total, wholeHops), fit & 0xff, bitmap, layout, batch, r);
}

/** Puts back the destination port that the tail header kept [int-v0.5]; Host-INT writes a tail of zeros. */
export function restoreFromTail(v: DataView, tail: number, batch: ReportBatch, r: number): void {
  const port = v.getUint16(tail + 1);
  if (port !== 0 && batch.has[r] & HAS_PORTS) batch.dstPort[r] = port;
}

/** Words from the shim to the tail, both counted. */
export const wordsV05 = (int: IntInput): number =>
  4 + blockWords(int.instructions, layoutOf(int)) * int.hops.length;

const layoutOf = (int: IntInput): number => (int.style?.wide ? LAYOUT_04_WIDE : LAYOUT_05);

/** Shim type of Host-INT, whose reports end with the flow's sequence number instead of a tail [int-host-int]. */
const TYPE_HOST = 0x03000000;

/** Writes shim, header, stack and tail at `p`; returns the offset behind them. Only bits 0 to 7 are defined. */
export function encodeV05(
  b: Uint8Array,
  p: number,
  int: IntInput,
  proto: number,
  dstPort: number,
  dscp: number,
): number {
  const sequence = int.style?.hostSequence;
  put32(b, p, (sequence === undefined ? 0x01000000 : TYPE_HOST) | (wordsV05(int) << 8));
  const layout = layoutOf(int);
  b[p + 4] = int.hopLimitExceeded ? (int.version === "0.4" ? 0x04 : 0x01) : 0;
  b[p + 5] = popcount16(int.instructions);
  b[p + 6] = int.hops.length + int.remaining;
  b[p + 7] = int.hops.length;
  put32(b, p + 8, int.instructions * 0x10000);
  let at = p + 12;
  for (let i = int.hops.length - 1; i >= 0; i--) at = writeHop(b, at, int.hops[i], int.instructions, layout);
  if (sequence !== undefined) {
    put32(b, at, sequence);
    return at + 4;
  }
  b[at] = proto;
  put16(b, at + 1, dstPort);
  b[at + 3] = dscp;
  return at + 4;
}

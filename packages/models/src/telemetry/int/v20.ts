import {
  DETAIL_DOMAIN,
  HAS_REMAINING,
  INT_20,
  ITEM_DOMAIN,
  MODE_MD,
  MODE_MX,
  type ReportBatch,
} from "../batch.ts";
import type { IntInput } from "../encode/input.ts";
import {
  MARK_DISCARD,
  MARK_DOMAIN_REVERSED,
  MARK_HOP_LIMIT_EXCEEDED,
  MARK_MTU_EXCEEDED,
  MARK_NO_INDIVIDUAL,
  MARK_TRUNCATED_STACK,
  MARK_UNKNOWN_DOMAIN,
} from "../marks.ts";
import { mirrored16, popcount16, put16, put32 } from "../packet/bytes.ts";
import { type DecodeOptions, V2_DOMAIN_REVERSED } from "../profile/profile.ts";
import { TRANSPARENT_SECURITY } from "../profile/profileOptions.ts";
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
import { onlyReserved, tolerated, tolerateV20 } from "./tolerance.ts";

const HEADER_WORDS = 3;
const RESERVED_BITS = 0x007e;

/**
 * INT-MD v2.0/v2.1 header and stack at `at`, `words` long without the shim [int-v2]. Words that only the source of a
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
  // a report without its own header is cut at a constant length: what is whole of its stack is read
  const allowCut = options.isCut || (batch.marks[r] & MARK_NO_INDIVIDUAL) !== 0;
  if (at + 4 * (allowCut ? HEADER_WORDS : words) > end) return INT_TRUNCATED;
  if (v.getUint8(at) >> 4 !== 2) return INT_VERSION;
  const stackWords = words - HEADER_WORDS;
  let hopWords = v.getUint8(at + 2) & 0x1f;
  const isReversed = options.intV2Layout === V2_DOMAIN_REVERSED;
  const bitmap = isReversed ? mirrored16(v.getUint16(at + 4)) : v.getUint16(at + 4);
  if (hopWords === 0 && bitmap !== 0) return HOP_LENGTH_ZERO;

  const domainId = v.getUint16(isReversed ? at + 10 : at + 6);
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
  const filledBits = onlyReserved(bitmap) ? 0 : popcount16(bitmap & RESERVED_BITS);
  const fits = unknown
    ? hopWords >= base
    : (base > 0 || hopWords === 0) && (hopWords === base || hopWords === base + filledBits);
  const transitWords = stackWords === 0 ? 0 : stackWords - sourceWords;
  const whole = transitWords >= 0 && (hopWords === 0 ? transitWords === 0 : transitWords % hopWords === 0);
  let count = whole && transitWords > 0 ? transitWords / hopWords : 0;
  let marks = flagMarks(v.getUint16(at), domainId, options.intFlags);
  if (unknown) marks |= MARK_UNKNOWN_DOMAIN;
  if (isReversed) marks |= MARK_DOMAIN_REVERSED;
  if ((!fits || !whole) && !(unknown && fits)) {
    if (isReversed || domainHopWords + sourceWords > 0 || !tolerateV20(bitmap, hopWords, stackWords))
      return fits ? STACK_LENGTH : HOP_LENGTH_MISMATCH;
    ({ hops: count, hopWords } = tolerated);
    marks |= tolerated.mark;
  }
  const stack = at + 4 * HEADER_WORDS;
  const wholeHops = hopWords > 0 ? Math.floor((end - stack) / (4 * hopWords)) : 0;
  if (wholeHops < count || ((count === 0 || domain !== undefined) && at + 4 * words > end)) {
    // words of a domain behind the hops would lie outside
    if (!allowCut || wholeHops === 0 || domain !== undefined) return INT_TRUNCATED;
    count = wholeHops;
    marks |= MARK_TRUNCATED_STACK;
  }

  batch.int[r] = INT_20;
  batch.mode[r] = MODE_MD;
  batch.bitmap[r] = bitmap;
  batch.domainId[r] = domainId;
  batch.has[r] |= HAS_REMAINING;
  batch.remaining[r] = v.getUint8(at + 3);
  batch.marks[r] |= marks;
  if (whole)
    for (let i = 0; i < sourceWords && transitWords > 0; i++)
      batch.addDetail(r, DETAIL_DOMAIN, v.getUint32(stack + 4 * (transitWords + i)));
  if (count === 0) return OK;
  const first = batch.hops;
  const reason = readStack(v, stack, count, hopWords, bitmap, LAYOUT_20, batch, r);
  if (reason === OK && domainHopWords > 0) {
    const checksumWords = bitmap & 0x0001;
    readDomainWords(v, stack, hopWords, hopWords - domainHopWords - checksumWords, first, batch);
  }
  return reason;
}

/**
 * The first domain-specific word of every hop from `first` on; they stand behind the items, in front of the checksum.
 */
function readDomainWords(
  v: DataView,
  stack: number,
  hopWords: number,
  before: number,
  first: number,
  batch: ReportBatch,
): void {
  let p = stack + 4 * before;
  for (let h = batch.hops - 1; h >= first; h--, p += 4 * hopWords) {
    batch.domainWord[h] = v.getUint32(p);
    batch.hopValid[h] |= ITEM_DOMAIN;
  }
}

/**
 * D, E and M of the first two bytes of the header. CableLabs writes them two bits late; without a profile
 * that says so, they are read there only in the domain of that project and where the specified places are
 * empty (our choice: else M and D cannot be told apart).
 */
function flagMarks(word: number, domainId: number, intFlags: number): number {
  const late =
    intFlags === 2 ||
    (intFlags === 0 && domainId === TRANSPARENT_SECURITY && (word & 0x0e00) === 0 && (word & 0x0180) !== 0);
  const bits = late ? word << 2 : word;
  let marks = 0;
  if (bits & 0x0800) marks |= MARK_DISCARD;
  if (bits & 0x0400) marks |= MARK_HOP_LIMIT_EXCEEDED;
  if (bits & 0x0200) marks |= MARK_MTU_EXCEEDED;
  return marks;
}

/**
 * INT-MX v2.1 header [int-mx]: instructions only, no stack. Both texts of v2.1 differ in bits that say
 * nothing here. What the source inserted is kept as domain words.
 */
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
  for (let i = HEADER_WORDS; i < words; i++) batch.addDetail(r, DETAIL_DOMAIN, v.getUint32(at + 4 * i));
  return OK;
}

/** Words from the shim to the end of the stack, the shim counted (the length field leaves it out). */
export const wordsV20 = (int: IntInput): number =>
  4 +
  (int.mx ? 0 : blockWords(int.instructions, LAYOUT_20) * int.hops.length) +
  (int.domain?.words.length ?? 0);

/**
 * Writes shim, header and stack at `p`; returns the offset behind them. With `wirePort` the shim keeps the
 * original destination port (NPT 1), else the original DSCP (NPT 0). Bits 9 to 14 of the bitmap must be
 * clear. `mx` writes an INT-MX header: no stack, and what the domain's words say is inserted by the source;
 * INT-MD appends them to the source's block.
 */
export function encodeV20(b: Uint8Array, p: number, int: IntInput, dstPort: number, dscp: number): number {
  const ported = int.wirePort !== undefined;
  b[p] = (int.mx ? 0x30 : 0x10) | (ported ? 0x04 : 0);
  b[p + 1] = wordsV20(int) - 1;
  put16(b, p + 2, ported ? dstPort : dscp << 2);
  const flags =
    (int.discard ? 0x0800 : 0) |
    (int.hopLimitExceeded && !int.mx ? 0x0400 : 0) |
    (int.mtuExceeded && !int.mx ? 0x0200 : 0);
  put16(b, p + 4, 0x2000 | (int.style?.lateFlags ? flags >> 2 : flags));
  b[p + 6] = int.mx ? 0 : blockWords(int.instructions, LAYOUT_20);
  b[p + 7] = int.mx ? 0 : int.remaining;
  const { id, instruction, flags: domainFlags } = int.domain ?? { id: 0, instruction: 0, flags: 0 };
  const isReversed = int.style?.domainReversed === true;
  put16(b, p + 8, isReversed ? mirrored16(int.instructions) : int.instructions);
  put16(b, p + 10, isReversed ? domainFlags : id);
  put16(b, p + 12, instruction);
  put16(b, p + 14, isReversed ? id : domainFlags);
  let at = p + 16;
  if (!int.mx)
    for (let i = int.hops.length - 1; i >= 0; i--)
      at = writeHop(b, at, int.hops[i], int.instructions, LAYOUT_20);
  for (const word of int.domain?.words ?? []) {
    put32(b, at, word);
    at += 4;
  }
  return at;
}

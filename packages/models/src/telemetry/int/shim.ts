import { HAS_PORTS, type ReportBatch } from "../batch.ts";
import { MARK_MX_AS_MD } from "../marks.ts";
import type { DecodeOptions } from "../profile/profile.ts";
import {
  INT_LAYOUT,
  INT_NEXT_PROTOCOL,
  INT_SHIM_LENGTH,
  INT_SHIM_TYPE,
  INT_TRUNCATED,
  INT_VERSION,
  NESTED_LIMIT,
  OK,
} from "../reasons.ts";
import { decodeV05, fitV05, restoreFromTail } from "./v05.ts";
import { decodeV10, fitV10 } from "./v10.ts";
import { decodeMx, decodeV20 } from "./v20.ts";

const TYPE_DESTINATION = 2;
const TYPE_MX = 3;
/** Host-INT: one flow sequence word behind the stack. */
const TYPE_HOST = 3;
const MAX_NESTED = 2;

/**
 * INT behind a TCP or UDP header: shim at `at`, nothing read at or beyond `end`. Appends the hops to report
 * `r` and puts back what the shim or tail kept of the flow (destination port, protocol). On a reason other
 * than `OK` the caller removes the hops. Recognition follows [int-recognition] steps 4 to 7.
 */
export function decodeInt(
  v: DataView,
  at: number,
  end: number,
  allowCut: boolean,
  options: DecodeOptions,
  batch: ReportBatch,
  r: number,
): number {
  for (let nested = 0; nested < MAX_NESTED; nested++) {
    if (at + 4 > end) return INT_TRUNCATED;
    const first = v.getUint8(at);
    if (first >= 1 && first <= 3) {
      const length = v.getUint8(at + 2);
      if (length < 3) return INT_SHIM_LENGTH;
      if (first === TYPE_DESTINATION) {
        at += 4 * length;
        continue;
      }
      return decodeByteType(v, at, length, first, end, allowCut, options, batch, r);
    }
    if (first < 0x10 || first > 0x3f) return INT_SHIM_TYPE;
    const words = v.getUint8(at + 1);
    if (words < 3) return INT_SHIM_LENGTH;
    if (first >> 4 === TYPE_DESTINATION) {
      at += 4 + 4 * words;
      continue;
    }
    const nextProtocol = (first >> 2) & 3;
    if (nextProtocol === 3) return INT_NEXT_PROTOCOL;
    const reason =
      first >> 4 === TYPE_MX
        ? decodeMxOrMd(v, at + 4, words, end, options, batch, r)
        : decodeV20(v, at + 4, words, end, options, batch, r);
    if (reason === OK) restoreFromShim(v, at, words, nextProtocol, end, batch, r);
    return reason;
  }
  return NESTED_LIMIT;
}

/**
 * A shim of type MX, which covers an MD header where it has words per hop, a stack and no domain [int-deviations]:
 * MX has no stack, and inserts nothing without a domain.
 */
function decodeMxOrMd(
  v: DataView,
  at: number,
  words: number,
  end: number,
  options: DecodeOptions,
  batch: ReportBatch,
  r: number,
): number {
  const hasStack = words > 3 && at + 12 <= end && (v.getUint8(at + 2) & 0x1f) > 0;
  if (hasStack && v.getUint16(at + 4) !== 0 && v.getUint32(at + 6) === 0) {
    const { hops } = batch;
    if (decodeV20(v, at, words, end, options, batch, r) === OK) {
      batch.marks[r] |= MARK_MX_AS_MD;
      return OK;
    }
    batch.hops = hops;
  }
  return decodeMx(v, at, words, end, batch, r);
}

/** Shims with an 8-bit type: v0.4, v0.5, v1.0 and Host-INT. The version nibble alone is not trusted. */
function decodeByteType(
  v: DataView,
  at: number,
  length: number,
  type: number,
  end: number,
  allowCut: boolean,
  options: DecodeOptions,
  batch: ReportBatch,
  r: number,
): number {
  const header = at + 4;
  if (header + 8 > end) return INT_TRUNCATED;
  const words = length - 1;
  const version = v.getUint8(header) >> 4;
  if (version > 1) return INT_VERSION;
  const layout = options.intLayout;
  if (type !== TYPE_HOST && (version === 1 || layout === 10)) {
    return decodeV10(v, header, words, end, allowCut, options, batch, r);
  }
  const sequenceWords = type === TYPE_HOST ? 1 : 0;
  const withTail = fitV05(v, header, words, sequenceWords + 1, options) >= 0;
  const old = withTail || (type === TYPE_HOST && fitV05(v, header, words, sequenceWords, options) >= 0);
  const hopWords = v.getUint8(header + 2) & 0x1f;
  const isV10 =
    type !== TYPE_HOST && hopWords > 0 && fitV10(v, header, options) >= 0 && (words - 2) % hopWords === 0;
  if (old === isV10 && layout === 0) return INT_LAYOUT;
  if (isV10 && layout === 0) return decodeV10(v, header, words, end, allowCut, options, batch, r);
  const extraWords = sequenceWords + (withTail || !old ? 1 : 0);
  const reason = decodeV05(v, header, words, extraWords, end, options, batch, r);
  if (reason === OK && withTail && header + 4 * words <= end)
    restoreFromTail(v, header + 4 * (words - 1), batch, r);
  return reason;
}

/**
 * NPT 1: the shim keeps the UDP destination port. NPT 2: a UDP header was added, the original L4 header follows INT.
 */
function restoreFromShim(
  v: DataView,
  at: number,
  words: number,
  nextProtocol: number,
  end: number,
  batch: ReportBatch,
  r: number,
): void {
  if (batch.family[r] === 0) return;
  if (nextProtocol === 1) {
    batch.dstPort[r] = v.getUint16(at + 2);
  } else if (nextProtocol === 2) {
    const proto = v.getUint8(at + 3);
    batch.proto[r] = proto;
    const l4 = at + 4 + 4 * words;
    if ((proto === 6 || proto === 17) && l4 + 4 <= end) {
      batch.srcPort[r] = v.getUint16(l4);
      batch.dstPort[r] = v.getUint16(l4 + 2);
    } else {
      batch.has[r] &= ~HAS_PORTS;
    }
  }
}

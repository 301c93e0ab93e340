import type { ReportBatch } from "../batch.ts";
import type { DecodeOptions } from "../profile/profile.ts";
import { INT_CARRIER, INT_SHIM_LENGTH, INT_SHIM_TYPE, INT_TRUNCATED } from "../reasons.ts";
import { decodeV05, fitV05 } from "./v05.ts";
import { decodeV10, fitV10 } from "./v10.ts";
import { decodeMx, decodeV20 } from "./v20.ts";

/** Next protocols of VXLAN-GPE and option classes of Geneve that say INT [int-ports]. */
const VXLAN_GPE_INT: readonly number[] = [0x05, 0x08, 0x80, 0x82];
const GENEVE_INT: readonly number[] = [0x00ab, 0x0103];
const TYPE_MD = 1;
const TYPE_MX = 3;

/** INT under VXLAN-GPE, `at` = its header [int-carriers]. */
export function decodeVxlanGpe(
  v: DataView,
  at: number,
  end: number,
  options: DecodeOptions,
  batch: ReportBatch,
  r: number,
): number {
  if (at + 12 > end) return INT_TRUNCATED;
  // both the VNI flag and the next-protocol flag must be set
  if ((v.getUint8(at) & 0x0c) !== 0x0c || !VXLAN_GPE_INT.includes(v.getUint8(at + 3))) return INT_CARRIER;
  const shim = at + 8;
  const type = v.getUint8(shim);
  if (type >= 0x10) return decodeNibbleType(v, shim, end, options, batch, r);
  if (type !== TYPE_MD) return INT_SHIM_TYPE;
  const length = v.getUint8(shim + 2);
  if (length < 3) return INT_SHIM_LENGTH;
  return decodeHeader(v, shim + 4, length - 1, end, options, batch, r);
}

/** INT as the first option of a Geneve header at `at`; the option counts its words without its own four bytes. */
export function decodeGeneve(
  v: DataView,
  at: number,
  end: number,
  options: DecodeOptions,
  batch: ReportBatch,
  r: number,
): number {
  if (at + 12 > end) return INT_TRUNCATED;
  const optionWords = v.getUint8(at) & 0x3f;
  const words = v.getUint8(at + 11) & 0x1f;
  if (!GENEVE_INT.includes(v.getUint16(at + 8))) return INT_CARRIER;
  if (optionWords < 1 + words) return INT_SHIM_LENGTH;
  return decodeHeader(v, at + 12, words, end, options, batch, r);
}

/** INT v2.x behind a GRE header, `at` = its shim. */
export function decodeGre(
  v: DataView,
  at: number,
  end: number,
  options: DecodeOptions,
  batch: ReportBatch,
  r: number,
): number {
  if (at + 4 > end) return INT_TRUNCATED;
  return decodeNibbleType(v, at, end, options, batch, r);
}

/** v2.x shims of VXLAN-GPE and GRE: the type in the upper four bits, the length without the shim. */
function decodeNibbleType(
  v: DataView,
  shim: number,
  end: number,
  options: DecodeOptions,
  batch: ReportBatch,
  r: number,
): number {
  const type = v.getUint8(shim) >> 4;
  const words = v.getUint8(shim + 1);
  if (type === TYPE_MX) return decodeMx(v, shim + 4, words, end, batch, r);
  return type === TYPE_MD ? decodeV20(v, shim + 4, words, end, options, batch, r) : INT_SHIM_TYPE;
}

/** An INT header whose version shows in its first nibble; carriers have no tail. */
function decodeHeader(
  v: DataView,
  at: number,
  words: number,
  end: number,
  options: DecodeOptions,
  batch: ReportBatch,
  r: number,
): number {
  if (words < 2) return INT_SHIM_LENGTH;
  if (at + 8 > end) return INT_TRUNCATED;
  const version = v.getUint8(at) >> 4;
  if (version === 2) return decodeV20(v, at, words, end, options, batch, r);
  // version 0 is v0.5, or v1.0 of a source that does not set it (ONOS)
  const isOld = version === 0 && (fitV05(v, at, words, 0, options) >= 0 || fitV10(v, at, options) < 0);
  return isOld
    ? decodeV05(v, at, words, 0, end, options, batch, r)
    : decodeV10(v, at, words, end, false, options, batch, r);
}

/** Bytes of a GRE header by its flags: checksum or routing, key and sequence add a word each (RFC 2784, 2890). */
export const greBytes = (flags: number): number =>
  4 + (flags & 0xc000 ? 4 : 0) + (flags & 0x2000 ? 4 : 0) + (flags & 0x1000 ? 4 : 0);

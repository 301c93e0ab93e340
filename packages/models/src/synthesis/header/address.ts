import { type FieldSet, prefixSet } from "./fieldSet.ts";

const IP_BITS = 32;

const [POINT, ZERO, NINE] = [46, 48, 57];

/** 32-bit number of a dotted address, null when it is none. Character by character: lists name thousands of them. */
export function parseIp(text: string): number | null {
  let address = 0;
  let part = 0;
  let digits = 0;
  let points = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= ZERO && code <= NINE && digits < 3) {
      part = part * 10 + code - ZERO;
      digits++;
    } else if (code === POINT && digits > 0 && part < 256 && points < 3) {
      address = address * 256 + part;
      part = 0;
      digits = 0;
      points++;
    } else return null;
  }
  return points === 3 && digits > 0 && part < 256 ? address * 256 + part : null;
}

export const formatIp = (value: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join(".");

/** Addresses of `a.b.c.d/length` (`10/8`, `/mask`, or one address), null when it is none of these. */
export function parsePrefix(text: string): FieldSet | null {
  const slash = text.indexOf("/");
  const address = slash < 0 ? text : text.slice(0, slash);
  const suffix = slash < 0 ? undefined : text.slice(slash + 1);
  // as Click, where a length says how much of the address counts: 18.26/16
  const value = parseIp(address) ?? (suffix === undefined ? null : parseIp(withZeros(address)));
  if (value === null) return null;
  if (suffix === undefined) return [value, value];
  const length = /^\d{1,2}$/.test(suffix) ? Number(suffix) : lengthOfMask(suffix);
  return length === null || length > IP_BITS ? null : prefixSet(value, length, IP_BITS);
}

const withZeros = (address: string): string =>
  `${address}${".0".repeat(Math.max(0, 4 - address.split(".").length))}`;

/** Length of a contiguous mask such as 255.255.0.0. */
function lengthOfMask(text: string): number | null {
  const mask = parseIp(text);
  return mask === null ? null : lengthOfOnes(mask);
}

/** How many leading bits a 32-bit mask asks for, null when they are not all in front. */
export function lengthOfOnes(mask: number): number | null {
  const length = Math.clz32(~mask);
  return mask === 2 ** IP_BITS - 2 ** (IP_BITS - length) ? length : null;
}

/** 48-bit number of a MAC address, null when it is none. */
export function parseMac(text: string): number | null {
  const parts = text.split(/[:-]/);
  if (parts.length !== 6 || !parts.every((p) => /^[0-9a-fA-F]{1,2}$/.test(p))) return null;
  return parts.reduce((sum, part) => sum * 256 + Number.parseInt(part, 16), 0);
}

export const formatMac = (value: number): string =>
  value
    .toString(16)
    .padStart(12, "0")
    .replace(/(..)(?=.)/g, "$1:");

/** The value of a packet's field as people write it. */
export function formatValue(field: string, value: number): string {
  if (field === "ipSrc" || field === "ipDst") return formatIp(value);
  if (field === "ethSrc" || field === "ethDst") return formatMac(value);
  return String(value);
}

import { type FieldSet, prefixSet } from "./fieldSet.ts";

const IP_BITS = 32;

/** 32-bit number of a dotted address, null when it is none. */
export function parseIp(text: string): number | null {
  const parts = text.split(".");
  if (parts.length !== 4 || !parts.every((p) => /^\d{1,3}$/.test(p) && Number(p) < 256)) return null;
  return parts.reduce((sum, part) => sum * 256 + Number(part), 0);
}

export const formatIp = (value: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join(".");

/** Addresses of `a.b.c.d/length` (`10/8`, `/mask`, or one address), null when it is none of these. */
export function parsePrefix(text: string): FieldSet | null {
  const [address, suffix, ...more] = text.split("/");
  // as Click, where a length says how much of the address counts: 18.26/16
  const missing = suffix === undefined ? 0 : 4 - (address ?? "").split(".").length;
  const value = parseIp(`${address ?? ""}${".0".repeat(Math.max(0, missing))}`);
  if (value === null || more.length > 0) return null;
  if (suffix === undefined) return [value, value];
  const length = /^\d{1,2}$/.test(suffix) ? Number(suffix) : lengthOfMask(suffix);
  return length === null || length > IP_BITS ? null : prefixSet(value, length, IP_BITS);
}

/** Length of a contiguous mask such as 255.255.0.0. */
export function lengthOfMask(text: string): number | null {
  const mask = parseIp(text);
  if (mask === null) return null;
  const bits = mask.toString(2).padStart(IP_BITS, "0");
  return /^1*0*$/.test(bits) ? bits.lastIndexOf("1") + 1 : null;
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

import { parseIp } from "../../telemetry/index.ts";

/** A value of a field: decimal, 0x, 0b, a MAC, IPv4 or IPv6 address. Null: none of these. */
export function fieldNumber(text: string): bigint | null {
  if (/^(\d+|0[xX][\da-fA-F]+|0[bB][01]+)$/.test(text)) return BigInt(text.toLowerCase());
  if (/^[\da-f]{1,2}([:-][\da-f]{1,2}){5}$/i.test(text))
    return BigInt(
      `0x${text
        .split(/[:-]/)
        .map((byte) => byte.padStart(2, "0"))
        .join("")}`,
    );
  const address = parseIp(text);
  if (address === null) return null;
  const words = address.family === 4 ? address.words.subarray(0, 1) : address.words;
  return [...words].reduce((value, word) => (value << 32n) | BigInt(word), 0n);
}

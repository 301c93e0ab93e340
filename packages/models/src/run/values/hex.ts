/** Bytes of hexadecimal digits, two each. */
export const bytesOfHex = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length / 2 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));

/** Written once: packets are shown by the thousand. */
const digitsOf = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

export function hexOf(bytes: Uint8Array): string {
  let hex = "";
  for (const byte of bytes) hex += digitsOf[byte];
  return hex;
}

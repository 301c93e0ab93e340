/**
 * Bytes of a hex text as the library keeps captures: pairs of hex digits, white space anywhere between them, `#` begins
 * a comment. Null when it is something else.
 */
export function parseHexText(text: string): Uint8Array | null {
  const digits = text.replace(/#[^\n]*/g, "").replace(/\s+/g, "");
  if (digits.length === 0 || digits.length % 2 !== 0 || !/^[0-9a-fA-F]+$/.test(digits)) return null;
  return Uint8Array.from({ length: digits.length / 2 }, (_, i) =>
    Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16),
  );
}

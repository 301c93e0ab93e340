export type HexLine = { offset: string; bytes: string[]; text: string };

const BYTES_PER_LINE = 16;

/** A hex string as lines of 16 bytes with offset and printable characters, as in a packet viewer. */
export function hexLines(hex: string): HexLine[] {
  const bytes = hex.match(/../g) ?? [];
  const lines: HexLine[] = [];
  for (let at = 0; at < bytes.length; at += BYTES_PER_LINE) {
    const line = bytes.slice(at, at + BYTES_PER_LINE);
    const text = line.map((byte) => {
      const code = Number.parseInt(byte, 16);
      return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : "·";
    });
    lines.push({ offset: at.toString(16).padStart(4, "0"), bytes: line, text: text.join("") });
  }
  return lines;
}

/** What the first byte of a datagram says to a reader of INT reports. */
export function firstByteWords(hex: string): string | null {
  const first = Number.parseInt(hex.slice(0, 2), 16);
  if (Number.isNaN(first)) return null;
  const version = first >> 4;
  const names = ["v0.5", "v1.0", "v2.0"];
  const meaning =
    version < names.length
      ? `report version ${names[version]}`
      : version === 4 || version === 6
        ? `it looks like a bare IPv${version} packet. Is the report header missing?`
        : `${version} is not an INT report version; known are 0 (v0.5), 1 (v1.0) and 2 (v2.0)`;
  return `The first byte is 0x${hex.slice(0, 2)}: ${meaning}${meaning.endsWith("?") ? "" : "."}`;
}

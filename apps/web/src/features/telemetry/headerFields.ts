/** A field of a report header: its bytes `[from, to)` in the datagram, its name, and what stands there. */
export type HeaderField = { from: number; to: number; name: string; value: string };

type Reader = {
  length: number;
  u8(at: number): number;
  u16(at: number): number;
  u32(at: number): number;
};

function readerOf(hex: string): Reader {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  const view = new DataView(bytes.buffer);
  return {
    length: bytes.length,
    u8: (at) => view.getUint8(at),
    u16: (at) => view.getUint16(at),
    u32: (at) => view.getUint32(at),
  };
}

const named = (names: readonly string[], index: number): string => names[index] ?? `${index}, not defined`;
const flags = (bits: readonly [string, boolean][]): string =>
  bits
    .filter(([, set]) => set)
    .map(([name]) => name)
    .join(", ") || "none";

type Layout = readonly [bytes: number, name: string, value: (r: Reader, at: number) => string][];
const u32: Layout[number][2] = (r, at) => String(r.u32(at));
const ports: Layout[number][2] = (r, at) => `${r.u16(at)} in, ${r.u16(at + 2)} out`;

/** Telemetry Report v0.5 [int-report-v0.5]. */
const V05: Layout = [
  [
    1,
    "version, next header",
    (r) => `0 (v0.5), ${named(["Ethernet", "drop header", "switch-local header"], r.u8(0) & 15)}`,
  ],
  [
    1,
    "flags",
    (r) =>
      flags([
        ["dropped", (r.u8(1) & 0x80) > 0],
        ["congested", (r.u8(1) & 0x40) > 0],
        ["tracked", (r.u8(1) & 0x20) > 0],
      ]),
  ],
  [1, "reserved", (r) => String(r.u8(2))],
  [1, "hardware id", (r) => String(r.u8(3) & 63)],
  [4, "sequence number", u32],
  [4, "ingress timestamp", u32],
];
const V05_NODE: Layout = [
  [4, "switch id", u32],
  [4, "ports", ports],
];

/** Telemetry Report v1.0 [int-report-v1.0]. */
const V10: Layout = [
  [1, "version, header length", (r) => `1 (v1.0), ${r.u8(0) & 15} words`],
  [
    2,
    "inner packet, metadata bits, dropped",
    (r) =>
      `${named(["Ethernet", "IPv4", "IPv6"], r.u8(1) >> 5)}, bits ${(((r.u8(1) & 31) << 1) | (r.u8(2) >> 7)).toString(2).padStart(6, "0")}${r.u8(2) & 1 ? ", dropped" : ""}`,
  ],
  [
    1,
    "flags, hardware id",
    (r) =>
      `${flags([
        ["congested", (r.u8(3) & 0x80) > 0],
        ["tracked", (r.u8(3) & 0x40) > 0],
      ])}; ${r.u8(3) & 63}`,
  ],
  [4, "switch id", u32],
  [4, "sequence number", u32],
  [4, "ingress timestamp", u32],
];

/** Telemetry Report v2.0 [int-report-v2.0]: the group header and the first report of it. */
const V20: Layout = [
  [4, "version, hardware id, sequence", (r) => `2 (v2.0), ${(r.u16(0) >> 6) & 63}, ${r.u32(0) & 0x3fffff}`],
  [4, "node id", u32],
  [
    1,
    "report type, inner type",
    (r, at) =>
      `${named(["inner only", "INT", "IOAM"], r.u8(at) >> 4)}, ${named(["none", "TLV", "DS data", "Ethernet", "IPv4", "IPv6"], r.u8(at) & 15)}`,
  ],
  [1, "report length", (r, at) => (r.u8(at) === 255 ? "to the end" : `${r.u8(at)} words`)],
  [1, "metadata length", (r, at) => `${r.u8(at)} words`],
  [
    1,
    "flags",
    (r, at) =>
      flags([
        ["dropped", (r.u8(at) & 0x80) > 0],
        ["congested", (r.u8(at) & 0x40) > 0],
        ["tracked", (r.u8(at) & 0x20) > 0],
        ["intermediate", (r.u8(at) & 0x10) > 0],
      ]),
  ],
];
const V20_METADATA: Layout = [
  [2, "metadata bits", (r, at) => `0x${r.u16(at).toString(16).padStart(4, "0")}`],
  [2, "domain id", (r, at) => String(r.u16(at))],
];

function layoutOf(r: Reader): Layout {
  const version = r.u8(0) >> 4;
  if (version === 0) return (r.u8(0) & 15) === 1 || (r.u8(0) & 15) === 2 ? [...V05, ...V05_NODE] : V05;
  if (version === 1) return V10;
  if (version === 2) return r.length > 8 && r.u8(8) >> 4 === 1 ? [...V20, ...V20_METADATA] : V20;
  return [];
}

/**
 * The fields of the report header at the start of a datagram; those that are not whole are left out. Empty
 * for an unknown version.
 */
export function headerFields(hex: string): HeaderField[] {
  const reader = readerOf(hex);
  if (reader.length === 0) return [];
  const fields: HeaderField[] = [];
  let at = 0;
  for (const [bytes, name, value] of layoutOf(reader)) {
    if (at + bytes > reader.length) break;
    fields.push({ from: at, to: at + bytes, name, value: value(reader, at) });
    at += bytes;
  }
  return fields;
}

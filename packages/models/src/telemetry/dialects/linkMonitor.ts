import { put16, put32, u16, u32 } from "../bytes.ts";
import { OK, PROBE_LENGTH } from "../reasons.ts";

/**
 * One hop of a probe of the P4 tutorials' link monitor: bytes sent through a port between two instants of the
 * switch's clock.
 */
export type ProbeHop = {
  /** the first switch of the path */
  bottom: boolean;
  nodeId: number;
  port: number;
  bytes: number;
  lastUs: number;
  currentUs: number;
};

const HOP_BYTES = 18;
const MAX_HOPS = 16;
const U16 = 0x10000;

/**
 * The hops of a probe (bytes behind the Ethernet header: hop count, then hops newest first; [int-tutorials])
 * in path order. An importer for tapped probes, not part of the datagram path: probes belong to no flow.
 * Returns the index of the reason, and the hops.
 */
export function decodeLinkMonitor(b: Uint8Array): { reason: number; hops: ProbeHop[] } {
  const count = b.length > 0 ? b[0] : 0;
  if (b.length < 1 || count > MAX_HOPS || b.length < 1 + HOP_BYTES * count)
    return { reason: PROBE_LENGTH, hops: [] };
  const hops: ProbeHop[] = [];
  for (let i = count - 1; i >= 0; i--) {
    const p = 1 + HOP_BYTES * i;
    hops.push({
      bottom: b[p] >= 0x80,
      nodeId: b[p] & 0x7f,
      port: b[p + 1],
      bytes: u32(b, p + 2),
      lastUs: u16(b, p + 6) * 2 ** 32 + u32(b, p + 8),
      currentUs: u16(b, p + 12) * 2 ** 32 + u32(b, p + 14),
    });
  }
  return { reason: OK, hops };
}

/**
 * Mean rate of the port between the two instants, in Mb/s; null for the first probe, which has no instant before it.
 */
export const probeMbps = (hop: ProbeHop): number | null =>
  hop.lastUs === 0 || hop.currentUs <= hop.lastUs ? null : (8 * hop.bytes) / (hop.currentUs - hop.lastUs);

/** Writes a probe at `p`, hops in path order, and returns the offset behind it. */
export function encodeLinkMonitor(b: Uint8Array, p: number, hops: readonly ProbeHop[]): number {
  b[p] = hops.length;
  let at = p + 1;
  for (const hop of hops.toReversed()) {
    b[at] = (hop.bottom ? 0x80 : 0) | hop.nodeId;
    b[at + 1] = hop.port;
    put32(b, at + 2, hop.bytes);
    put48(b, at + 6, hop.lastUs);
    put48(b, at + 12, hop.currentUs);
    at += HOP_BYTES;
  }
  return at;
}

function put48(b: Uint8Array, p: number, v: number): void {
  put16(b, p, Math.floor(v / U16 / U16));
  put32(b, p + 2, v % 2 ** 32);
}

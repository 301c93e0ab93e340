import { FRAGMENT, IP_READ, IpHeaders, readIp } from "../packet/headers.ts";
import type { CaptureFrame } from "./item.ts";

/** Of so many packets fragments are kept at once, and no longer than this (RFC 791 names 15 s and more). */
const MAX_PACKETS = 256;
const MAX_AGE_NS = 30_000_000_000n;
const MAX_PAYLOAD_BYTES = 65_515;
const [IPV4_BYTES, IPV6_BYTES] = [20, 40];

type Part = { at: number; bytes: Uint8Array };
type Pending = {
  /** the frame of its first fragment, which has the ports; null until it comes */
  first: CaptureFrame | null;
  /** IP header without options and extension headers, of the first fragment */
  header: Uint8Array;
  sinceNs: bigint | null;
  parts: Part[];
  /** bytes of the payload; -1 until the last fragment comes */
  total: number;
};

/** Puts IP packets together from fragments that a capture or an interface shows, as the kernel does before a socket. */
export class Fragments {
  private readonly pending = new Map<string, Pending>();
  /** First fragments of packets that stay in pieces; whoever reads them takes them out. */
  readonly givenUp: CaptureFrame[] = [];

  /**
   * Takes the fragment whose IP header is at `ipAt` of the frame's data. Returns the whole packet, from its IP header
   * on, with the fragment that completes it; null until then. `v` covers the buffer of the frame.
   */
  add(v: DataView, ipAt: number, frame: CaptureFrame): Uint8Array | null {
    const { data } = frame;
    const end = data.byteOffset + data.length;
    if (readIp(v, data.byteOffset + ipAt, end, headers) !== IP_READ) return null;
    const piece = headers.family === 4 ? pieceOfIpv4(v) : pieceOfIpv6(v);
    if (piece === null || piece.to > headers.end) return null;
    const { key, at, from, to, isLast } = piece;
    const packet = this.packetOf(key, frame.timeNs);
    const bytes = new Uint8Array(v.buffer).slice(from, to);
    if (at === 0 && packet.first === null) {
      packet.first = { ...frame, data: data.slice() };
      packet.header = headerOf(v);
    }
    if (isLast) packet.total = at + bytes.length;
    packet.parts.push({ at, bytes });
    const whole = wholeOf(packet);
    if (whole !== null) this.pending.delete(key);
    return whole;
  }

  /** The capture ends: no further fragment comes. */
  end(): void {
    for (const key of [...this.pending.keys()]) this.giveUp(key);
  }

  private packetOf(key: string, timeNs: bigint | null): Pending {
    const known = this.pending.get(key);
    // identifications come round again: old fragments belong to another packet
    const isOld = timeNs !== null && (known?.sinceNs ?? timeNs) < timeNs - MAX_AGE_NS;
    if (known && !isOld) return known;
    this.giveUp(key);
    if (this.pending.size >= MAX_PACKETS) this.giveUp(this.pending.keys().next().value ?? "");
    const packet = { first: null, header: new Uint8Array(0), sinceNs: timeNs, parts: [], total: -1 };
    this.pending.set(key, packet);
    return packet;
  }

  private giveUp(key: string): void {
    const first = this.pending.get(key)?.first;
    if (first) this.givenUp.push(first);
    this.pending.delete(key);
  }
}

/** Where the headers of the fragment at hand stand. */
const headers = new IpHeaders();

type Piece = { key: string; at: number; from: number; to: number; isLast: boolean };

function pieceOfIpv4(v: DataView): Piece | null {
  const p = headers.at;
  const at = 8 * (v.getUint16(p + 6) & 0x1fff);
  const addresses = `${v.getUint32(p + 12)} ${v.getUint32(p + 16)}`;
  return {
    key: `${addresses} ${v.getUint16(p + 4)} ${headers.protocol}`,
    ...{ at, from: headers.transportAt, to: p + v.getUint16(p + 2), isLast: !headers.hasMoreFragments },
  };
}

function pieceOfIpv6(v: DataView): Piece | null {
  const p = headers.at;
  const i = headers.extensionKind.subarray(0, headers.extensions).indexOf(FRAGMENT);
  if (i < 0) return null;
  const fragmentAt = headers.extensionAt[i];
  const addresses = Array.from({ length: 8 }, (_, word) => v.getUint32(p + 8 + 4 * word)).join(" ");
  return {
    key: `${addresses} ${v.getUint32(fragmentAt + 4)}`,
    at: v.getUint16(fragmentAt + 2) & 0xfff8,
    from: fragmentAt + 8,
    to: p + IPV6_BYTES + v.getUint16(p + 4),
    isLast: !headers.hasMoreFragments,
  };
}

/** The IP header of the first fragment, with neither options nor extension headers: what follows is the payload. */
function headerOf(v: DataView): Uint8Array {
  const bytes = new Uint8Array(v.buffer).slice(
    headers.at,
    headers.at + (headers.family === 4 ? IPV4_BYTES : IPV6_BYTES),
  );
  if (headers.family === 4) {
    bytes[0] = 0x45;
    bytes.fill(0, 6, 8);
  } else {
    const i = headers.extensionKind.subarray(0, headers.extensions).indexOf(FRAGMENT);
    bytes[6] = v.getUint8(headers.extensionAt[i]);
  }
  return bytes;
}

/** The packet, once its parts cover it without a gap and no two contradict each other (RFC 5722 refuses overlaps). */
function wholeOf({ first, header, parts, total }: Pending): Uint8Array | null {
  if (first === null || total < 0 || total > MAX_PAYLOAD_BYTES) return null;
  let reached = 0;
  const packet = new Uint8Array(header.length + total);
  for (const { at, bytes } of parts.toSorted((a, b) => a.at - b.at || a.bytes.length - b.bytes.length)) {
    const isAgain = at + bytes.length === reached;
    if (isAgain) continue;
    if (at !== reached || at + bytes.length > total) return null;
    packet.set(bytes, header.length + at);
    reached += bytes.length;
  }
  if (reached !== total) return null;
  packet.set(header);
  const view = new DataView(packet.buffer);
  if (header.length === IPV4_BYTES) view.setUint16(2, packet.length);
  else view.setUint16(4, total);
  return packet;
}

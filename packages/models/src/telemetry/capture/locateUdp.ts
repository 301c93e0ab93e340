import { u16, u32 } from "../packet/bytes.ts";
import { FRAME_TOO_SHORT, IP_HEADER, LINK_TYPE, OK, UDP_LENGTH } from "../reasons.ts";

/** The frame is sound, but holds no UDP datagram (ARP, TCP, a later fragment, ...). */
export const NOT_UDP = -1;

/** Where the UDP datagram of a frame stands; filled by `locateUdp`, reused from frame to frame. */
export type UdpLocation = {
  family: 4 | 6;
  /** offset of the IP header; -1 where the frame holds none */
  ipAt: number;
  /** offset of the source address in the frame's buffer; the destination follows it */
  addressAt: number;
  srcPort: number;
  dstPort: number;
  payloadAt: number;
  payloadBytes: number;
  /** an IPv4 header whose checksum is 0: hosts drop such a packet before any socket */
  zeroChecksum: boolean;
  /** a first fragment: ports are known, the payload is not whole */
  fragment: boolean;
};

export const createUdpLocation = (): UdpLocation => ({
  family: 4,
  ipAt: -1,
  addressAt: 0,
  srcPort: 0,
  dstPort: 0,
  payloadAt: 0,
  payloadBytes: 0,
  zeroChecksum: false,
  fragment: false,
});

const ETHERTYPE_IPV4 = 0x0800;
const ETHERTYPE_IPV6 = 0x86dd;
const UDP = 17;
const MAX_TAGS = 4;
const MAX_EXTENSION_HEADERS = 8;

/**
 * Finds the UDP payload of the frame `b[at .. end)`: link layer, VLAN and QinQ tags, MPLS labels, IPv4 with
 * options, IPv6 with extension headers. The payload is bounded by the IP length and then the UDP length,
 * never by the captured length [int-recognition]. Link types: 1 Ethernet, 101/12/14 raw IP, 228/229, 113 and
 * 276 Linux cooked, 0 and 108 loopback.
 */
export function locateUdp(
  b: Uint8Array,
  at: number,
  end: number,
  linkType: number,
  out: UdpLocation,
): number {
  out.ipAt = -1;
  switch (linkType) {
    case 1:
      return at + 14 > end ? FRAME_TOO_SHORT : fromEtherType(b, at + 14, end, u16(b, at + 12), out);
    case 113:
      return at + 16 > end ? FRAME_TOO_SHORT : fromEtherType(b, at + 16, end, u16(b, at + 14), out);
    case 276:
      return at + 20 > end ? FRAME_TOO_SHORT : fromEtherType(b, at + 20, end, u16(b, at), out);
    case 0:
    case 108:
      // the family number differs between systems and byte orders: the IP version tells enough
      return at + 5 > end ? FRAME_TOO_SHORT : fromIp(b, at + 4, end, out);
    case 12:
    case 14:
    case 101:
    case 228:
    case 229:
      return fromIp(b, at, end, out);
    default:
      return LINK_TYPE;
  }
}

function fromEtherType(b: Uint8Array, p: number, end: number, etherType: number, out: UdpLocation): number {
  for (let tags = 0; etherType === 0x8100 || etherType === 0x88a8 || etherType === 0x9100; tags++) {
    if (tags === MAX_TAGS) return NOT_UDP;
    if (p + 4 > end) return FRAME_TOO_SHORT;
    etherType = u16(b, p + 2);
    p += 4;
  }
  if (etherType === 0x8847) {
    for (let labels = 0; ; labels++) {
      if (labels === MAX_TAGS) return NOT_UDP;
      if (p + 5 > end) return FRAME_TOO_SHORT;
      const bottom = b[p + 2] & 1;
      p += 4;
      if (bottom) return fromIp(b, p, end, out);
    }
  }
  if (etherType !== ETHERTYPE_IPV4 && etherType !== ETHERTYPE_IPV6) return NOT_UDP;
  return fromIp(b, p, end, out);
}

function fromIp(b: Uint8Array, p: number, end: number, out: UdpLocation): number {
  if (p >= end) return FRAME_TOO_SHORT;
  const version = b[p] >> 4;
  out.ipAt = p;
  if (version === 4) return fromIpv4(b, p, end, out);
  return version === 6 ? fromIpv6(b, p, end, out) : IP_HEADER;
}

function fromIpv4(b: Uint8Array, p: number, end: number, out: UdpLocation): number {
  if (p + 20 > end) return FRAME_TOO_SHORT;
  const headerBytes = (b[p] & 0x0f) * 4;
  const totalBytes = u16(b, p + 2);
  // a total length of 0 is left to the network card by senders that offload segmentation
  if (headerBytes < 20 || (totalBytes !== 0 && totalBytes < headerBytes)) return IP_HEADER;
  if (b[p + 9] !== UDP) return NOT_UDP;
  const fragment = u16(b, p + 6);
  if (fragment & 0x1fff) return NOT_UDP;
  out.family = 4;
  out.addressAt = p + 12;
  out.zeroChecksum = u16(b, p + 10) === 0;
  const bound = totalBytes === 0 ? end : p + totalBytes;
  return fromUdp(b, p + headerBytes, bound, end, (fragment & 0x2000) !== 0, out);
}

function fromIpv6(b: Uint8Array, p: number, end: number, out: UdpLocation): number {
  if (p + 40 > end) return FRAME_TOO_SHORT;
  out.family = 6;
  out.addressAt = p + 8;
  out.zeroChecksum = false;
  const bound = p + 40 + u16(b, p + 4);
  let next = b[p + 6];
  let at = p + 40;
  let fragment = false;
  for (let i = 0; next === 0 || next === 43 || next === 44 || next === 51 || next === 60; i++) {
    if (i === MAX_EXTENSION_HEADERS) return NOT_UDP;
    if (at + 8 > end) return FRAME_TOO_SHORT;
    if (next === 44) {
      const offset = u16(b, at + 2);
      if (offset & 0xfff8) return NOT_UDP;
      fragment = (offset & 1) !== 0;
    }
    const extensionBytes = next === 44 ? 8 : next === 51 ? 4 * (b[at + 1] + 2) : 8 * (b[at + 1] + 1);
    next = b[at];
    at += extensionBytes;
  }
  return next === UDP ? fromUdp(b, at, bound, end, fragment, out) : NOT_UDP;
}

/** `bound` is the end by the IP length, `end` the end of the captured bytes. */
function fromUdp(
  b: Uint8Array,
  p: number,
  bound: number,
  end: number,
  fragment: boolean,
  out: UdpLocation,
): number {
  if (p + 8 > end) return FRAME_TOO_SHORT;
  out.srcPort = u16(b, p);
  out.dstPort = u16(b, p + 2);
  out.fragment = fragment;
  out.payloadAt = p + 8;
  const udpBytes = u16(b, p + 4);
  out.payloadBytes = udpBytes - 8;
  if (fragment) return OK;
  return udpBytes < 8 || p + udpBytes > bound || p + udpBytes > end ? UDP_LENGTH : OK;
}

/** First word of the IPv4 source address, or the 4 words of the IPv6 one, into `words`. */
export function sourceWords(b: Uint8Array, location: UdpLocation, words: Uint32Array): void {
  words.fill(0);
  const count = location.family === 4 ? 1 : 4;
  for (let i = 0; i < count; i++) words[i] = u32(b, location.addressAt + 4 * i);
}

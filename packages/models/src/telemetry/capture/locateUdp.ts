import { u32, ViewCache } from "../packet/bytes.ts";
import { isVlanTag } from "../packet/ethernet.ts";
import {
  ETHERTYPE_IPV4,
  ETHERTYPE_IPV6,
  endsInExtensions,
  IP_CUT,
  IP_READ,
  IpHeaders,
  MAX_EXTENSION_HEADERS,
  readIp,
  typeBehindTags,
  UDP,
} from "../packet/headers.ts";
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
  /** a fragment: the payload is not whole, and only the first one has ports */
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

const ETHERTYPE_MPLS = 0x8847;
const MAX_LABELS = 4;

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
  out.fragment = false;
  const v = views.of(b);
  const base = b.byteOffset;
  const stop = base + end;
  const p = ipOffset(v, base + at, stop, linkType);
  if (p < 0) return reasonOf(p);
  if (p >= stop) return FRAME_TOO_SHORT;
  const version = v.getUint8(p) >> 4;
  if (version !== 4 && version !== 6) return IP_HEADER;
  out.ipAt = p - base;
  const found = readIp(v, p, stop, headers);
  if (found !== IP_READ) return found === IP_CUT ? FRAME_TOO_SHORT : IP_HEADER;
  const { family, isLaterFragment, hasMoreFragments, transportAt } = headers;
  if (family === 4) {
    const totalBytes = v.getUint16(p + 2);
    // a total length of 0 is left to the network card by senders that offload segmentation
    if (totalBytes !== 0 && totalBytes < transportAt - p) return IP_HEADER;
  }
  if (endsInExtensions(headers) && headers.extensions < MAX_EXTENSION_HEADERS) return FRAME_TOO_SHORT;
  out.fragment = hasMoreFragments || isLaterFragment;
  if (headers.protocol !== UDP || isLaterFragment) return NOT_UDP;
  out.family = family;
  out.addressAt = out.ipAt + (family === 4 ? 12 : 8);
  out.zeroChecksum = family === 4 && v.getUint16(p + 10) === 0;
  if (transportAt + 8 > stop) return FRAME_TOO_SHORT;
  out.srcPort = v.getUint16(transportAt);
  out.dstPort = v.getUint16(transportAt + 2);
  out.payloadAt = transportAt + 8 - base;
  const udpBytes = v.getUint16(transportAt + 4);
  out.payloadBytes = udpBytes - 8;
  if (hasMoreFragments) return OK;
  return udpBytes < 8 || transportAt + udpBytes > headers.end ? UDP_LENGTH : OK;
}

/** Where the headers of the frame at hand stand, and the view that they are read by. */
const headers = new IpHeaders();
const views = new ViewCache();

/** A reason in place of an offset: negative, also of `NOT_UDP`. */
const failed = (reason: number): number => -2 - reason;
const reasonOf = failed;

/** Offset of the IP header, or why there is none. */
function ipOffset(v: DataView, at: number, end: number, linkType: number): number {
  switch (linkType) {
    case 1:
      return at + 14 > end ? failed(FRAME_TOO_SHORT) : behindType(v, at + 14, end, v.getUint16(at + 12));
    case 113:
      return at + 16 > end ? failed(FRAME_TOO_SHORT) : behindType(v, at + 16, end, v.getUint16(at + 14));
    case 276:
      return at + 20 > end ? failed(FRAME_TOO_SHORT) : behindType(v, at + 20, end, v.getUint16(at));
    case 0:
    case 108:
      // the family number differs between systems and byte orders: the IP version tells enough
      return at + 5 > end ? failed(FRAME_TOO_SHORT) : at + 4;
    case 12:
    case 14:
    case 101:
    case 228:
    case 229:
      return at;
    default:
      return failed(LINK_TYPE);
  }
}

/** From the first byte behind the type of the link layer over tags and labels to the IP header. */
function behindType(v: DataView, p: number, end: number, etherType: number): number {
  if (isVlanTag(etherType)) {
    if (p + 4 > end) return failed(FRAME_TOO_SHORT);
    const typeAt = typeBehindTags(v, p + 2, end);
    etherType = v.getUint16(typeAt);
    p = typeAt + 2;
    if (isVlanTag(etherType)) return failed(p + 4 > end ? FRAME_TOO_SHORT : NOT_UDP);
  }
  if (etherType === ETHERTYPE_MPLS) {
    for (let labels = 0; labels < MAX_LABELS; labels++) {
      if (p + 5 > end) return failed(FRAME_TOO_SHORT);
      const isBottom = (v.getUint8(p + 2) & 1) !== 0;
      p += 4;
      if (isBottom) return p;
    }
    return failed(NOT_UDP);
  }
  return etherType === ETHERTYPE_IPV4 || etherType === ETHERTYPE_IPV6 ? p : failed(NOT_UDP);
}

/** First word of the IPv4 source address, or the 4 words of the IPv6 one, into `words`. */
export function sourceWords(b: Uint8Array, location: UdpLocation, words: Uint32Array): void {
  words.fill(0);
  const count = location.family === 4 ? 1 : 4;
  for (let i = 0; i < count; i++) words[i] = u32(b, location.addressAt + 4 * i);
}

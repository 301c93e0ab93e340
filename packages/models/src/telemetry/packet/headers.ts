import { isVlanTag } from "./ethernet.ts";

export const ETHERTYPE_IPV4 = 0x0800;
export const ETHERTYPE_IPV6 = 0x86dd;

/** Protocols behind an IP header (IANA). */
export const TCP = 6;
export const UDP = 17;
export const GRE = 47;

const HOP_BY_HOP = 0;
const ROUTING = 43;
export const FRAGMENT = 44;
const AUTHENTICATION = 51;
const DESTINATION_OPTIONS = 60;

const MAX_TAGS = 4;
export const MAX_EXTENSION_HEADERS = 8;

/** What `readIp` found: the headers are those of IP, the bytes end inside them, or they are no IP. */
export const IP_READ = 0;
export const IP_CUT = 1;
export const IP_UNSOUND = 2;

/**
 * Offset of the type that counts when the field at `p`, inside `end`, begins a chain of VLAN and QinQ tags: the first
 * type that is no tag, or the last tag that is read.
 */
export function typeBehindTags(v: DataView, p: number, end: number): number {
  for (let tags = 0; tags < MAX_TAGS && p + 6 <= end && isVlanTag(v.getUint16(p)); tags++) p += 4;
  return p;
}

/** Where the parts of an IP packet stand; filled by `readIp`, reused from packet to packet. */
export class IpHeaders {
  family: 4 | 6 = 4;
  /** first byte of the IP header; the source address stands 12 (IPv4) or 8 bytes (IPv6) behind it */
  at = 0;
  dscp = 0;
  /** behind the IP header and all extension headers that were walked */
  protocol = 0;
  transportAt = 0;
  /** end of the packet by its IP header, never behind the bytes at hand; a length of 0 is left to the network card */
  end = 0;
  /** it has no transport header */
  isLaterFragment = false;
  hasMoreFragments = false;
  /** extension headers that were walked, each with its kind and its place */
  extensions = 0;
  readonly extensionKind = new Uint8Array(MAX_EXTENSION_HEADERS);
  readonly extensionAt = new Int32Array(MAX_EXTENSION_HEADERS);

  /** End of an extension header that was walked; may lie behind `end`. */
  extensionEnd(i: number): number {
    return i + 1 < this.extensions ? this.extensionAt[i + 1] : this.transportAt;
  }
}

/**
 * Walks from the IP header at `p` to the transport header: IPv4 with options, IPv6 with at most 8 extension headers.
 * Reads nothing at or behind `end`. A walk that ends early leaves the number of an extension header as the protocol.
 */
export function readIp(v: DataView, p: number, end: number, out: IpHeaders): number {
  if (p + 20 > end) return IP_CUT;
  const first = v.getUint8(p);
  out.at = p;
  out.extensions = 0;
  if (first >> 4 === 4) return readIpv4(v, p, end, first, out);
  return first >> 4 === 6 ? readIpv6(v, p, end, out) : IP_UNSOUND;
}

function readIpv4(v: DataView, p: number, end: number, first: number, out: IpHeaders): number {
  const headerBytes = (first & 0x0f) * 4;
  if (headerBytes < 20) return IP_UNSOUND;
  const totalBytes = v.getUint16(p + 2);
  const fragment = v.getUint16(p + 6);
  out.family = 4;
  out.dscp = v.getUint8(p + 1) >> 2;
  out.protocol = v.getUint8(p + 9);
  out.transportAt = p + headerBytes;
  out.end = totalBytes >= headerBytes ? Math.min(end, p + totalBytes) : end;
  out.isLaterFragment = (fragment & 0x1fff) !== 0;
  out.hasMoreFragments = (fragment & 0x2000) !== 0;
  return IP_READ;
}

function readIpv6(v: DataView, p: number, end: number, out: IpHeaders): number {
  if (p + 40 > end) return IP_CUT;
  const payloadBytes = v.getUint16(p + 4);
  const bound = payloadBytes > 0 ? Math.min(end, p + 40 + payloadBytes) : end;
  out.family = 6;
  out.dscp = (v.getUint16(p) >> 6) & 0x3f;
  out.end = bound;
  out.isLaterFragment = false;
  out.hasMoreFragments = false;
  let next = v.getUint8(p + 6);
  let at = p + 40;
  let walked = 0;
  for (; walked < MAX_EXTENSION_HEADERS && isExtension(next) && at + 8 <= bound; walked++) {
    out.extensionKind[walked] = next;
    out.extensionAt[walked] = at;
    const words = v.getUint8(at + 1);
    let bytes = 8 * (words + 1);
    if (next === FRAGMENT) {
      const fragment = v.getUint16(at + 2);
      out.isLaterFragment = (fragment & 0xfff8) !== 0;
      out.hasMoreFragments = (fragment & 1) !== 0;
      bytes = 8;
    } else if (next === AUTHENTICATION) bytes = 4 * (words + 2);
    next = v.getUint8(at);
    at += bytes;
    if (out.isLaterFragment) {
      walked++;
      break;
    }
  }
  out.extensions = walked;
  out.protocol = next;
  out.transportAt = at;
  return IP_READ;
}

const isExtension = (next: number): boolean =>
  next === HOP_BY_HOP ||
  next === ROUTING ||
  next === FRAGMENT ||
  next === AUTHENTICATION ||
  next === DESTINATION_OPTIONS;

/** Whether the kind of extension header holds options: hop-by-hop and destination options. */
export const holdsOptions = (kind: number): boolean => kind === HOP_BY_HOP || kind === DESTINATION_OPTIONS;

/** A walk through extension headers that came to no transport header: there were too many, or the bytes end. */
export const endsInExtensions = ({ family, protocol, isLaterFragment }: IpHeaders): boolean =>
  family === 6 && !isLaterFragment && isExtension(protocol);

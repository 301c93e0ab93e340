import {
  DETAIL_DOMAIN,
  DETAIL_NONE,
  FLAG_INTERMEDIATE,
  FLAG_TRACKED,
  FORMAT_PACKET,
  HAS_IDENTIFICATION,
  HAS_PORTS,
  HAS_REMAINING,
  INT_NONE,
  MODE_XD,
  type ReportBatch,
} from "../batch.ts";
import { readIdentification } from "../dialects/ipIdentification.ts";
import { readMri } from "../dialects/mri.ts";
import { readTcpInt } from "../dialects/tcpInt.ts";
import { isIfa, readIfa } from "../ifa/ifa.ts";
import { decodeGeneve, decodeGre, decodeVxlanGpe, greBytes } from "../int/carriers.ts";
import { decodeLengthHops } from "../int/lengthHops.ts";
import { decodeInt } from "../int/shim.ts";
import { readIoamOptions } from "../ioam/trace.ts";
import { MARK_INT_UNREADABLE, MARK_NO_TELEMETRY } from "../marks.ts";
import { type DecodeOptions, V2_LENGTH_HOPS } from "../profile/profile.ts";
import { INNER_HEADER, INNER_TRUNCATED, INNER_TYPE, INT_CARRIER, OK } from "../reasons.ts";
import {
  ETHERTYPE_IPV4,
  ETHERTYPE_IPV6,
  GRE,
  holdsOptions,
  IP_CUT,
  IP_UNSOUND,
  IpHeaders,
  readIp,
  TCP,
  typeBehindTags,
  UDP,
} from "./headers.ts";

export const INNER_ETHERNET = 0;
export const INNER_IPV4 = 1;
export const INNER_IPV6 = 2;

const VXLAN_GPE_PORT = 4790;
const GENEVE_PORT = 6081;

/**
 * The packet inside report `r`: sets the flow and appends the hops of its INT stack. `ownHops` says that the
 * report itself brings metadata; then unreadable INT is only marked, because a DSCP marker can also be
 * ordinary traffic (0x20 is CS4). A non-IP inner frame leaves the flow absent.
 */
export function readInner(
  v: DataView,
  at: number,
  end: number,
  kind: number,
  ownHops: boolean,
  allowCut: boolean,
  options: DecodeOptions,
  batch: ReportBatch,
  r: number,
): number {
  if (at === end && ownHops) return finish(ownHops, batch, r); // announced, but left out: the metadata stand alone
  if (kind > INNER_IPV6) return INNER_TYPE;
  let ip = at;
  let family = kind === INNER_IPV6 ? 6 : 4;
  if (kind === INNER_ETHERNET) {
    if (at + 14 > end) return INNER_TRUNCATED;
    const typeAt = typeBehindTags(v, at + 12, end);
    const etherType = v.getUint16(typeAt);
    if (etherType !== ETHERTYPE_IPV4 && etherType !== ETHERTYPE_IPV6) return finish(ownHops, batch, r);
    family = etherType === ETHERTYPE_IPV4 ? 4 : 6;
    ip = typeAt + 2;
  }
  const found = readIp(v, ip, end, headers);
  if (found === IP_CUT) return INNER_TRUNCATED;
  if (found === IP_UNSOUND || headers.family !== family) return INNER_HEADER;
  batch.family[r] = family;
  batch.proto[r] = headers.protocol;
  batch.dscp[r] = headers.dscp;
  const reason = family === 4 ? readIpv4(v, end, options, batch, r) : readIpv6(v, options, batch, r);
  if (reason !== OK) return reason;
  if (headers.isLaterFragment) return finish(ownHops, batch, r); // no L4 header
  const { transportAt, protocol, dscp } = headers;
  if (options.intV2Layout === V2_LENGTH_HOPS && hasIntPort(v, headers, end, options)) {
    batch.has[r] |= HAS_PORTS;
    // the length in the IP header leaves out what was inserted behind it
    return decodeLengthHops(v, transportAt + 8, end, batch, r);
  }
  return readTransport(v, transportAt, headers.end, protocol, dscp, ownHops, allowCut, options, batch, r);
}

/** Where the headers of the packet at hand stand. */
const headers = new IpHeaders();

/** Whether a datagram goes to a port that announces INT. */
export const hasIntPort = (
  v: DataView,
  { protocol, transportAt }: IpHeaders,
  end: number,
  { intPorts }: DecodeOptions,
): boolean => protocol === UDP && transportAt + 4 <= end && intPorts.has(v.getUint16(transportAt + 2));

/** Addresses, identification and options of IPv4. */
function readIpv4(v: DataView, end: number, options: DecodeOptions, batch: ReportBatch, r: number): number {
  const p = headers.at;
  const address = batch.address;
  const a = 8 * r;
  address[a] = v.getUint32(p + 12);
  address[a + 4] = v.getUint32(p + 16);
  // eight stores: a call of fill takes longer
  address[a + 1] = 0;
  address[a + 2] = 0;
  address[a + 3] = 0;
  address[a + 5] = 0;
  address[a + 6] = 0;
  address[a + 7] = 0;
  const identification = v.getUint16(p + 4);
  if (identification !== 0) {
    batch.has[r] |= HAS_IDENTIFICATION;
    batch.identification[r] = identification;
  }
  if (options.ipIdentification !== 0) readIdentification(identification, options.ipIdentification, batch, r);
  const optionsEnd = headers.transportAt;
  return options.mri && optionsEnd > p + 20 ? readMri(v, p + 20, Math.min(end, optionsEnd), batch, r) : OK;
}

/** Addresses of IPv6, and an IOAM trace in its options. */
function readIpv6(v: DataView, options: DecodeOptions, batch: ReportBatch, r: number): number {
  const p = headers.at;
  const a = 8 * r;
  for (let i = 0; i < 8; i++) batch.address[a + i] = v.getUint32(p + 8 + 4 * i);
  if (!isPacket(batch, r)) return OK;
  for (let i = 0; i < headers.extensions; i++) {
    if (!holdsOptions(headers.extensionKind[i])) continue;
    const to = headers.extensionEnd(i);
    if (to > headers.end) continue;
    const reason = readIoamOptions(v, headers.extensionAt[i] + 2, to, options, batch, r);
    if (reason !== OK) return reason;
  }
  return OK;
}

/** IOAM and IFA are of the packet itself: inside a telemetry report they would mix with its own hops. */
const isPacket = (batch: ReportBatch, r: number): boolean => batch.format[r] >= FORMAT_PACKET;

function readTransport(
  v: DataView,
  l4: number,
  end: number,
  proto: number,
  dscp: number,
  ownHops: boolean,
  allowCut: boolean,
  options: DecodeOptions,
  batch: ReportBatch,
  r: number,
): number {
  if (options.ifaProtocols.has(proto) && isPacket(batch, r) && isIfa(v, l4, end)) {
    const reason = readIfa(v, l4, end, batch, r);
    return reason === OK ? finish(ownHops, batch, r) : reason;
  }
  if (
    proto === GRE &&
    options.greProtocol !== 0 &&
    l4 + 4 <= end &&
    v.getUint16(l4 + 2) === options.greProtocol
  ) {
    return readCarrier(v, l4 + greBytes(v.getUint16(l4)), end, decodeGre, ownHops, options, batch, r);
  }
  if ((proto !== TCP && proto !== UDP) || l4 + 4 > end) return finish(ownHops, batch, r);
  batch.has[r] |= HAS_PORTS;
  batch.srcPort[r] = v.getUint16(l4);
  const dstPort = v.getUint16(l4 + 2);
  batch.dstPort[r] = dstPort;
  if (proto === TCP && options.tcpInt !== 0 && l4 + 20 <= end) {
    const optionsEnd = Math.min(end, l4 + (v.getUint8(l4 + 12) >> 4) * 4);
    const reason = readTcpInt(v, l4 + 20, optionsEnd, options.tcpInt === 2, batch, r);
    if (reason !== OK) return reason;
  }
  const marked = options.dscp[dscp] === 1 || options.intPorts.has(dstPort);
  const tunnel = proto === UDP ? tunnelAt(dstPort) : null;
  if (tunnel !== null) {
    // a marker on this very header says more than its port, which an application may use too
    if (marked && tryInt(v, l4 + 8, end, false, options, batch, r) === OK) return finish(ownHops, batch, r);
    return readCarrier(v, l4 + 8, end, tunnel, ownHops, options, batch, r);
  }
  const announced = (batch.flags[r] & (FLAG_TRACKED | FLAG_INTERMEDIATE)) !== 0;
  if (!marked && !announced) return finish(ownHops, batch, r);

  let reason: number;
  if (proto === UDP) {
    reason = tryInt(v, l4 + 8, end, allowCut || options.isCut, options, batch, r);
  } else {
    const headerBytes = l4 + 13 <= end ? (v.getUint8(l4 + 12) >> 4) * 4 : 20;
    const first = options.tcpPlacement === 2 ? 20 : Math.max(20, headerBytes);
    reason = tryInt(v, l4 + first, end, allowCut || options.isCut, options, batch, r);
    if (reason !== OK && options.tcpPlacement === 0 && first !== 20) {
      const fixed = tryInt(v, l4 + 20, end, allowCut || options.isCut, options, batch, r);
      if (fixed === OK) reason = OK;
    }
  }
  if (reason !== OK) {
    if (marked && announced && !ownHops) return reason;
    if (marked) batch.marks[r] |= MARK_INT_UNREADABLE;
  }
  return finish(ownHops, batch, r);
}

/** What may stand behind a UDP header with this destination port. */
const tunnelAt = (dstPort: number): typeof decodeGre | null =>
  dstPort === VXLAN_GPE_PORT ? decodeVxlanGpe : dstPort === GENEVE_PORT ? decodeGeneve : null;

/** Decodes INT and takes every trace of a failed try back. */
function tryInt(
  v: DataView,
  at: number,
  end: number,
  allowCut: boolean,
  options: DecodeOptions,
  batch: ReportBatch,
  r: number,
): number {
  const hops = batch.hops;
  const marks = batch.marks[r];
  const reason = decodeInt(v, at, end, allowCut, options, batch, r);
  if (reason !== OK) takeBack(batch, r, hops, marks);
  return reason;
}

/**
 * INT under a tunnel header, which announces it itself. The flow stays the outer one (our choice). A tunnel without INT
 * is ordinary traffic.
 */
function readCarrier(
  v: DataView,
  at: number,
  end: number,
  decode: typeof decodeGre,
  ownHops: boolean,
  options: DecodeOptions,
  batch: ReportBatch,
  r: number,
): number {
  const hops = batch.hops;
  const marks = batch.marks[r];
  const reason = decode(v, at, end, options, batch, r);
  if (reason !== OK) {
    takeBack(batch, r, hops, marks);
    if (reason !== INT_CARRIER) {
      if (!ownHops) return reason;
      batch.marks[r] |= MARK_INT_UNREADABLE;
    }
  }
  return finish(ownHops, batch, r);
}

function takeBack(batch: ReportBatch, r: number, hops: number, marks: number): void {
  batch.hops = hops;
  batch.marks[r] = marks;
  batch.has[r] &= ~HAS_REMAINING;
  batch.int[r] = INT_NONE;
  batch.mode[r] = 0;
  batch.bitmap[r] = 0;
  batch.domainId[r] = 0;
  if (batch.detailKind[r] === DETAIL_DOMAIN) batch.detailKind[r] = DETAIL_NONE;
}

/** Without embedded INT a report is a postcard (INT-XD), or says nothing. */
function finish(ownHops: boolean, batch: ReportBatch, r: number): number {
  if (batch.mode[r] !== 0) return OK;
  if (ownHops) batch.mode[r] = MODE_XD;
  else if (batch.flags[r] & FLAG_TRACKED) batch.marks[r] |= MARK_NO_TELEMETRY;
  return OK;
}

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
import { decodeInt } from "../int/shim.ts";
import { readIoamOptions } from "../ioam/trace.ts";
import { MARK_INT_UNREADABLE, MARK_NO_TELEMETRY } from "../marks.ts";
import type { DecodeOptions } from "../profile/profile.ts";
import { INNER_HEADER, INNER_TRUNCATED, INNER_TYPE, INT_CARRIER, OK } from "../reasons.ts";
import { isVlanTag } from "./ethernet.ts";

export const INNER_ETHERNET = 0;
export const INNER_IPV4 = 1;
export const INNER_IPV6 = 2;

const TCP = 6;
const UDP = 17;
const GRE = 47;
const VXLAN_GPE_PORT = 4790;
const GENEVE_PORT = 6081;
const MAX_VLAN_TAGS = 3;
const MAX_EXTENSION_HEADERS = 8;

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
  let p = at;
  let ip = kind;
  if (kind === INNER_ETHERNET) {
    if (p + 14 > end) return INNER_TRUNCATED;
    let etherType = v.getUint16(p + 12);
    p += 14;
    for (let tags = 0; tags < MAX_VLAN_TAGS && isVlanTag(etherType) && p + 4 <= end; tags++) {
      etherType = v.getUint16(p + 2);
      p += 4;
    }
    ip = etherType === 0x0800 ? INNER_IPV4 : etherType === 0x86dd ? INNER_IPV6 : INNER_ETHERNET;
    if (ip === INNER_ETHERNET) return finish(ownHops, batch, r);
  }
  if (ip === INNER_IPV4) return readIpv4(v, p, end, ownHops, allowCut, options, batch, r);
  if (ip === INNER_IPV6) return readIpv6(v, p, end, ownHops, allowCut, options, batch, r);
  return INNER_TYPE;
}

function readIpv4(
  v: DataView,
  p: number,
  end: number,
  ownHops: boolean,
  allowCut: boolean,
  options: DecodeOptions,
  batch: ReportBatch,
  r: number,
): number {
  if (p + 20 > end) return INNER_TRUNCATED;
  const headerBytes = (v.getUint8(p) & 0x0f) * 4;
  if (v.getUint8(p) >> 4 !== 4 || headerBytes < 20) return INNER_HEADER;
  batch.family[r] = 4;
  batch.proto[r] = v.getUint8(p + 9);
  const dscp = v.getUint8(p + 1) >> 2;
  batch.dscp[r] = dscp;
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
  if (options.mri && headerBytes > 20) {
    const reason = readMri(v, p + 20, Math.min(end, p + headerBytes), batch, r);
    if (reason !== OK) return reason;
  }
  if (v.getUint16(p + 6) & 0x1fff) return finish(ownHops, batch, r); // a later fragment has no L4 header
  // total length 0 stands for offloaded or synthetic headers
  const totalBytes = v.getUint16(p + 2);
  const bound = totalBytes >= headerBytes ? Math.min(end, p + totalBytes) : end;
  return readTransport(
    v,
    p + headerBytes,
    bound,
    v.getUint8(p + 9),
    dscp,
    ownHops,
    allowCut,
    options,
    batch,
    r,
  );
}

function readIpv6(
  v: DataView,
  p: number,
  end: number,
  ownHops: boolean,
  allowCut: boolean,
  options: DecodeOptions,
  batch: ReportBatch,
  r: number,
): number {
  if (p + 40 > end) return INNER_TRUNCATED;
  if (v.getUint8(p) >> 4 !== 6) return INNER_HEADER;
  batch.family[r] = 6;
  const a = 8 * r;
  for (let i = 0; i < 8; i++) batch.address[a + i] = v.getUint32(p + 8 + 4 * i);
  const payloadBytes = v.getUint16(p + 4);
  const bound = payloadBytes > 0 ? Math.min(end, p + 40 + payloadBytes) : end;
  const dscp = (v.getUint16(p) >> 6) & 0x3f;
  batch.dscp[r] = dscp;
  let next = v.getUint8(p + 6);
  let l4 = p + 40;
  for (let i = 0; i < MAX_EXTENSION_HEADERS && isExtension(next) && l4 + 8 <= bound; i++) {
    if (next === 44 && v.getUint16(l4 + 2) & 0xfff8) {
      batch.proto[r] = v.getUint8(l4);
      return finish(ownHops, batch, r); // a later fragment
    }
    const extensionBytes =
      next === 44 ? 8 : next === 51 ? 4 * (v.getUint8(l4 + 1) + 2) : 8 * (v.getUint8(l4 + 1) + 1);
    if ((next === 0 || next === 60) && isPacket(batch, r) && l4 + extensionBytes <= bound) {
      const reason = readIoamOptions(v, l4 + 2, l4 + extensionBytes, options, batch, r);
      if (reason !== OK) return reason;
    }
    next = v.getUint8(l4);
    l4 += extensionBytes;
  }
  batch.proto[r] = next;
  return readTransport(v, l4, bound, next, dscp, ownHops, allowCut, options, batch, r);
}

/** IOAM and IFA are of the packet itself: inside a telemetry report they would mix with its own hops. */
const isPacket = (batch: ReportBatch, r: number): boolean => batch.format[r] >= FORMAT_PACKET;

/** Hop-by-hop, routing, fragment, authentication, destination options. */
const isExtension = (next: number): boolean =>
  next === 0 || next === 43 || next === 44 || next === 51 || next === 60;

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
    reason = tryInt(v, l4 + 8, end, allowCut, options, batch, r);
  } else {
    const headerBytes = l4 + 13 <= end ? (v.getUint8(l4 + 12) >> 4) * 4 : 20;
    const first = options.tcpPlacement === 2 ? 20 : Math.max(20, headerBytes);
    reason = tryInt(v, l4 + first, end, allowCut, options, batch, r);
    if (reason !== OK && options.tcpPlacement === 0 && first !== 20) {
      const fixed = tryInt(v, l4 + 20, end, allowCut, options, batch, r);
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

import {
  FLAG_INTERMEDIATE,
  FLAG_TRACKED,
  HAS_PORTS,
  HAS_REMAINING,
  INT_NONE,
  MODE_XD,
  type ReportBatch,
} from "./batch.ts";
import { u16, u32 } from "./bytes.ts";
import { decodeInt } from "./int/shim.ts";
import { MARK_INT_UNREADABLE, MARK_NO_TELEMETRY } from "./marks.ts";
import type { DecodeOptions } from "./profile.ts";
import { INNER_HEADER, INNER_TRUNCATED, INNER_TYPE, OK } from "./reasons.ts";

export const INNER_ETHERNET = 0;
export const INNER_IPV4 = 1;
export const INNER_IPV6 = 2;

const TCP = 6;
const UDP = 17;
const MAX_VLAN_TAGS = 3;
const MAX_EXTENSION_HEADERS = 8;

/**
 * The packet inside report `r`: sets the flow and appends the hops of its INT stack. `ownHops` says that the report itself
 * brings metadata; then unreadable INT is only marked, because a DSCP marker can also be ordinary traffic (0x20 is CS4).
 * A non-IP inner frame leaves the flow absent.
 */
export function readInner(
  b: Uint8Array,
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
    let etherType = u16(b, p + 12);
    p += 14;
    for (let tags = 0; tags < MAX_VLAN_TAGS && isVlanTag(etherType) && p + 4 <= end; tags++) {
      etherType = u16(b, p + 2);
      p += 4;
    }
    ip = etherType === 0x0800 ? INNER_IPV4 : etherType === 0x86dd ? INNER_IPV6 : INNER_ETHERNET;
    if (ip === INNER_ETHERNET) return finish(ownHops, batch, r);
  }
  if (ip === INNER_IPV4) return readIpv4(b, p, end, ownHops, allowCut, options, batch, r);
  if (ip === INNER_IPV6) return readIpv6(b, p, end, ownHops, allowCut, options, batch, r);
  return INNER_TYPE;
}

const isVlanTag = (etherType: number): boolean =>
  etherType === 0x8100 || etherType === 0x88a8 || etherType === 0x9100;

function readIpv4(
  b: Uint8Array,
  p: number,
  end: number,
  ownHops: boolean,
  allowCut: boolean,
  options: DecodeOptions,
  batch: ReportBatch,
  r: number,
): number {
  if (p + 20 > end) return INNER_TRUNCATED;
  const headerBytes = (b[p] & 0x0f) * 4;
  if (b[p] >> 4 !== 4 || headerBytes < 20) return INNER_HEADER;
  batch.family[r] = 4;
  batch.proto[r] = b[p + 9];
  const address = batch.address;
  const a = 8 * r;
  address.fill(0, a, a + 8);
  address[a] = u32(b, p + 12);
  address[a + 4] = u32(b, p + 16);
  if (u16(b, p + 6) & 0x1fff) return finish(ownHops, batch, r); // a later fragment has no L4 header
  // total length 0 stands for offloaded or synthetic headers
  const totalBytes = u16(b, p + 2);
  const bound = totalBytes >= headerBytes ? Math.min(end, p + totalBytes) : end;
  return readTransport(
    b,
    p + headerBytes,
    bound,
    b[p + 9],
    b[p + 1] >> 2,
    ownHops,
    allowCut,
    options,
    batch,
    r,
  );
}

function readIpv6(
  b: Uint8Array,
  p: number,
  end: number,
  ownHops: boolean,
  allowCut: boolean,
  options: DecodeOptions,
  batch: ReportBatch,
  r: number,
): number {
  if (p + 40 > end) return INNER_TRUNCATED;
  if (b[p] >> 4 !== 6) return INNER_HEADER;
  batch.family[r] = 6;
  const a = 8 * r;
  for (let i = 0; i < 8; i++) batch.address[a + i] = u32(b, p + 8 + 4 * i);
  const payloadBytes = u16(b, p + 4);
  const bound = payloadBytes > 0 ? Math.min(end, p + 40 + payloadBytes) : end;
  const dscp = (u16(b, p) >> 6) & 0x3f;
  let next = b[p + 6];
  let l4 = p + 40;
  for (let i = 0; i < MAX_EXTENSION_HEADERS && isExtension(next) && l4 + 8 <= bound; i++) {
    if (next === 44 && u16(b, l4 + 2) & 0xfff8) {
      batch.proto[r] = b[l4];
      return finish(ownHops, batch, r); // a later fragment
    }
    const extensionBytes = next === 44 ? 8 : next === 51 ? 4 * (b[l4 + 1] + 2) : 8 * (b[l4 + 1] + 1);
    next = b[l4];
    l4 += extensionBytes;
  }
  batch.proto[r] = next;
  return readTransport(b, l4, bound, next, dscp, ownHops, allowCut, options, batch, r);
}

/** Hop-by-hop, routing, fragment, authentication, destination options. */
const isExtension = (next: number): boolean =>
  next === 0 || next === 43 || next === 44 || next === 51 || next === 60;

function readTransport(
  b: Uint8Array,
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
  if ((proto !== TCP && proto !== UDP) || l4 + 4 > end) return finish(ownHops, batch, r);
  batch.has[r] |= HAS_PORTS;
  batch.srcPort[r] = u16(b, l4);
  const dstPort = u16(b, l4 + 2);
  batch.dstPort[r] = dstPort;
  const marked = options.dscp[dscp] === 1 || options.intPorts.has(dstPort);
  if (!marked && !(batch.flags[r] & (FLAG_TRACKED | FLAG_INTERMEDIATE))) return finish(ownHops, batch, r);

  let reason: number;
  if (proto === UDP) {
    reason = tryInt(b, l4 + 8, end, allowCut, options, batch, r);
  } else {
    const headerBytes = l4 + 13 <= end ? (b[l4 + 12] >> 4) * 4 : 20;
    const first = options.tcpPlacement === 2 ? 20 : Math.max(20, headerBytes);
    reason = tryInt(b, l4 + first, end, allowCut, options, batch, r);
    if (reason !== OK && options.tcpPlacement === 0 && first !== 20) {
      const fixed = tryInt(b, l4 + 20, end, allowCut, options, batch, r);
      if (fixed === OK) reason = OK;
    }
  }
  if (reason !== OK) {
    if (marked && !ownHops) return reason;
    if (marked) batch.marks[r] |= MARK_INT_UNREADABLE;
  }
  return finish(ownHops, batch, r);
}

/** Decodes INT and takes every trace of a failed try back. */
function tryInt(
  b: Uint8Array,
  at: number,
  end: number,
  allowCut: boolean,
  options: DecodeOptions,
  batch: ReportBatch,
  r: number,
): number {
  const hops = batch.hops;
  const marks = batch.marks[r];
  const reason = decodeInt(b, at, end, allowCut, options, batch, r);
  if (reason !== OK) {
    batch.hops = hops;
    batch.marks[r] = marks;
    batch.has[r] &= ~HAS_REMAINING;
    batch.int[r] = INT_NONE;
    batch.mode[r] = 0;
    batch.bitmap[r] = 0;
    batch.domainId[r] = 0;
  }
  return reason;
}

/** Without embedded INT a report is a postcard (INT-XD), or says nothing. */
function finish(ownHops: boolean, batch: ReportBatch, r: number): number {
  if (batch.mode[r] !== 0) return OK;
  if (ownHops) batch.mode[r] = MODE_XD;
  else if (batch.flags[r] & FLAG_TRACKED) batch.marks[r] |= MARK_NO_TELEMETRY;
  return OK;
}

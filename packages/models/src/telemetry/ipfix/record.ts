import {
  DETAIL_PATH_DELAY,
  FLAG_DROPPED,
  FORMAT_IPFIX,
  HAS_DROP,
  HAS_NODE,
  HAS_PORTS,
  hasRoom,
  ITEM_NODE,
  ITEM_PORTS,
  MODE_XD,
  ORIGIN_REPORT,
  type ReportBatch,
  unitsAreFixed,
} from "../batch.ts";
import { MARK_DIFFERENCED, MARK_MEAN } from "../marks.ts";
import { INNER_ETHERNET, INNER_IPV4, INNER_IPV6, readInner } from "../packet/inner.ts";
import type { DecodeOptions } from "../profile/profile.ts";
import { OK, RECORD_LIMIT } from "../reasons.ts";
import type { ExporterMemory } from "./memory.ts";
import { SLOTS, type Template, VARIABLE } from "./template.ts";

const NS_PER_US = 1_000;
const ALL_ONES = 0xffffffff;
/** forwardingStatus: the upper two bits say what became of the packet, the lower six why (RFC 7270, 4.12). */
const STATUS_DROPPED = 2;
const MAX_FIELDS_READ = 18;

/** Where the elements of the record at hand stand; -1 = not in it. */
const at = new Int32Array(MAX_FIELDS_READ);
const bytes = new Int32Array(MAX_FIELDS_READ);

/** Length of the record at `p` in bytes, and where its elements are; -1 when it does not end before `end`. */
export function locateRecord(v: DataView, p: number, end: number, template: Template): number {
  if (!template.isVariable) {
    if (p + template.leastBytes > end) return -1;
    for (let slot = 0; slot < MAX_FIELDS_READ; slot++) {
      at[slot] = template.at[slot] < 0 ? -1 : p + template.at[slot];
      bytes[slot] = template.bytes[slot];
    }
    return template.leastBytes;
  }
  at.fill(-1);
  let next = p;
  const { fields } = template;
  for (let i = 0; i < fields.length; i++) {
    let width = fields[i].bytes;
    if (width === VARIABLE) {
      if (next >= end) return -1;
      width = v.getUint8(next++);
      if (width === 0xff) {
        if (next + 2 > end) return -1;
        width = v.getUint16(next);
        next += 2;
      }
    }
    if (next + width > end) return -1;
    for (let slot = 0; slot < MAX_FIELDS_READ; slot++) {
      if (template.at[slot] !== i) continue;
      at[slot] = next;
      bytes[slot] = width;
    }
    next += width;
  }
  return next - p;
}

/** Keeps the elements of the record at `p` that are not read here; the record ends before the end of `v`. */
export function keepUnread(v: DataView, p: number, template: Template, memory: ExporterMemory): void {
  const wanted = new Set(template.unread);
  let next = p;
  for (const [i, { bytes: width, enterprise, element }] of template.fields.entries()) {
    let length = width;
    if (width === VARIABLE) {
      length = v.getUint8(next++);
      if (length === 0xff) {
        length = v.getUint16(next);
        next += 2;
      }
    }
    if (wanted.has(i))
      memory.keepRaw(enterprise, element, new Uint8Array(v.buffer, v.byteOffset + next, length));
    next += length;
  }
}

/** An unsigned element of 1 to 8 bytes; above 2^53 it loses its last digits. */
function unsigned(v: DataView, slot: number): number {
  const p = at[slot];
  switch (bytes[slot]) {
    case 1:
      return v.getUint8(p);
    case 2:
      return v.getUint16(p);
    case 4:
      return v.getUint32(p);
    case 8:
      return v.getUint32(p) * 0x100000000 + v.getUint32(p + 4);
    default: {
      let value = 0;
      for (let i = 0; i < bytes[slot]; i++) value = value * 256 + v.getUint8(p + i);
      return value;
    }
  }
}

/**
 * The record that was located as a report, if it says anything of delays, drops or the telemetry inside a packet.
 * `memory` counts those that do not.
 */
export function readRecord(
  v: DataView,
  domain: number,
  exportS: number,
  delayInNs: boolean,
  options: DecodeOptions,
  batch: ReportBatch,
  memory: ExporterMemory,
): number {
  const isDropped =
    at[SLOTS.status] >= 0 && v.getUint8(at[SLOTS.status] + bytes[SLOTS.status] - 1) >> 6 === STATUS_DROPPED;
  const mean = meanOf(v);
  const hasPacket = at[SLOTS.frame] >= 0 || at[SLOTS.ipPacket] >= 0;
  if (!isDropped && mean < 0 && !hasPacket) {
    memory.counters.passedOver++;
    return OK;
  }
  if (!hasRoom(batch)) return RECORD_LIMIT;
  const hops = batch.hops;
  const r = batch.begin(FORMAT_IPFIX);
  const node = nodeOf(v, domain, options);
  if (node >= 0) {
    batch.has[r] |= HAS_NODE;
    batch.nodeId[r] = node;
  }
  readFlow(v, batch, r);
  if (hasPacket) readPacket(v, options, batch, r, hops);
  // nanoseconds: what is read of delays counts them, or is turned into them
  if (unitsAreFixed(batch, r)) batch.units[r] = 0;
  let isTelling = batch.mode[r] !== 0;
  if (mean >= 0) {
    const scale = delayInNs ? 1 : NS_PER_US;
    noteDelay(v, batch, r, mean, scale);
    if (node >= 0 && batch.family[r] !== 0 && batch.hops === hops) {
      if (memory.pathDelays.take(batch, r, node, mean * scale, exportS) > 0) {
        batch.marks[r] |= MARK_MEAN | MARK_DIFFERENCED;
        isTelling = true;
      }
    }
  }
  if (isDropped) {
    const status = v.getUint8(at[SLOTS.status] + bytes[SLOTS.status] - 1);
    batch.flags[r] |= FLAG_DROPPED;
    batch.has[r] |= HAS_DROP;
    batch.dropQueue[r] = 0;
    batch.dropReason[r] = status & 0x3f;
    if (batch.hops === hops) addHop(v, node, batch);
    isTelling = true;
  }
  if (!isTelling) {
    // a first delay of a flow: it becomes a latency with that of another node
    batch.reports--;
    batch.hops = hops;
    return OK;
  }
  if (batch.mode[r] === 0) batch.mode[r] = MODE_XD;
  batch.end(r);
  return OK;
}

/** Mean delay in the template's unit; -1 when the record has none. */
function meanOf(v: DataView): number {
  if (at[SLOTS.delayMean] >= 0) return unsigned(v, SLOTS.delayMean);
  if (at[SLOTS.delaySum] < 0 || at[SLOTS.packets] < 0) return -1;
  const packets = unsigned(v, SLOTS.packets);
  return packets > 0 ? unsigned(v, SLOTS.delaySum) / packets : -1;
}

function noteDelay(v: DataView, batch: ReportBatch, r: number, mean: number, scale: number): void {
  const word = (value: number): number => Math.min(ALL_ONES - 1, Math.round(value));
  const told = (slot: number, times: number): number =>
    at[slot] >= 0 ? word(unsigned(v, slot) * times) : ALL_ONES;
  batch.addDetail(r, DETAIL_PATH_DELAY, told(SLOTS.packets, 1));
  batch.addDetail(r, DETAIL_PATH_DELAY, word(mean * scale));
  batch.addDetail(r, DETAIL_PATH_DELAY, told(SLOTS.delayMin, scale));
  batch.addDetail(r, DETAIL_PATH_DELAY, told(SLOTS.delayMax, scale));
}

/** observationPointId, what the operator says, or the observation domain; 0 is a device without a name. */
function nodeOf(v: DataView, domain: number, options: DecodeOptions): number {
  if (at[SLOTS.point] >= 0) {
    const point = unsigned(v, SLOTS.point);
    if (point < ALL_ONES) return point;
  }
  if (options.nodeId >= 0) return options.nodeId;
  return domain > 0 ? domain : -1;
}

function readFlow(v: DataView, batch: ReportBatch, r: number): void {
  const isIpv4 = at[SLOTS.source4] >= 0 && at[SLOTS.destination4] >= 0;
  const isIpv6 = !isIpv4 && at[SLOTS.source6] >= 0 && at[SLOTS.destination6] >= 0;
  if (!isIpv4 && !isIpv6) return;
  const { address } = batch;
  const a = 8 * r;
  for (let i = 0; i < 4; i++) {
    address[a + i] = isIpv6 ? v.getUint32(at[SLOTS.source6] + 4 * i) : 0;
    address[a + 4 + i] = isIpv6 ? v.getUint32(at[SLOTS.destination6] + 4 * i) : 0;
  }
  if (isIpv4) {
    address[a] = v.getUint32(at[SLOTS.source4]);
    address[a + 4] = v.getUint32(at[SLOTS.destination4]);
  }
  batch.family[r] = isIpv4 ? 4 : 6;
  batch.proto[r] = at[SLOTS.protocol] >= 0 ? unsigned(v, SLOTS.protocol) : 0;
  batch.srcPort[r] = 0;
  batch.dstPort[r] = 0;
  if (at[SLOTS.sourcePort] < 0 || at[SLOTS.destinationPort] < 0) return;
  batch.has[r] |= HAS_PORTS;
  batch.srcPort[r] = unsigned(v, SLOTS.sourcePort);
  batch.dstPort[r] = unsigned(v, SLOTS.destinationPort);
}

/** A section of the packet: INT, IFA or IOAM inside it. The section ends where the exporter cut it. */
function readPacket(v: DataView, options: DecodeOptions, batch: ReportBatch, r: number, hops: number): void {
  const slot = at[SLOTS.frame] >= 0 ? SLOTS.frame : SLOTS.ipPacket;
  const start = at[slot];
  const end = start + bytes[slot];
  if (start === end) return;
  const ip = v.getUint8(start) >> 4 === 6 ? INNER_IPV6 : INNER_IPV4;
  const kind = slot === SLOTS.frame ? INNER_ETHERNET : ip;
  if (readInner(v, start, end, kind, false, true, options, batch, r) === OK) return;
  batch.hops = hops;
  batch.int[r] = 0;
  batch.mode[r] = 0;
  batch.marks[r] = 0;
}

function addHop(v: DataView, node: number, batch: ReportBatch): void {
  if (node < 0) return;
  const h = batch.hops++;
  batch.hopOrigin[h] = ORIGIN_REPORT;
  batch.hopInvalid[h] = 0;
  batch.hopNodeId[h] = node;
  batch.hopValid[h] = ITEM_NODE;
  if (at[SLOTS.ingress] < 0 || at[SLOTS.egress] < 0) return;
  batch.ingressPort[h] = unsigned(v, SLOTS.ingress);
  batch.egressPort[h] = unsigned(v, SLOTS.egress);
  batch.hopValid[h] |= ITEM_PORTS;
}

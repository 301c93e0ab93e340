import {
  DETAIL_SAMPLE,
  DETAIL_WORDS,
  FLAG_DROPPED,
  FORMAT_SFLOW,
  HAS_DROP,
  HAS_IDENTIFICATION,
  HAS_NODE,
  HAS_PORTS,
  hasRoom,
  ITEM_DEPTH,
  ITEM_LATENCY,
  ITEM_NODE,
  ITEM_PORTS,
  ITEM_QUEUE,
  MODE_XD,
  ORIGIN_REPORT,
  type ReportBatch,
  unitsAreFixed,
} from "../batch.ts";
import type { ExporterMemory } from "../ipfix/memory.ts";
import { MARK_LATENCY_SATURATED, MARK_SAMPLED } from "../marks.ts";
import { INNER_ETHERNET, INNER_IPV4, INNER_IPV6, readInner } from "../packet/inner.ts";
import type { DecodeOptions } from "../profile/profile.ts";
import { OK, RECORD_LIMIT, SFLOW_LENGTH } from "../reasons.ts";

/** Tags of samples and records: enterprise in the upper 20 bits, 0 for sflow.org, format in the lower 12. */
export const FLOW_SAMPLE = 1;
export const FLOW_SAMPLE_EXPANDED = 3;
export const DISCARDED_PACKET = 5;
export const SAMPLED_HEADER = 1;
export const EXTENDED_EGRESS_QUEUE = 1036;
export const EXTENDED_TRANSIT = 1039;
export const EXTENDED_QUEUE = 1040;

export const SFLOW_VERSION = 5;
const ADDRESS_IPV4 = 1;
const ADDRESS_IPV6 = 2;
/** Header protocols of a sampled header: Ethernet, IPv4, IPv6. */
const HEADER_KINDS: Record<number, number | undefined> = {
  1: INNER_ETHERNET,
  11: INNER_IPV4,
  12: INNER_IPV6,
};
const ALL_ONES = 0xffffffff;
/** Interface numbers that name none: unknown, or the packet ended in the device itself. */
const NO_INTERFACE = 0;
const INTERNAL_INTERFACE = 0x3fffffff;
/** Interface formats of compact samples: the upper two bits, of which 0 is one interface. */
const SINGLE = 0;

/** True where an sFlow v5 datagram begins; a report v0.5 has one of the bits D, Q and F where this has none. */
export const isSflow = (v: DataView, at: number, end: number): boolean =>
  at + 28 <= end &&
  v.getUint32(at) === SFLOW_VERSION &&
  (v.getUint32(at + 4) === ADDRESS_IPV4 || v.getUint32(at + 4) === ADDRESS_IPV6);

/**
 * An sFlow v5 datagram. Samples with a transit delay, a queue depth, a discarded packet, or telemetry in the sampled
 * packet give a report each, whose last hop is the agent; the other samples are counted. INT and a delay of one sample
 * are two reports, because only the delay's unit is known.
 */
export function decodeSflow(
  v: DataView,
  at: number,
  end: number,
  options: DecodeOptions,
  batch: ReportBatch,
  memory: ExporterMemory,
): number {
  const isIpv4 = v.getUint32(at + 4) === ADDRESS_IPV4;
  const header = at + 8 + (isIpv4 ? 4 : 16);
  if (header + 16 > end) return SFLOW_LENGTH;
  // the agent's IPv4 address is a number of 32 bits, which names the device as well as any other
  const node = options.nodeId >= 0 ? options.nodeId : isIpv4 ? v.getUint32(at + 8) : -1;
  const sequence = v.getUint32(header + 4);
  const samples = v.getUint32(header + 12);
  let p = header + 16;
  let passedOver = 0;
  for (let i = 0; i < samples; i++) {
    if (p + 8 > end) return SFLOW_LENGTH;
    const tag = v.getUint32(p);
    const next = p + 8 + v.getUint32(p + 4);
    if (next > end) return SFLOW_LENGTH;
    const before = batch.reports;
    const reason = readSample(v, tag, p + 8, next, node, sequence, options, batch);
    if (reason !== OK) return reason;
    if (batch.reports === before) passedOver++;
    p = next;
  }
  if (p !== end) return SFLOW_LENGTH;
  memory.trackDatagram(v.getUint32(header), sequence);
  memory.counters.passedOver += passedOver;
  return OK;
}

/** What the records of one sample say; reused from sample to sample. */
const found = { header: 0, headerEnd: 0, headerKind: -1, delay: -1, depth: -1, queue: -1 };

function readSample(
  v: DataView,
  tag: number,
  at: number,
  end: number,
  node: number,
  sequence: number,
  options: DecodeOptions,
  batch: ReportBatch,
): number {
  const isExpanded = tag === FLOW_SAMPLE_EXPANDED;
  const isDiscard = tag === DISCARDED_PACKET;
  if (tag !== FLOW_SAMPLE && !isExpanded && !isDiscard) return OK;
  const fixed = isExpanded ? 44 : 32;
  if (at + fixed > end) return SFLOW_LENGTH;
  const reason = findRecords(v, at + fixed, end, v.getUint32(at + fixed - 4));
  if (reason !== OK) return reason;
  const { delay, depth, queue } = found;
  if (!hasRoom(batch)) return RECORD_LIMIT;
  const r = batch.begin(FORMAT_SFLOW);
  const hops = batch.hops;
  batch.sequence[r] = sequence;
  let input = NO_INTERFACE;
  let output = NO_INTERFACE;
  if (isDiscard) {
    input = v.getUint32(at + 16);
    output = v.getUint32(at + 20);
    batch.flags[r] |= FLAG_DROPPED;
    batch.has[r] |= HAS_DROP;
    batch.dropQueue[r] = queue >= 0 ? queue : 0;
    batch.dropReason[r] = v.getUint32(at + 24);
  } else {
    const rate = at + (isExpanded ? 12 : 8);
    batch.addDetail(r, DETAIL_SAMPLE, v.getUint32(rate));
    batch.addDetail(r, DETAIL_SAMPLE, v.getUint32(rate + 4));
    batch.addDetail(r, DETAIL_SAMPLE, v.getUint32(rate + 8));
    input = isExpanded ? single(v.getUint32(at + 24), v.getUint32(at + 28)) : compact(v.getUint32(at + 20));
    output = isExpanded ? single(v.getUint32(at + 32), v.getUint32(at + 36)) : compact(v.getUint32(at + 24));
  }
  if (found.headerKind >= 0) {
    const { header, headerEnd, headerKind } = found;
    const inner = readInner(v, header, headerEnd, headerKind, false, true, options, batch, r);
    // the sample is cut at a length of the agent's choice: what does not fit is no fault of it
    if (inner !== OK) {
      batch.hops = hops;
      batch.int[r] = 0;
      batch.mode[r] = 0;
      batch.marks[r] = 0;
    }
  }
  if (delay < 0 && depth < 0 && !isDiscard && batch.mode[r] === 0) {
    batch.reports--;
    batch.hops = hops;
    return OK;
  }
  const isInt = batch.mode[r] !== 0 && !unitsAreFixed(batch, r);
  if (isInt && delay >= 0) {
    // the switches in the packet count in units of their own, the agent in nanoseconds: a report each
    if (!hasRoom(batch)) return RECORD_LIMIT;
    endSample(node, isDiscard, batch, r);
    const own = batch.begin(FORMAT_SFLOW);
    batch.sequence[own] = sequence;
    copyFlow(batch, own, r);
    for (let i = 0; i < batch.detailCount[r]; i++)
      batch.addDetail(own, DETAIL_SAMPLE, batch.detail[DETAIL_WORDS * r + i]);
    addAgent(node, input, output, batch, own);
    endSample(node, isDiscard, batch, own);
    return OK;
  }
  addAgent(node, input, output, batch, r);
  endSample(node, isDiscard, batch, r);
  return OK;
}

/** The flow of report `r`, with its identification, is that of report `from`. */
function copyFlow(batch: ReportBatch, r: number, from: number): void {
  batch.has[r] |= batch.has[from] & (HAS_PORTS | HAS_IDENTIFICATION);
  batch.family[r] = batch.family[from];
  batch.proto[r] = batch.proto[from];
  batch.dscp[r] = batch.dscp[from];
  batch.srcPort[r] = batch.srcPort[from];
  batch.dstPort[r] = batch.dstPort[from];
  batch.identification[r] = batch.identification[from];
  batch.address.copyWithin(8 * r, 8 * from, 8 * from + 8);
}

function endSample(node: number, isDiscard: boolean, batch: ReportBatch, r: number): void {
  batch.marks[r] |= isDiscard ? 0 : MARK_SAMPLED;
  if (node >= 0) {
    batch.has[r] |= HAS_NODE;
    batch.nodeId[r] = node;
  }
  if (batch.mode[r] === 0) batch.mode[r] = MODE_XD;
  // nanoseconds, by the format
  if (unitsAreFixed(batch, r)) batch.units[r] = 0;
  batch.end(r);
}

/** The agent as the hop behind those that the packet itself names. */
function addAgent(node: number, input: number, output: number, batch: ReportBatch, r: number): void {
  const { delay, depth, queue } = found;
  const h = batch.hops++;
  batch.hopOrigin[h] = ORIGIN_REPORT;
  batch.hopInvalid[h] = 0;
  let valid = 0;
  if (node >= 0) {
    batch.hopNodeId[h] = node;
    valid |= ITEM_NODE;
  }
  if (input !== NO_INTERFACE && output !== NO_INTERFACE) {
    batch.ingressPort[h] = input;
    batch.egressPort[h] = output;
    valid |= ITEM_PORTS;
  }
  if (delay === ALL_ONES) batch.marks[r] |= MARK_LATENCY_SATURATED;
  else if (delay >= 0) {
    batch.hopLatency[h] = delay;
    valid |= ITEM_LATENCY;
  }
  if (depth >= 0) {
    batch.queueDepth[h] = depth;
    if (queue >= 0) batch.queueId[h] = queue;
    valid |= queue >= 0 ? ITEM_QUEUE : ITEM_DEPTH;
  }
  batch.hopValid[h] = valid;
}

/** Goes through the records of a sample, which fill it to its end. */
function findRecords(v: DataView, at: number, end: number, count: number): number {
  found.headerKind = -1;
  found.delay = -1;
  found.depth = -1;
  found.queue = -1;
  let p = at;
  for (let i = 0; i < count; i++) {
    if (p + 8 > end) return SFLOW_LENGTH;
    const tag = v.getUint32(p);
    const length = v.getUint32(p + 4);
    const body = p + 8;
    // lengths are whole words; some agents give that of the last record without its padding
    p = body + 4 * Math.ceil(length / 4);
    if (body + length > end) return SFLOW_LENGTH;
    if (tag === SAMPLED_HEADER) {
      if (length < 16 || v.getUint32(body + 12) > length - 16) return SFLOW_LENGTH;
      found.header = body + 16;
      found.headerEnd = body + 16 + v.getUint32(body + 12);
      found.headerKind = HEADER_KINDS[v.getUint32(body)] ?? -1;
    } else if (length !== 4) continue;
    else if (tag === EXTENDED_TRANSIT) found.delay = v.getUint32(body);
    else if (tag === EXTENDED_QUEUE) found.depth = v.getUint32(body);
    else if (tag === EXTENDED_EGRESS_QUEUE) found.queue = v.getUint32(body) & 0xff;
  }
  return p >= end ? OK : SFLOW_LENGTH;
}

/** An interface of a compact sample: format in two bits, number in 30. */
const compact = (word: number): number => single(word >>> 30, word & INTERNAL_INTERFACE);

const single = (format: number, value: number): number =>
  format !== SINGLE || value === INTERNAL_INTERFACE ? NO_INTERFACE : value;

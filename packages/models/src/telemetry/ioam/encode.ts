import { assert } from "../../core/index.ts";
import type { FlowInput } from "../encode/input.ts";
import { put16, put24, put32 } from "../packet/bytes.ts";
import { TCP, UDP } from "../packet/headers.ts";
import { writeIp } from "../packet/packetEncode.ts";
import { bit, INCREMENTAL, nodeWords, PREALLOCATED } from "./trace.ts";

/** What one node writes; an item that is missing or null is written as all ones. Times as the wire has them. */
type IoamNode = {
  hopLimit?: number;
  nodeId?: number | null;
  ingressPort?: number | null;
  egressPort?: number | null;
  seconds?: number | null;
  fraction?: number | null;
  transitDelayNs?: number | null;
  namespaceData?: number | null;
  queueDepth?: number | null;
  bufferOccupancy?: number | null;
  /** opaque state snapshot: schema and data words */
  snapshot?: { schema: number; words: readonly number[] };
};

export type IoamTrace = {
  namespace: number;
  /** 24 bits, bit 0 the most significant */
  type: number;
  /** in the order in which the packet met them */
  nodes: readonly IoamNode[];
  /** words left for nodes to come (pre-allocated: room in the option) */
  remainingWords?: number;
  incremental?: boolean;
  overflow?: boolean;
  active?: boolean;
};

const OPTION = 0x31;

/** Bytes of the option that `encodeTrace` writes. */
function traceBytes(trace: IoamTrace): number {
  const words = nodeWords(trace.type);
  const snapshots = trace.type & bit(22) ? trace.nodes.map((n) => 1 + (n.snapshot?.words.length ?? 0)) : [];
  const room = trace.incremental ? 0 : (trace.remainingWords ?? 0);
  return 12 + 4 * (words * trace.nodes.length + snapshots.reduce((a, b) => a + b, 0) + room);
}

/** Writes the IPv6 option at `p` and returns its end. */
function encodeTrace(b: Uint8Array, p: number, trace: IoamTrace): number {
  const end = p + traceBytes(trace);
  assert(end - p - 2 <= 255, "the trace is longer than an IPv6 option can be");
  const remaining = trace.remainingWords ?? 0;
  b.fill(0, p, end);
  b[p] = OPTION;
  b[p + 1] = end - p - 2;
  b[p + 3] = trace.incremental ? INCREMENTAL : PREALLOCATED;
  put16(b, p + 4, trace.namespace);
  const flags = (trace.overflow ? 8 : 0) | (trace.active ? 2 : 0);
  put16(b, p + 6, (nodeWords(trace.type) << 11) | (flags << 7) | remaining);
  put24(b, p + 8, trace.type);
  let at = p + 12 + (trace.incremental ? 0 : 4 * remaining);
  for (const node of trace.nodes.toReversed()) at = encodeNode(b, at, trace.type, node);
  assert(at === end, "the nodes fill the option");
  return end;
}

function encodeNode(b: Uint8Array, p: number, type: number, node: IoamNode): number {
  const word = (n: number, value: number | null | undefined): void => {
    if (!(type & bit(n))) return;
    put32(b, p, value ?? 0xffffffff);
    p += 4;
  };
  const hopLimit = ((node.hopLimit ?? 0xff) << 24) >>> 0;
  word(0, hopLimit + ((node.nodeId ?? 0xffffff) & 0xffffff));
  word(1, (((node.ingressPort ?? 0xffff) << 16) >>> 0) + ((node.egressPort ?? 0xffff) & 0xffff));
  word(2, node.seconds);
  word(3, node.fraction);
  word(4, node.transitDelayNs);
  word(5, node.namespaceData);
  word(6, node.queueDepth);
  word(7, null);
  if (type & bit(8)) {
    put32(b, p, hopLimit + (node.nodeId == null ? 0xffffff : 0));
    put32(b, p + 4, node.nodeId ?? 0xffffffff);
    p += 8;
  }
  if (type & bit(9)) {
    put32(b, p, node.ingressPort ?? 0xffffffff);
    put32(b, p + 4, node.egressPort ?? 0xffffffff);
    p += 8;
  }
  if (type & bit(10)) {
    put32(b, p, node.namespaceData == null ? 0xffffffff : 0);
    put32(b, p + 4, node.namespaceData ?? 0xffffffff);
    p += 8;
  }
  word(11, node.bufferOccupancy);
  for (let n = 12; n <= 21; n++) word(n, null);
  if (type & bit(22)) {
    const words = node.snapshot?.words ?? [];
    put32(b, p, ((words.length << 24) >>> 0) + (node.snapshot?.schema ?? 0xffffff));
    p += 4;
    for (const value of words) {
      put32(b, p, value);
      p += 4;
    }
  }
  return p;
}

/** An IPv6 packet without payload whose hop-by-hop header carries the trace, from its IP header on. */
export function encodeIoamPacket(b: Uint8Array, p: number, flow: FlowInput, trace: IoamTrace): number {
  assert(flow.src.includes(":"), "IOAM is an option of IPv6");
  // two bytes of padding bring the option to its alignment of 4n (RFC 9486, 4)
  const optionBytes = 4 + traceBytes(trace);
  const headerBytes = Math.ceil(optionBytes / 8) * 8;
  const l4Bytes = flow.proto === TCP ? 20 : flow.proto === UDP ? 8 : 0;
  let at = writeIp(b, p, { ...flow, proto: 0 }, 0, headerBytes + l4Bytes);
  b[at] = flow.proto;
  b[at + 1] = headerBytes / 8 - 1;
  b[at + 2] = 1;
  b[at + 3] = 0;
  const end = encodeTrace(b, at + 4, trace);
  const padding = headerBytes - optionBytes;
  if (padding > 0) {
    b.fill(0, end, end + padding);
    b[end] = 1;
    b[end + 1] = padding - 2;
  }
  at += headerBytes;
  b.fill(0, at, at + l4Bytes);
  if (l4Bytes > 0) {
    put16(b, at, flow.srcPort ?? 0);
    put16(b, at + 2, flow.dstPort ?? 0);
    if (flow.proto === UDP) put16(b, at + 4, l4Bytes);
    else put16(b, at + 12, 0x5010);
  }
  return at + l4Bytes;
}

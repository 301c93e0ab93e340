import {
  DETAIL_LOSS,
  FLAG_CONGESTED,
  FLAG_DROPPED,
  FLAG_TRACKED,
  FORMAT_05,
  HAS_DROP,
  HAS_NODE,
  HAS_TIMESTAMP,
  ITEM_EGRESS_TS,
  ITEM_INGRESS_TS,
  ITEM_NODE,
  ITEM_PORTS,
  ITEM_QUEUE,
  ORIGIN_REPORT,
  type ReportBatch,
} from "../batch.ts";
import type { ReportInput } from "../encode/input.ts";
import { put16, put24, put32 } from "../packet/bytes.ts";
import { INNER_ETHERNET, INNER_IPV4, readInner } from "../packet/inner.ts";
import { writeInner } from "../packet/packetEncode.ts";
import type { DecodeOptions } from "../profile/profile.ts";
import { DATAGRAM_TOO_SHORT, INNER_TYPE, OK, REPORT_REASON_MISSING, REPORT_RESERVED } from "../reasons.ts";
import { placeOwnHop } from "./reportHop.ts";

const ALL_ONES = 0xffffffff;
const NPROTO_ETHERNET = 0;
const NPROTO_DROP = 1;
const NPROTO_LOCAL = 2;
/** Host-INT: packets of a flow are missing; no inner packet, but a synthetic one [int-host-int]. */
const NPROTO_LOSS = 3;
/** Host-INT: the inner packet begins with its IPv4 header [int-host-int]. */
const NPROTO_IPV4 = 4;
/** Reserved bits of the first word. */
const RESERVED = 0x001fffc0;
/** Bytes before the inner packet, by NProto. */
const HEADER_BYTES = [12, 24, 28, 36, 12] as const;

/**
 * Telemetry Report v0.5 [int-report-v0.5] [int-fabric-tna]: one datagram, one report. Without a drop or local
 * header the node is unknown.
 */
export function decodeReportV05(
  v: DataView,
  at: number,
  end: number,
  options: DecodeOptions,
  batch: ReportBatch,
): number {
  if (at + 12 > end) return DATAGRAM_TOO_SHORT;
  const nproto = v.getUint8(at) & 0x0f;
  if (nproto > NPROTO_IPV4) return INNER_TYPE;
  const bits = v.getUint8(at + 1);
  if ((bits & 0xe0) === 0) return REPORT_REASON_MISSING;
  const inner = at + HEADER_BYTES[nproto];
  if (inner > end) return DATAGRAM_TOO_SHORT;

  const r = batch.begin(FORMAT_05);
  batch.flags[r] =
    (bits & 0x80 ? FLAG_DROPPED : 0) | (bits & 0x40 ? FLAG_CONGESTED : 0) | (bits & 0x20 ? FLAG_TRACKED : 0);
  batch.hwId[r] = v.getUint8(at + 3) & 0x3f;
  batch.sequence[r] = v.getUint32(at + 4);
  const timestamp = v.getUint32(at + 8);
  if (timestamp !== ALL_ONES) {
    batch.has[r] |= HAS_TIMESTAMP;
    batch.timestamp[r] = timestamp;
  }
  const own = batch.hops;
  const isLoss = nproto === NPROTO_LOSS;
  const hasOwn = nproto === NPROTO_DROP || nproto === NPROTO_LOCAL || isLoss;
  if (isLoss) readLoss(v, at, batch, r);
  else if (hasOwn) readOwnHop(v, at, nproto, timestamp, batch, r);
  const reason = readInner(
    v,
    inner,
    end,
    nproto === NPROTO_IPV4 || isLoss ? INNER_IPV4 : INNER_ETHERNET,
    hasOwn,
    false,
    options,
    batch,
    r,
  );
  if (reason !== OK) return reason;
  // few bits of v0.5 are fixed: what names no flow, and Host-INT, must have those that are
  if ((batch.family[r] === 0 || nproto >= NPROTO_LOSS) && (v.getUint32(at) & RESERVED) !== 0)
    return REPORT_RESERVED;
  if (hasOwn && !isLoss) placeOwnHop(batch, r, own);
  batch.end(r);
  return OK;
}

/** The drop summary of Host-INT: the two hosts between which packets are missing are its hops. */
function readLoss(v: DataView, at: number, batch: ReportBatch, r: number): void {
  for (let i = 0; i < 2; i++) {
    const h = batch.hops++;
    batch.hopOrigin[h] = ORIGIN_REPORT;
    batch.hopNodeId[h] = v.getUint32(at + 12 + 4 * i);
    batch.ingressPort[h] = v.getUint16(at + 20 + 2 * i);
    batch.egressPort[h] = batch.ingressPort[h];
    batch.hopValid[h] = ITEM_NODE | ITEM_PORTS;
    batch.hopInvalid[h] = 0;
  }
  batch.has[r] |= HAS_NODE;
  batch.nodeId[r] = v.getUint32(at + 16);
  batch.addDetail(r, DETAIL_LOSS, v.getUint32(at + 28));
  batch.addDetail(r, DETAIL_LOSS, v.getUint32(at + 32));
  batch.addDetail(r, DETAIL_LOSS, v.getUint32(at + 24));
}

/** The switch-local or drop header as a hop. */
function readOwnHop(
  v: DataView,
  at: number,
  nproto: number,
  timestamp: number,
  batch: ReportBatch,
  r: number,
): void {
  const h = batch.hops++;
  const nodeId = v.getUint32(at + 12);
  batch.has[r] |= HAS_NODE;
  batch.nodeId[r] = nodeId;
  let valid = ITEM_NODE | ITEM_PORTS;
  batch.hopOrigin[h] = ORIGIN_REPORT;
  batch.hopNodeId[h] = nodeId;
  batch.ingressPort[h] = v.getUint16(at + 16);
  batch.egressPort[h] = v.getUint16(at + 18);
  if (timestamp !== ALL_ONES) {
    valid |= ITEM_INGRESS_TS;
    batch.ingressTsHigh[h] = 0;
    batch.ingressTsLow[h] = timestamp;
  }
  if (nproto === NPROTO_DROP) {
    batch.has[r] |= HAS_DROP;
    batch.dropQueue[r] = v.getUint8(at + 20);
    batch.dropReason[r] = v.getUint8(at + 21);
  } else {
    valid |= ITEM_QUEUE | ITEM_EGRESS_TS;
    batch.queueId[h] = v.getUint8(at + 20);
    batch.queueDepth[h] = v.getUint32(at + 21 - 1) & 0xffffff;
    batch.egressTsHigh[h] = 0;
    batch.egressTsLow[h] = v.getUint32(at + 24);
  }
  batch.hopValid[h] = valid;
  batch.hopInvalid[h] = 0;
}

/**
 * Writes a v0.5 report at `p` and returns its end. `loss` gives Host-INT's drop summary, else `drop` the drop
 * header, else `metadata` the local header. An inner packet without Ethernet is Host-INT's too, and stands
 * behind the plain header only.
 */
export function encodeReportV05(b: Uint8Array, p: number, report: ReportInput): number {
  const { flags, drop, metadata, loss } = report;
  const innerIp = loss != null || (!drop && !metadata && report.innerLayer === "ip");
  const plain = innerIp ? NPROTO_IPV4 : NPROTO_ETHERNET;
  const nproto = loss ? NPROTO_LOSS : drop ? NPROTO_DROP : metadata ? NPROTO_LOCAL : plain;
  b[p] = nproto;
  b[p + 1] = (flags.dropped ? 0x80 : 0) | (flags.congested ? 0x40 : 0) | (flags.tracked ? 0x20 : 0);
  b[p + 2] = 0;
  b[p + 3] = report.hwId ?? 0;
  put32(b, p + 4, report.sequence);
  put32(b, p + 8, report.timestamp ?? ALL_ONES);
  if (loss) {
    put32(b, p + 12, loss.sourceId);
    put32(b, p + 16, report.nodeId);
    put16(b, p + 20, loss.sourcePort);
    put16(b, p + 22, loss.sinkPort);
    put32(b, p + 24, loss.gapTs);
    put32(b, p + 28, loss.first);
    put32(b, p + 32, loss.count);
  } else if (nproto === NPROTO_DROP || nproto === NPROTO_LOCAL) {
    const hop = metadata?.hop;
    put32(b, p + 12, report.nodeId);
    put16(b, p + 16, hop?.ingressPort ?? 0);
    put16(b, p + 18, hop?.egressPort ?? 0);
    b[p + 20] = drop?.queueId ?? hop?.queueId ?? 0;
    if (drop) put24(b, p + 21, drop.reason << 16);
    else {
      put24(b, p + 21, hop?.queueDepth ?? 0);
      put32(b, p + 24, Number(hop?.egressTs ?? 0));
    }
  }
  return writeInner(b, p + HEADER_BYTES[nproto], report.flow, !innerIp, report.dscp ?? 0, report.int ?? null);
}

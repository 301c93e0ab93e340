import {
  DETAIL_DOMAIN,
  DETAIL_LOSS,
  DETAIL_PATH_DELAY,
  DETAIL_SAMPLE,
  DETAIL_TCP_INT,
  DETAIL_VQUEUE,
  DETAIL_WORDS,
  FLAG_CONGESTED,
  FLAG_DROPPED,
  FLAG_INTERMEDIATE,
  FLAG_TRACKED,
  FORMATS,
  HAS_DROP,
  HAS_NODE,
  HAS_PORTS,
  HAS_REMAINING,
  HAS_TIMESTAMP,
  INT_VERSIONS,
  ITEM_BUFFER,
  ITEM_CHECKSUM,
  ITEM_CONGESTION,
  ITEM_DEPTH,
  ITEM_DOMAIN,
  ITEM_EGRESS_TS,
  ITEM_INGRESS_PORT,
  ITEM_INGRESS_TS,
  ITEM_LATENCY,
  ITEM_LEVEL2_PORTS,
  ITEM_NODE,
  ITEM_PORTS,
  ITEM_QUEUE,
  ITEM_TX,
  MODES,
  type ReportBatch,
} from "./batch.ts";
import type { DecodedFlow, DecodedHop, DecodedReport, ReportType } from "./decodeLine.ts";
import { queueReportAt } from "./dialects/ipIdentification.ts";
import { tcpIntAt } from "./dialects/tcpInt.ts";
import { MARK_NAMES } from "./marks.ts";
import { formatIpv4, formatIpv6 } from "./packet/address.ts";

/** Report `r` of the batch as an object: for the command line, pages and tests, not for the packet path. */
export function reportAt(batch: ReportBatch, r: number): DecodedReport {
  const has = batch.has[r];
  const flags = batch.flags[r];
  const hops: DecodedHop[] = [];
  const start = batch.hopStart[r];
  for (let h = start; h < start + batch.hopCount[r]; h++) hops.push(hopAt(batch, h));
  return {
    format: FORMATS[batch.format[r]],
    int: INT_VERSIONS[batch.int[r]],
    mode: MODES[batch.mode[r]],
    reportType: reportTypeOf(flags),
    nodeId: has & HAS_NODE ? batch.nodeId[r] : null,
    hwId: batch.hwId[r],
    sequence: batch.sequence[r],
    ...(has & HAS_TIMESTAMP && { timestamp: batch.timestamp[r] }),
    flow: flowAt(batch, r),
    hops,
    ...(has & HAS_REMAINING && { remainingHopCount: batch.remaining[r] }),
    ...(has & HAS_DROP && { drop: { queueId: batch.dropQueue[r], reason: batch.dropReason[r] } }),
    ...detailAt(batch, r),
    flags: {
      dropped: (flags & FLAG_DROPPED) !== 0,
      congested: (flags & FLAG_CONGESTED) !== 0,
      tracked: (flags & FLAG_TRACKED) !== 0,
    },
    warnings: MARK_NAMES.filter((_, bit) => batch.marks[r] & (1 << bit)),
  };
}

/** What few reports carry. */
function detailAt(
  batch: ReportBatch,
  r: number,
): Pick<DecodedReport, "lostPackets" | "virtualQueue" | "tcpInt" | "domain" | "sample" | "pathDelay"> {
  const at = DETAIL_WORDS * r;
  const words = batch.detail;
  switch (batch.detailKind[r]) {
    case DETAIL_LOSS:
      return { lostPackets: { first: words[at], count: words[at + 1], gapTs: words[at + 2] } };
    case DETAIL_VQUEUE:
      return { virtualQueue: queueReportAt(words, at) };
    case DETAIL_TCP_INT:
      return { tcpInt: tcpIntAt(words, at) };
    case DETAIL_SAMPLE:
      return { sample: { oneIn: words[at], pool: words[at + 1], drops: words[at + 2] } };
    case DETAIL_PATH_DELAY:
      return {
        pathDelay: {
          packets: told(words[at]),
          mean: told(words[at + 1]),
          min: told(words[at + 2]),
          max: told(words[at + 3]),
        },
      };
    case DETAIL_DOMAIN:
      return {
        domain: { id: batch.domainId[r], words: [...words.subarray(at, at + batch.detailCount[r])] },
      };
    default:
      return {};
  }
}

const told = (word: number): number | null => (word === 0xffffffff ? null : word);

/** A report can be several at once: the most urgent names it, `flags` has them all. */
function reportTypeOf(flags: number): ReportType {
  if (flags & FLAG_DROPPED) return "drop";
  if (flags & FLAG_TRACKED) return "flow";
  if (flags & FLAG_CONGESTED) return "queue";
  return flags & FLAG_INTERMEDIATE ? "intermediate" : "none";
}

/** The flow of report `r`, null when the inner packet is absent or not IP. */
export function flowAt(batch: ReportBatch, r: number): DecodedFlow | null {
  const family = batch.family[r];
  if (family === 0) return null;
  const a = 8 * r;
  const hasPorts = (batch.has[r] & HAS_PORTS) !== 0;
  return {
    src: family === 4 ? formatIpv4(batch.address[a]) : formatIpv6(batch.address, a),
    dst: family === 4 ? formatIpv4(batch.address[a + 4]) : formatIpv6(batch.address, a + 4),
    proto: batch.proto[r],
    srcPort: hasPorts ? batch.srcPort[r] : null,
    dstPort: hasPorts ? batch.dstPort[r] : null,
  };
}

/** Hop `h` (index into the hop columns) as an object. */
export function hopAt(batch: ReportBatch, h: number): DecodedHop {
  const valid = batch.hopValid[h];
  const ports = (valid & ITEM_PORTS) !== 0;
  return {
    nodeId: valid & ITEM_NODE ? batch.hopNodeId[h] : null,
    ingressPort: valid & (ITEM_PORTS | ITEM_INGRESS_PORT) ? batch.ingressPort[h] : null,
    egressPort: ports ? batch.egressPort[h] : null,
    hopLatency: valid & ITEM_LATENCY ? batch.hopLatency[h] : null,
    queueId: valid & (ITEM_QUEUE | ITEM_CONGESTION) ? batch.queueId[h] : null,
    queueDepth: valid & (ITEM_QUEUE | ITEM_DEPTH) ? batch.queueDepth[h] : null,
    ingressTs: valid & ITEM_INGRESS_TS ? join64(batch.ingressTsHigh[h], batch.ingressTsLow[h]) : null,
    egressTs: valid & ITEM_EGRESS_TS ? join64(batch.egressTsHigh[h], batch.egressTsLow[h]) : null,
    ...(valid & ITEM_LEVEL2_PORTS && {
      level2IngressPort: batch.level2IngressPort[h],
      level2EgressPort: batch.level2EgressPort[h],
    }),
    ...(valid & ITEM_TX && { txUtilization: batch.txUtilization[h] }),
    ...(valid & ITEM_BUFFER && { bufferId: batch.bufferId[h], bufferDepth: batch.bufferDepth[h] }),
    ...(valid & ITEM_CONGESTION && { queueCongestion: batch.queueCongestion[h] }),
    ...(valid & ITEM_DOMAIN && { domainWord: batch.domainWord[h] }),
    ...(valid & ITEM_CHECKSUM && { checksum: batch.checksum[h] }),
  };
}

/** 2^53 is 2^21 units of the high word. */
function join64(high: number, low: number): number | string {
  if (high < 0x200000) return high * 0x100000000 + low;
  return ((BigInt(high) << 32n) | BigInt(low)).toString();
}

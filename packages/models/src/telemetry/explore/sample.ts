import {
  FLAG_CONGESTED,
  FLAG_DROPPED,
  ITEM_CONGESTION,
  ITEM_DEPTH,
  ITEM_INGRESS_PORT,
  ITEM_NODE,
  ITEM_PORTS,
  ITEM_QUEUE,
  NO_DSCP,
  type ReportBatch,
} from "../batch.ts";
import { hopLatencyUs, scaleOfUnits } from "../clock/clock.ts";
import type { DecodedFlow } from "../decodeLine.ts";
import { flowAt } from "../json.ts";
import { UNIT_LATENCY_OPEN, UNIT_TIMESTAMP_OPEN } from "../profile/profile.ts";

/** Bytes of a datagram that are kept with its sample (our choice): headers and some ten hops. */
export const SAMPLE_BYTES = 256;

export type SampledHop = {
  nodeId: number | null;
  ingressPort: number | null;
  egressPort: number | null;
  queueId: number | null;
  /** null while neither a segment nor the exporter says what the numbers count */
  latencyUs: number | null;
  /** in the switch's own unit: packets, cells or bytes */
  queueDepth: number | null;
};

/** A report that was kept as it came, one of many. */
export type ReportSample = {
  /** wall time of its arrival */
  atMs: number;
  exporter: string;
  flow: DecodedFlow | null;
  /** as it stands in the reported packet, an INT marker included; null without an IP header */
  dscp: number | null;
  /** `deploymentId/segmentId` of the first segment that it belongs to */
  segment: string | null;
  hops: SampledHop[];
  dropped: boolean;
  congested: boolean;
  /** reports of its exporter that it stands for: those since the sample before, and itself; 0: kept beside them */
  reports: number;
  /** length of the datagram, and its beginning */
  datagramBytes: number;
  bytes: Uint8Array;
};

/** Where and when a report was taken, as its batch does not say. */
export type SampleSource = Pick<ReportSample, "atMs" | "exporter" | "segment" | "reports">;

/** Latency in us of hop `h` of report `r`, the last one, by what a segment measures; NaN where none does. */
export type HopReading = (batch: ReportBatch, r: number, h: number) => number;

/**
 * Report `r` of a datagram as a sample; copies the beginning of the datagram. A hop that `segmentUs` does not know
 * counts as its exporter does, once that is certain.
 */
export function sampleOf(
  batch: ReportBatch,
  r: number,
  source: SampleSource,
  datagram: { bytes: Uint8Array; at: number; length: number },
  segmentUs: HopReading,
): ReportSample {
  const { bytes, at, length } = datagram;
  const first = batch.hopStart[r];
  return {
    ...source,
    flow: flowAt(batch, r),
    dscp: batch.dscp[r] === NO_DSCP ? null : batch.dscp[r],
    hops: Array.from({ length: batch.hopCount[r] }, (_, i) => hopOf(batch, r, first + i, segmentUs)),
    dropped: (batch.flags[r] & FLAG_DROPPED) !== 0,
    congested: (batch.flags[r] & FLAG_CONGESTED) !== 0,
    datagramBytes: length,
    bytes: bytes.slice(at, at + Math.min(length, SAMPLE_BYTES)),
  };
}

function exporterUs(batch: ReportBatch, r: number, h: number): number {
  const units = batch.units[r];
  const isCertain = (units & (UNIT_TIMESTAMP_OPEN | UNIT_LATENCY_OPEN)) === 0;
  return isCertain ? hopLatencyUs(batch, h, scaleOfUnits(units), units) : Number.NaN;
}

function hopOf(batch: ReportBatch, r: number, h: number, segmentUs: HopReading): SampledHop {
  const valid = batch.hopValid[h];
  const bySegment = segmentUs(batch, r, h);
  const us = Number.isNaN(bySegment) ? exporterUs(batch, r, h) : bySegment;
  return {
    nodeId: valid & ITEM_NODE ? batch.hopNodeId[h] : null,
    ingressPort: valid & (ITEM_PORTS | ITEM_INGRESS_PORT) ? batch.ingressPort[h] : null,
    egressPort: valid & ITEM_PORTS ? batch.egressPort[h] : null,
    queueId: valid & (ITEM_QUEUE | ITEM_CONGESTION) ? batch.queueId[h] : null,
    latencyUs: Number.isNaN(us) ? null : us,
    queueDepth: valid & (ITEM_QUEUE | ITEM_DEPTH) ? batch.queueDepth[h] : null,
  };
}

const endpoint = (address: string, port: number | null): string =>
  port === null ? address : address.includes(":") ? `[${address}]:${port}` : `${address}:${port}`;

/** A flow in one line: protocol, source, destination. */
export const flowText = ({ src, dst, proto, srcPort, dstPort }: DecodedFlow): string =>
  `${proto} ${endpoint(src, srcPort)} > ${endpoint(dst, dstPort)}`;

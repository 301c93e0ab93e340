import { hasRoom, MAX_HOPS, MAX_REPORTS, type ReportBatch } from "./batch.ts";
import { ExporterMemory } from "./ipfix/memory.ts";
import { decodeIpfix, isIpfix } from "./ipfix/message.ts";
import { PathDelays } from "./ipfix/pathDelays.ts";
import { DEVIATIONS, MARK_NAMES } from "./marks.ts";
import { decodePacketPayload, PAYLOAD_IP } from "./packet/packet.ts";
import { decodeKnown, learnShape } from "./profile/knownShape.ts";
import type { DecodeOptions } from "./profile/profile.ts";
import { shapeSlot } from "./profile/shape.ts";
import { BATCH_FULL, DATAGRAM_TOO_SHORT, OK, REASONS, REPORT_VERSION } from "./reasons.ts";
import { decodeDeviantV20 } from "./report/deviantV20.ts";
import { decodeReportV05 } from "./report/v05.ts";
import { decodeReportV10 } from "./report/v10.ts";
import { decodeReportV20 } from "./report/v20.ts";
import { decodeSflow, isSflow } from "./sflow/decode.ts";

/** Bytes of the shortest record that gives a report: a mean delay and the flow it is of. */
const LEAST_RECORD_BYTES = 8;

/** For callers that read one datagram: every IPFIX message stands alone. */
const forgetful = (): ExporterMemory => new ExporterMemory(new PathDelays());

/**
 * Decodes the UDP payload `b[at .. at + length)` and appends its reports to `batch`. Returns `OK`, or the
 * index of the reason in `REASONS`; then the batch is as before. `BATCH_FULL` is no verdict on the datagram:
 * empty the batch and call again. Never throws, never reads outside the range, allocates nothing for reports. What an
 * exporter of IPFIX or sFlow refers to from datagram to datagram is kept in its memory.
 */
export function decodeDatagram(
  b: Uint8Array,
  at: number,
  length: number,
  options: DecodeOptions,
  batch: ReportBatch,
  memoryOf: () => ExporterMemory = forgetful,
): number {
  const reports = batch.reports;
  const hops = batch.hops;
  // one spare hop beyond the limit of each report: its own metadata, and the scratch slot of placeOwnHop
  if (
    reports + MAX_REPORTS > batch.reportCapacity ||
    hops + MAX_REPORTS * (MAX_HOPS + 1) + 1 > batch.hopCapacity
  ) {
    return BATCH_FULL;
  }
  const v = batch.viewOf(b);
  const start = b.byteOffset + at;
  const slot = shapeSlot(length);
  const known = batch.shapes[slot];
  if (known !== null && known.length === length && known.options === options) {
    if (decodeKnown(v, start, known, batch)) return OK;
  }
  batch.unitsNow = options.units;
  let reason = decodeVersion(v, start, start + length, options, batch, memoryOf);
  if (reason === BATCH_FULL) return reason;
  if (reason !== OK) {
    batch.reports = reports;
    batch.hops = hops;
    if (options.payload === 0 && decodeDeviantV20(v, start, start + length, options, batch)) reason = OK;
  } else if (batch.reports === reports + 1) {
    batch.shapes[slot] = learnShape(v, start, length, options, batch, reports) ?? known;
  }
  return reason;
}

/**
 * Decodes a packet of the network itself, from its IP header on, whose telemetry is in it; else as `decodeDatagram`.
 */
export function decodeInBand(
  b: Uint8Array,
  at: number,
  length: number,
  options: DecodeOptions,
  batch: ReportBatch,
): number {
  const { reports, hops } = batch;
  if (!hasRoom(batch)) return BATCH_FULL;
  if (length <= 0) return DATAGRAM_TOO_SHORT;
  batch.unitsNow = options.units;
  const start = b.byteOffset + at;
  const reason = decodePacketPayload(batch.viewOf(b), start, start + length, options, batch, PAYLOAD_IP);
  if (reason !== OK) {
    batch.reports = reports;
    batch.hops = hops;
  }
  return reason;
}

function decodeVersion(
  v: DataView,
  at: number,
  end: number,
  options: DecodeOptions,
  batch: ReportBatch,
  memoryOf: () => ExporterMemory,
): number {
  if (at >= end) return DATAGRAM_TOO_SHORT;
  if (options.payload !== 0) return decodePacketPayload(v, at, end, options, batch);
  switch (v.getUint8(at) >> 4) {
    case 0:
      if (isIpfix(v, at, end)) {
        if (isFullFor(batch, end - at)) return BATCH_FULL;
        return decodeIpfix(v, at, end, options, batch, memoryOf());
      }
      if (isSflow(v, at, end)) {
        if (isFullFor(batch, end - at)) return BATCH_FULL;
        return decodeSflow(v, at, end, options, batch, memoryOf());
      }
      return decodeReportV05(v, at, end, options, batch);
    case 1:
      return decodeReportV10(v, at, end, options, batch);
    case 2:
      return decodeReportV20(v, at, end, options, batch);
    default:
      return REPORT_VERSION;
  }
}

/** A batch in use may be too full for a message, which is read once only; an empty one takes what it can. */
const isFullFor = (batch: ReportBatch, bytes: number): boolean =>
  batch.reports > 0 && batch.reports + bytes / LEAST_RECORD_BYTES > batch.reportCapacity;

/** Counters of one exporter: received = decoded + undecodable, always. `byReason` counts by index of `REASONS`. */
export type DecodeCounters = {
  received: number;
  decoded: number;
  undecodable: number;
  reports: number;
  hops: number;
  byReason: Float64Array;
  /** reports that bear each mark, by its bit */
  byMark: Float64Array;
};

export const createDecodeCounters = (): DecodeCounters => ({
  received: 0,
  decoded: 0,
  undecodable: 0,
  reports: 0,
  hops: 0,
  byReason: new Float64Array(REASONS.length),
  byMark: new Float64Array(MARK_NAMES.length),
});

/** Counts the outcome of one datagram; `reports` and `hops` are what it added to the batch. */
export function countDatagram(counters: DecodeCounters, reason: number, reports: number, hops: number): void {
  counters.received++;
  counters.byReason[reason]++;
  if (reason === OK) {
    counters.decoded++;
    counters.reports += reports;
    counters.hops += hops;
  } else {
    counters.undecodable++;
  }
}

/** Counts the marks of the reports in `batch`, from `first` on. */
export function countMarks(counters: DecodeCounters, batch: ReportBatch, first = 0): void {
  for (let r = first; r < batch.reports; r++)
    for (let marks = batch.marks[r]; marks !== 0; marks &= marks - 1)
      counters.byMark[31 - Math.clz32(marks & -marks)]++;
}

/** A way in which an exporter deviates from the specification, in how many reports. */
type Deviation = { name: string; sentence: string; reports: number };

/** The deviations among the marks that were counted, the most frequent first. */
export function deviationsOf({ byMark }: Pick<DecodeCounters, "byMark">): Deviation[] {
  return MARK_NAMES.flatMap((name, bit) => {
    const sentence = DEVIATIONS[bit];
    return sentence === null || byMark[bit] === 0 ? [] : [{ name, sentence, reports: byMark[bit] }];
  }).sort((a, b) => b.reports - a.reports);
}

import {
  countDatagram,
  createDecodeCounters,
  type DecodeCounters,
  FORMATS,
  ITEM_NODE,
  OK,
  REASONS,
  type ReportBatch,
  SequenceTracker,
  UNMATCHED_REASONS,
} from "@p4twin/models/telemetry";
import type { Sender } from "./socket/source.ts";
import type { BadDatagram, ExporterState } from "./state.ts";

/** Bytes of a bad datagram that are kept for the page. */
const KEPT_BYTES = 256;
const MAX_NODE_IDS = 64;

/** What is counted of one exporter while datagrams come in. */
export class Exporter {
  readonly address: string;
  readonly index: number;
  readonly counters: DecodeCounters = createDecodeCounters();
  readonly sequences = new SequenceTracker();
  matched = 0;
  readonly unmatched = new Float64Array(UNMATCHED_REASONS.length);
  droppedPackets = 0;
  /** series at which its last gap was noted, where a late arrival takes it back; -1 for none */
  gapSeries = -1;
  private readonly formats = new Set<number>();
  private readonly nodeIds = new Set<number>();
  private readonly firstHeardMs: number;
  lastHeardMs: number;
  private lastBad: BadDatagram | null = null;

  constructor(address: string, index: number, nowMs: number) {
    this.address = address;
    this.index = index;
    this.firstHeardMs = nowMs;
    this.lastHeardMs = nowMs;
  }

  countDatagram(reason: number, reports: number, hops: number): void {
    countDatagram(this.counters, reason, reports, hops);
  }

  keepBad(bytes: Uint8Array, at: number, length: number, reason: number, nowMs: number): void {
    const end = at + Math.min(length, KEPT_BYTES);
    this.lastBad = {
      atMs: nowMs,
      reason: REASONS[reason].code,
      length,
      hex: Buffer.from(bytes.subarray(at, end)).toString("hex"),
    };
  }

  noteReport(batch: ReportBatch, r: number): void {
    this.formats.add(batch.format[r]);
    if (this.nodeIds.size < MAX_NODE_IDS) {
      const end = batch.hopStart[r] + batch.hopCount[r];
      for (let h = batch.hopStart[r]; h < end; h++)
        if (batch.hopValid[h] & ITEM_NODE) this.nodeIds.add(batch.hopNodeId[h]);
    }
  }

  state(): ExporterState {
    const { received, decoded, undecodable, reports, byReason } = this.counters;
    const undecodableByReason: Record<string, number> = {};
    for (let i = 0; i < byReason.length; i++)
      if (i !== OK && byReason[i] > 0) undecodableByReason[REASONS[i].code] = byReason[i];
    const unmatchedByReason: Record<string, number> = {};
    let unmatched = 0;
    UNMATCHED_REASONS.forEach((reason, i) => {
      unmatched += this.unmatched[i];
      if (this.unmatched[i] > 0) unmatchedByReason[reason] = this.unmatched[i];
    });
    return {
      address: this.address,
      received,
      decoded,
      undecodable,
      undecodableByReason,
      reports,
      matched: this.matched,
      unmatched,
      unmatchedByReason,
      droppedPackets: this.droppedPackets,
      sequenceGaps: this.sequences.counters.lost,
      late: this.sequences.counters.late,
      formats: [...this.formats].map((f) => FORMATS[f]),
      nodeIds: [...this.nodeIds].sort((a, b) => a - b),
      firstHeardMs: this.firstHeardMs,
      lastHeardMs: this.lastHeardMs,
      lastBad: this.lastBad,
    };
  }
}

/** Exporters by address. Their number is bounded: datagrams of one too many are refused, and counted. */
export function createExporters(maxExporters: number) {
  const bySender = new Map<Sender, Exporter>();
  const byAddress = new Map<string, Exporter>();
  let refused = 0;
  return {
    get refused() {
      return refused;
    },
    /** The exporter of a sender, `null` when there is no room for another. */
    of(sender: Sender, nowMs: number): Exporter | null {
      const known = bySender.get(sender);
      if (known) return known;
      let exporter = byAddress.get(sender.address);
      if (!exporter) {
        if (byAddress.size >= maxExporters) {
          refused++;
          return null;
        }
        exporter = new Exporter(sender.address, byAddress.size, nowMs);
        byAddress.set(sender.address, exporter);
      }
      bySender.set(sender, exporter);
      return exporter;
    },
    /** The numbers of series have changed: late arrivals have nothing to take back from. */
    forgetSeries(): void {
      for (const exporter of byAddress.values()) exporter.gapSeries = -1;
    },
    states: (): ExporterState[] => [...byAddress.values()].map((e) => e.state()),
  };
}

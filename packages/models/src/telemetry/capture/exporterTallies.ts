import type { ReportBatch } from "../batch.ts";
import { countDatagram, countMarks, createDecodeCounters, type DecodeCounters } from "../decoder.ts";
import { OK } from "../reasons.ts";
import { SequenceTracker } from "../report/sequence.ts";

/** Exporters of a capture that are told apart (our choice): memory stays small for any file. */
const MAX_EXPORTERS = 10_000;

type ExporterTally = { counters: DecodeCounters; sequences: SequenceTracker };

/** What each exporter of a capture sent, in what it deviates, and what of it is missing by its numbers. */
export class ExporterTallies {
  private readonly byAddress = new Map<string, ExporterTally>();
  /** datagrams of exporters that came when as many were known as are told apart */
  leftOut = 0;

  get size(): number {
    return this.byAddress.size;
  }

  [Symbol.iterator](): MapIterator<[address: string, tally: ExporterTally]> {
    return this.byAddress.entries();
  }

  /**
   * Counts a datagram whose reports are in `batch`. `address` is empty where the frame ends before it; what is missing
   * of a frame that was cut is not its sender's fault. `shift`: bits of the sequence that the exporter does not use.
   */
  count(batch: ReportBatch, address: string, reason: number, wasCut: boolean, shift: number): void {
    if (address === "") return;
    const tally = this.of(address);
    if (tally === null) {
      this.leftOut++;
      return;
    }
    countDatagram(tally.counters, reason, batch.reports, batch.hops);
    if (!wasCut) countMarks(tally.counters, batch);
    if (reason === OK && batch.reports > 0) tally.sequences.track(batch, 0, shift);
  }

  private of(address: string): ExporterTally | null {
    let tally = this.byAddress.get(address);
    if (tally === undefined) {
      if (this.byAddress.size >= MAX_EXPORTERS) return null;
      tally = { counters: createDecodeCounters(), sequences: new SequenceTracker() };
      this.byAddress.set(address, tally);
    }
    return tally;
  }
}

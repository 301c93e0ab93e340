import {
  encodeSamples,
  type HopReading,
  type ReportBatch,
  type ReportSample,
  sampleOf,
} from "@p4twin/models/telemetry";
import type { Exporter } from "../exporters.ts";
import { Pace } from "./pace.ts";

/** Reports that are kept of one exporter a second, and of all together (our choice): 40 are some 12 kB. */
const EXPORTER_A_SECOND = 10;
export const SAMPLES_A_SECOND = 40;

/** Late reports that are kept beside them, of all exporters together (our choice). */
const LATE_A_SECOND = 10;

/** What its batch does not say of a report. */
type Taken = Pick<ReportSample, "atMs" | "segment"> & {
  segmentUs: HopReading;
  datagram: { bytes: Uint8Array; at: number; length: number };
};

/**
 * Keeps some reports as they came, for the page *Explore*: at an even pace of each exporter, so that a busy one leaves
 * room for the others. A sample stands for the reports of its exporter since the sample before. Some late reports are
 * kept, too, whenever they come: they stand for none, so that they change no count and no percentile.
 */
export class SampleTaker {
  private readonly pace = new Pace(1_000 / EXPORTER_A_SECOND);
  private readonly latePace = new Pace(1_000 / EXPORTER_A_SECOND);
  private kept: ReportSample[] = [];
  private late = 0;
  /** by number of the exporter: its reports when one was kept last */
  private readonly countedAt = new Map<number, number>();

  /** Whether the next report of this exporter is to be kept: one comparison a report. */
  isDue(exporter: Exporter, nowMs: number): boolean {
    return this.kept.length - this.late < SAMPLES_A_SECOND && this.pace.isDue(exporter.index, nowMs);
  }

  /** The same of a report that was later than its segment may be, or dropped. */
  isLateDue(exporter: Exporter, nowMs: number): boolean {
    return this.late < LATE_A_SECOND && this.latePace.isDue(exporter.index, nowMs);
  }

  takeLate(exporter: Exporter, batch: ReportBatch, r: number, taken: Taken): void {
    this.late++;
    this.keep(exporter, batch, r, taken, 0);
  }

  take(exporter: Exporter, batch: ReportBatch, r: number, taken: Taken): void {
    const counted = exporter.measured;
    // another exporter may have had this number before
    const before = this.countedAt.get(exporter.index) ?? 0;
    const reports = Math.max(1, counted >= before ? counted - before : counted);
    this.countedAt.set(exporter.index, counted);
    this.keep(exporter, batch, r, taken, reports);
  }

  private keep(exporter: Exporter, batch: ReportBatch, r: number, taken: Taken, reports: number): void {
    const { datagram, segmentUs, ...where } = taken;
    const source = { ...where, exporter: exporter.address, reports };
    this.kept.push(sampleOf(batch, r, source, datagram, segmentUs));
  }

  /** What was kept since the last call, encoded; null of nothing. `exporters`: how many share the room of a second. */
  flush(exporters: number): Uint8Array | null {
    this.pace.everyMs = Math.max(1_000 / EXPORTER_A_SECOND, (1_000 * exporters) / SAMPLES_A_SECOND);
    if (this.kept.length === 0) return null;
    const bytes = encodeSamples(this.kept);
    this.kept = [];
    this.late = 0;
    return bytes;
  }
}

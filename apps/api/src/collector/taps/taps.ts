import { type HopReading, PathsHeard, type ReportBatch } from "@p4twin/models/telemetry";
import { type Exporter, LEFT_OUT_REASONS } from "../exporters.ts";
import type { SegmentWindows } from "../segmentWindows.ts";
import type { StampClock } from "../stampClock.ts";
import type { CollectorState } from "../state.ts";
import type { WaitingBytes } from "../turn.ts";
import { Pace } from "./pace.ts";
import { SampleTaker } from "./sampleTaker.ts";
import { UnmatchedReports } from "./unmatched.ts";

/** Paths that are told apart, and told (our choice). */
const MAX_PATHS = 1_000;
const MAX_PATHS_TOLD = 200;
/** A hundred looks a second at each exporter show what its paths are (our choice). */
const LOOK_EVERY_MS = 10;

const nothingUs: HopReading = () => Number.NaN;

/**
 * What looks at reports beside the windows: which paths they show, what those look like that belong to no segment, and
 * some of them kept as they came. Each has its pace, so that a report mostly costs one comparison each.
 */
export class Taps {
  private readonly clock: StampClock;
  private readonly paths = new PathsHeard(MAX_PATHS);
  private readonly pathPace = new Pace(LOOK_EVERY_MS);
  private readonly unmatchedReports = new UnmatchedReports();
  private readonly sampleTaker = new SampleTaker();

  constructor(clock: StampClock) {
    this.clock = clock;
  }

  /** Report `r` was left out of all windows. */
  noteLeftOut(exporter: Exporter, batch: ReportBatch, r: number, reason: number, nowMs: number): void {
    this.unmatchedReports.note(exporter, batch, r, LEFT_OUT_REASONS[reason], nowMs);
  }

  /**
   * Notes the path of report `r` and keeps the report, when a look is due; a late one is kept beside them. `recorded`:
   * the windows that it was just recorded in, null of none: then its hops are known by its exporter's units alone.
   * `i`: the datagram that it came in.
   */
  look(
    exporter: Exporter,
    batch: ReportBatch,
    r: number,
    nowMs: number,
    recorded: SegmentWindows | null,
    waiting: WaitingBytes,
    i: number,
  ): void {
    const { sampleTaker } = this;
    const isLook = this.pathPace.isDue(exporter.index, nowMs);
    if (isLook) this.paths.note(batch, r, exporter.address, nowMs);
    // one look at a time: what is kept is among what paths are taken from
    const isDue = isLook && sampleTaker.isDue(exporter, nowMs);
    if (!isDue && (isLook || !recorded?.wasLate || !sampleTaker.isLateDue(exporter, nowMs))) return;
    const place = recorded?.firstPlace;
    const taken = {
      atMs: this.clock.ms(nowMs),
      segment: place ? `${place.deploymentId}/${place.segmentId}` : null,
      segmentUs: recorded?.hopUs ?? nothingUs,
      datagram: { bytes: waiting.bytes[i], at: waiting.at[i], length: waiting.length[i] },
    };
    if (isDue) sampleTaker.take(exporter, batch, r, taken);
    else sampleTaker.takeLate(exporter, batch, r, taken);
  }

  /** Reports that were kept since the last call, encoded; null of none. `exporters`: how many share the room. */
  flush(exporters: number): Uint8Array | null {
    return this.sampleTaker.flush(exporters);
  }

  /** Segments have changed: what belonged to none may belong to one now. */
  rebound(): void {
    this.unmatchedReports.forget();
  }

  account(nowMs: number): Pick<CollectorState, "unmatchedReports" | "paths"> {
    const paths = this.paths.list(nowMs, MAX_PATHS_TOLD);
    return {
      unmatchedReports: this.clock.stamped(this.unmatchedReports.told(), "lastMs"),
      paths: this.clock.stamped(this.clock.stamped(paths, "lastMs"), "firstMs"),
    };
  }
}

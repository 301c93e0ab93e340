import {
  ClockSkews,
  FLAG_CONGESTED,
  FLAG_DROPPED,
  type HopReading,
  Matcher,
  type ReportBatch,
  sampledOneIn,
  WindowAccumulator,
  type WindowView,
} from "@p4twin/models/telemetry";
import type { LiveFrame, LiveRow, WindowRow } from "../bus/windowRow.ts";
import type { Bindings } from "./bindings.ts";
import { type Exporter, UNIT_UNCERTAIN } from "./exporters.ts";
import { createPlaces, elementOf, type SeriesPlace } from "./series.ts";
import type { StampClock } from "./stampClock.ts";
import type { CollectorState } from "./state.ts";
import { liveRow, windowRow } from "./windowRows.ts";

/** What became of a report, where it is no index of `LEFT_OUT_REASONS`. */
export const RECORDED = -1;
const WAITS = -2;

/** Pairs of clocks that are told (our choice). */
const MAX_CLOCKS_TOLD = 100;
/** Postcards that have waited too long are given up as often (our choice). */
const EXPIRE_EVERY_MS = 500;

type WindowsConfig = {
  collectorId: string;
  mergeable: boolean;
  clock: StampClock;
  /** A postcard that has waited belongs to a segment after all, or its packet never came whole. */
  onSettled: (exporterIndex: number, matched: boolean) => void;
};

/** Reports to windows of the segments that are bound now, and the account of it. */
export class SegmentWindows {
  private readonly config: WindowsConfig;
  /** numbers the scopes of exporters: of its own for each set of segments */
  private scopes = 0;
  private matcher = new Matcher([]);
  private places = createPlaces(this.matcher, []);
  private windows = new WindowAccumulator();
  /** by segment */
  private plUs = new Float64Array(0);
  private sequence = 0;
  /** by matchers before this one */
  private partsRefused = 0;
  private clockStepsBack = 0;
  // clocks go on when segments change
  private readonly skews = new ClockSkews();
  /** closed rows that watchers have not been shown yet */
  private justClosed: { place: SeriesPlace; row: LiveRow }[] = [];
  private nextExpireMs = 0;

  constructor(config: WindowsConfig) {
    this.config = config;
  }

  /** The reports that follow are of this exporter and moment. */
  begin(exporter: Exporter, nowMs: number): void {
    this.matcher.nowUs = nowMs * 1_000;
    this.matcher.scope = exporter.scopeBy(this.matcher, this.scopes);
  }

  /** The reports `first` to `end` - 1 of this exporter are recorded soon. */
  prepare(exporter: Exporter, batch: ReportBatch, first: number, end: number): void {
    this.matcher.scope = exporter.scopeBy(this.matcher, this.scopes);
    this.matcher.locateAhead(batch, first, end);
  }

  /**
   * Notes the nodes of report `r`, which was prepared, and records it where a segment measures it: `RECORDED`, `WAITS`,
   * or the index of why it was left out.
   */
  record(exporter: Exporter, batch: ReportBatch, r: number, nowMs: number): number {
    // numbers that may be 1,000 times too small or too large belong into no chart
    if (exporter.units.isOpen(batch, r)) {
      exporter.noteReport(batch, r, 0);
      return UNIT_UNCERTAIN;
    }
    const { matcher, windows } = this;
    const segments = matcher.match(batch, r, true);
    if (!exporter.noteReport(batch, r, segments > 0 ? matcher.pathNumber : 0)) {
      exporter.units.leaveOpen(batch, r);
      return UNIT_UNCERTAIN;
    }
    if (segments === 0) {
      if (!matcher.waits) return matcher.unmatchedReason;
      exporter.waiting++;
      return WAITS;
    }
    exporter.matched++;
    exporter.recorded += segments;
    if (batch.flags[r] & FLAG_DROPPED) exporter.droppedPackets++;
    const { sampleSeries, sampleCount } = matcher;
    windows.recordAll(sampleSeries, matcher.sampleUs, sampleCount);
    if (matcher.hasQueues)
      windows.recordQueues(sampleSeries, matcher.sampleHop, sampleCount, batch, this.config.clock.us(nowMs));
    if (batch.flags[r] & FLAG_CONGESTED) windows.recordCongested(sampleSeries[0]);
    // what we leave out ourselves, and what the agent of sFlow did
    const oneIn = exporter.admission.sampleOneIn * sampledOneIn(batch, r);
    if (oneIn > 1) windows.recordSampling(sampleSeries[0], oneIn);
    return RECORDED;
  }

  /** Was the report just recorded above PL in its first segment (the first series), or dropped there? */
  get wasLate(): boolean {
    const { sampleUs, sampleSeries } = this.matcher;
    return !(sampleUs[0] <= this.plUs[sampleSeries[0]]);
  }

  /** Where the report just recorded belongs first. */
  get firstPlace(): SeriesPlace {
    return this.places.of(this.matcher.sampleSeries[0]);
  }

  /** Latency of hop `h` of a report just recorded, by the units that its segments say. */
  readonly hopUs: HopReading = (batch, r, h) => this.matcher.hopUs(batch, r, h);

  /**
   * A gap counts at the segment of the report that revealed it; a late arrival (-1) takes it back where it was counted.
   */
  noteGap(exporter: Exporter, lost: number): void {
    const { sampleCount, sampleSeries } = this.matcher;
    if (lost > 0) exporter.gapSeries = sampleCount > 0 ? sampleSeries[0] : -1;
    if (exporter.gapSeries >= 0) this.windows.recordGap(exporter.gapSeries, lost);
  }

  /** Closes the windows that are over, and gives up postcards that have waited too long. */
  advance(nowMs: number): WindowRow[] {
    if (nowMs >= this.nextExpireMs) {
      this.nextExpireMs = nowMs + EXPIRE_EVERY_MS;
      this.matcher.expire(nowMs * 1_000);
    }
    return this.closing((on) => this.windows.advance(this.config.clock.us(nowMs), on));
  }

  /** The clock was set: the open window ends here and another begins at the new time. */
  restart(nowMs: number): WindowRow[] {
    return this.closing((on) => this.windows.restart(this.config.clock.us(nowMs), on));
  }

  /** The segments from now on; the open window of the old ones is closed first. */
  rebind({ segments }: Bindings, nowMs: number): WindowRow[] {
    const closed = this.closing((on) => this.windows.close(on));
    this.matcher.expire(Number.POSITIVE_INFINITY);
    this.partsRefused += this.matcher.counters.partsRefused;
    this.clockStepsBack += this.matcher.counters.clockSkew;
    this.matcher = new Matcher(
      segments.map((s) => s.binding),
      [],
      this.skews,
      ({ segment, part }) => part !== null && elementOf(segments[segment], part) >= 0,
    );
    this.matcher.onSettled = this.config.onSettled;
    this.places = createPlaces(this.matcher, segments);
    this.plUs = Float64Array.from(segments, ({ binding }) => binding.plUs);
    this.scopes++;
    this.windows = new WindowAccumulator();
    // its clock starts now: a window that is closed before the first tick has a start too
    this.windows.advance(this.config.clock.us(nowMs), () => {});
    for (const [i, { binding }] of segments.entries())
      this.windows.setThresholds(i, binding.plUs, binding.dlUs);
    return closed;
  }

  /** All open windows that changed since the frame before, and those just closed, by deployment. */
  frames(nowMs: number): LiveFrame[] {
    const byDeployment = new Map<string, LiveRow[]>();
    const add = (deploymentId: string, row: LiveRow): void => {
      const rows = byDeployment.get(deploymentId);
      if (rows) rows.push(row);
      else byDeployment.set(deploymentId, [row]);
    };
    for (const { place, row } of this.justClosed) add(place.deploymentId, row);
    this.justClosed = [];
    for (let series = 0; series < this.matcher.series.length; series++) {
      const open = this.windows.snapshot(series);
      if (!open) continue;
      const place = this.places.of(series);
      add(place.deploymentId, liveRow(place, open, false, this.config.mergeable));
    }
    const atMs = this.config.clock.ms(nowMs);
    return [...byDeployment].map(([deploymentId, rows]) => ({ deploymentId, atMs, rows }));
  }

  account(): Pick<CollectorState, "windows" | "partsRefused" | "clocks" | "clockStepsBack"> {
    return {
      windows: this.sequence,
      partsRefused: this.partsRefused + this.matcher.counters.partsRefused,
      clocks: this.skews
        .list()
        .sort((a, b) => Math.abs(b.skew.offsetUs ?? 0) - Math.abs(a.skew.offsetUs ?? 0))
        .slice(0, MAX_CLOCKS_TOLD),
      clockStepsBack: this.clockStepsBack + this.matcher.counters.clockSkew,
    };
  }

  private closing(end: (on: (w: WindowView) => void) => void): WindowRow[] {
    const { collectorId, mergeable } = this.config;
    const closed: WindowRow[] = [];
    end((w) => {
      const place = this.places.of(w.series);
      closed.push(windowRow(place, w, this.windows.windowUs, { collectorId, sequence: this.sequence++ }));
      this.justClosed.push({ place, row: liveRow(place, w, true, mergeable) });
    });
    return closed;
  }
}

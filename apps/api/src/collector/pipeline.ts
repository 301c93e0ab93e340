import {
  addCounts,
  BATCH_FULL,
  ClockSkews,
  decodeDatagram,
  decodeInBand,
  FLAG_CONGESTED,
  FLAG_DROPPED,
  type Histogram,
  type HopReading,
  Matcher,
  NO_EXPORTER,
  noCounts,
  OK,
  PathsHeard,
  ReportBatch,
  readInBand,
  sampledOneIn,
  WindowAccumulator,
  type WindowCounts,
  type WindowView,
} from "@p4twin/models/telemetry";
import type { LiveFrame, LiveRow, WindowRow } from "../bus/windowRow.ts";
import { type Bindings, noBindings } from "./bindings.ts";
import { type Exporter, LEFT_OUT_REASONS, PAIR_MISSING, UNIT_UNCERTAIN } from "./exporters.ts";
import { createExporterTable } from "./exporterTable.ts";
import { Pace } from "./pace.ts";
import { SampleTaker } from "./sampleTaker.ts";
import { createPlaces, elementOf, type SeriesPlace } from "./series.ts";
import type { CollectorSettings } from "./settings.ts";
import type { Sender } from "./socket/source.ts";
import type { CollectorState, ExporterState } from "./state.ts";
import { UnmatchedReports } from "./unmatched.ts";

export type PipelineConfig = {
  /** names the windows of this run: (collectorId, sequence) is unique */
  collectorId: string;
  maxExporters: number;
  /** live rows carry their histograms: what other collectors saw of the same window is merged elsewhere */
  mergeable: boolean;
};

/**
 * `nowMs` throughout is a time that never steps: deadlines and rates go by it. What is stamped with wall time
 * (windows, frames, when an exporter was heard) adds the correction of the clock.
 */
export type Pipeline = {
  /** Admits, decodes, matches and records one datagram that arrived at `nowMs`. */
  take(bytes: Uint8Array, at: number, length: number, sender: Sender, nowMs: number): void;
  /** The same for a packet of the network that carries telemetry itself, from its IP header on. */
  takePacket(bytes: Uint8Array, at: number, length: number, sender: Sender, nowMs: number): void;
  /**
   * A packet of users as a mirror port shows it: true when it carries telemetry itself and was read, as of the sender
   * `NO_EXPORTER`. All others leave no trace.
   */
  takeMirrored(bytes: Uint8Array, at: number, length: number, nowMs: number): boolean;
  /** Closes the windows that are over at `nowMs` and hands them out. */
  advance(nowMs: number): WindowRow[];
  /** The state of all open windows that changed since the frame before, and of those just closed. */
  frames(nowMs: number): LiveFrame[];
  /** From now on wall time is `nowMs + correctionMs`: a small change, as of a clock that is slewed. */
  correct(correctionMs: number): void;
  /** The clock was set: the open window ends here and another begins at the new time. */
  clockSet(correctionMs: number, nowMs: number): WindowRow[];
  /** Reports that were kept as they came since the last call, encoded; null of none. */
  samples(): Uint8Array | null;
  /** Takes new segments; the open window of the old ones is closed first. */
  rebind(bindings: Bindings, nowMs: number): WindowRow[];
  /** Takes settings of exporters: in force for the next datagram. */
  configure(settings: CollectorSettings, nowMs: number): void;
  /**
   * The first half of `take`: the exporter of a datagram that is to be read, `null` for one that is not (and
   * is counted).
   */
  admit(sender: Sender, nowMs: number): Exporter | null;
  /** The second half of `take`. */
  read(exporter: Exporter, bytes: Uint8Array, at: number, length: number, nowMs: number): void;
  /** A datagram of this address was dropped by the kernel, in a socket that carries nothing else. */
  kernelDropped(address: string, datagrams: number): void;
  account(): PipelineAccount;
  /** The account without its exporters, and some of these: telling of thousands at once would hold up the datagrams. */
  brief(): Omit<PipelineAccount, "exporters">;
  exporters(from: number, count: number): ExporterState[];
  readonly exporterCount: number;
};

/** The pipeline's part of the collector's state. */
type PipelineAccount = Pick<
  CollectorState,
  | "notAccepted"
  | "tooMany"
  | "refused"
  | "refusedSenders"
  | "refusedElsewhere"
  | "forgotten"
  | "windows"
  | "partsRefused"
  | "clocks"
  | "clockStepsBack"
  | "unmatchedReports"
  | "paths"
  | "exporters"
>;

/** The counts of a window, without the view's own fields. */
function countsOf(view: WindowView): WindowCounts {
  const counts = noCounts();
  addCounts(counts, view);
  return counts;
}

const finite = (us: number): number | null => (Number.isNaN(us) ? null : us);

function liveRow(place: SeriesPlace, w: WindowView, closed: boolean, mergeable: boolean): LiveRow {
  const h: Histogram = w.histogram;
  return {
    segmentId: place.segmentId,
    part: place.part,
    startMs: w.startUs / 1000,
    closed,
    count: w.count,
    meanUs: h.meanUs(),
    p50Us: h.quantileUs(0.5),
    p95Us: h.quantileUs(0.95),
    p99Us: h.quantileUs(0.99),
    maxUs: finite(w.maxUs),
    abovePl: w.abovePl,
    aboveDl: w.aboveDl,
    dropped: w.dropped,
    sequenceGaps: w.sequenceGaps,
    ...(mergeable && { histogram: w.count > 0 ? h.encode() : null }),
  };
}

const MIRRORED: Sender = { address: NO_EXPORTER };
/** Pairs of clocks that are told (our choice). */
const MAX_CLOCKS_TOLD = 100;
/** Paths that are told apart, and told (our choice). */
const MAX_PATHS = 1_000;
const MAX_PATHS_TOLD = 200;
/** Postcards that have waited too long are given up as often (our choice). */
const EXPIRE_EVERY_MS = 500;
/** A hundred looks a second at each exporter show what its paths are (our choice). */
const LOOK_EVERY_MS = 10;

/** Datagram to window: no object per report. One per collector; knows nothing of sockets, threads or the database. */
export function createPipeline({ collectorId, maxExporters, mergeable }: PipelineConfig): Pipeline {
  const batch = new ReportBatch();
  const table = createExporterTable(maxExporters);
  let bound = noBindings;
  let matcher = new Matcher([]);
  let places = createPlaces(matcher, []);
  let windows = new WindowAccumulator();
  let sequence = 0;
  /** by matchers before this one */
  let partsRefused = 0;
  let clockStepsBack = 0;
  // clocks go on when segments change
  const skews = new ClockSkews();
  /** closed rows that watchers have not been shown yet */
  let justClosed: { place: SeriesPlace; row: LiveRow }[] = [];

  const unmatchedReports = new UnmatchedReports();
  const paths = new PathsHeard(MAX_PATHS);
  const pathPace = new Pace(LOOK_EVERY_MS);
  const sampleTaker = new SampleTaker();
  /** by segment */
  let plUs = new Float64Array(0);
  /** matcher that numbered the scopes of exporters */
  let scopes = 0;
  let correctionMs = 0;
  const wallUs = (nowMs: number): number => (nowMs + correctionMs) * 1_000;
  const wallMs = (nowMs: number): number => Math.round(nowMs + correctionMs);
  /** Accounts are kept in even time and told in wall time. */
  const told = (from?: number, count?: number): ExporterState[] =>
    table.states(from, count).map((e) => ({
      ...e,
      firstHeardMs: wallMs(e.firstHeardMs),
      lastHeardMs: wallMs(e.lastHeardMs),
      lastBad: e.lastBad && { ...e.lastBad, atMs: wallMs(e.lastBad.atMs) },
    }));
  const toldOf = <T extends object, K extends keyof T>(list: readonly T[], key: K): T[] =>
    list.map((entry) => ({ ...entry, [key]: wallMs(Number(entry[key])) }));

  const leaveOut = (exporter: Exporter, r: number, reason: number, nowMs: number): void => {
    exporter.unmatched[reason]++;
    unmatchedReports.note(exporter, batch, r, LEFT_OUT_REASONS[reason], nowMs);
  };

  /** Whether it belongs to a segment that measures it. */
  const record = (exporter: Exporter, r: number, nowMs: number): boolean => {
    // numbers that may be 1,000 times too small belong into no chart
    const segments = exporter.units.doubtful ? 0 : matcher.match(batch, r);
    if (segments === 0 && !exporter.units.doubtful && matcher.waits) {
      exporter.waiting++;
      return false;
    }
    if (segments === 0) {
      leaveOut(exporter, r, exporter.units.doubtful ? UNIT_UNCERTAIN : matcher.unmatchedReason, nowMs);
      return false;
    }
    exporter.matched++;
    exporter.recorded += segments;
    if (batch.flags[r] & FLAG_DROPPED) exporter.droppedPackets++;
    const { sampleSeries, sampleCount } = matcher;
    windows.recordAll(sampleSeries, matcher.sampleUs, sampleCount);
    if (matcher.hasQueues)
      windows.recordQueues(sampleSeries, matcher.sampleHop, sampleCount, batch, wallUs(nowMs));
    if (batch.flags[r] & FLAG_CONGESTED) windows.recordCongested(sampleSeries[0]);
    // what we leave out ourselves, and what the agent of sFlow did
    const oneIn = exporter.admission.sampleOneIn * sampledOneIn(batch, r);
    if (oneIn > 1) windows.recordSampling(sampleSeries[0], oneIn);
    return true;
  };

  /** A postcard that has waited belongs to a segment after all, or its packet never came whole. */
  const settle = (index: number, matched: boolean): void => {
    const exporter = table.at(index);
    if (exporter === null) return;
    exporter.waiting--;
    if (matched) exporter.matched++;
    else exporter.unmatched[PAIR_MISSING]++;
  };

  /**
   * A gap counts at the segment of the report that revealed it; a late arrival (-1) takes it back where it was counted.
   */
  const noteGap = (exporter: Exporter, lost: number): void => {
    if (lost > 0) exporter.gapSeries = matcher.sampleCount > 0 ? matcher.sampleSeries[0] : -1;
    if (exporter.gapSeries >= 0) windows.recordGap(exporter.gapSeries, lost);
  };

  const admit: Pipeline["admit"] = (sender, nowMs) => {
    const exporter = table.of(sender, nowMs);
    if (exporter === null) return null;
    exporter.lastHeardMs = nowMs;
    exporter.heard++;
    return exporter.admits(nowMs) ? exporter : null;
  };

  const read: Pipeline["read"] = (exporter, bytes, at, length, nowMs) => {
    batch.clear();
    const reason = decodeDatagram(bytes, at, length, exporter.options, batch, exporter.exportMemory);
    takeDecoded(reason, exporter, bytes, at, length, nowMs);
  };

  /** Was the report at hand above PL in its first segment, or dropped there? The first series are the segments. */
  const isLate = (): boolean => !(matcher.sampleUs[0] <= plUs[matcher.sampleSeries[0]]);
  const segmentUs: HopReading = (_, r, h) => matcher.hopUs(batch, r, h);
  const nothingUs: HopReading = () => Number.NaN;
  /** Where and when a report is kept, and by which units; of one that was not matched the exporter's are all. */
  const sampledAt = (matched: boolean, nowMs: number) => {
    const place = matched ? places.of(matcher.sampleSeries[0]) : null;
    return {
      atMs: wallMs(nowMs),
      segment: place && `${place.deploymentId}/${place.segmentId}`,
      segmentUs: matched ? segmentUs : nothingUs,
    };
  };

  const takeDecoded = (
    reason: number,
    exporter: Exporter,
    bytes: Uint8Array,
    at: number,
    length: number,
    nowMs: number,
  ): void => {
    matcher.nowUs = nowMs * 1_000;
    // an empty batch has room for the largest datagram
    if (reason === BATCH_FULL) throw new Error("a cleared batch was full");
    exporter.countDatagram(reason, batch);
    if (reason !== OK) {
      exporter.keepBad(bytes, at, length, reason, nowMs);
      return;
    }
    for (let r = 0; r < batch.reports; r++) batch.exporter[r] = exporter.index;
    matcher.scope = exporter.scopeBy(matcher, scopes);
    exporter.noteUnits(batch, nowMs);
    const lost = batch.reports > 0 ? exporter.track(batch) : 0;
    for (let r = 0; r < batch.reports; r++) {
      exporter.noteReport(batch, r);
      const matched = record(exporter, r, nowMs);
      // one look at a time: what is kept is among what paths are taken from
      if (pathPace.isDue(exporter.index, nowMs)) {
        paths.note(batch, r, exporter.address, nowMs);
        if (sampleTaker.isDue(exporter, nowMs))
          sampleTaker.take(exporter, batch, r, {
            ...sampledAt(matched, nowMs),
            datagram: { bytes, at, length },
          });
      } else if (matched && isLate() && sampleTaker.isLateDue(exporter, nowMs))
        sampleTaker.takeLate(exporter, batch, r, {
          ...sampledAt(matched, nowMs),
          datagram: { bytes, at, length },
        });
      if (r === 0 && lost !== 0) noteGap(exporter, lost);
    }
  };

  let toldMs = 0;
  let nextExpireMs = 0;
  const brief: Pipeline["brief"] = () => {
    const { notAccepted, tooMany, elsewhere } = table.refusals;
    return {
      notAccepted,
      tooMany,
      refused: notAccepted + tooMany,
      refusedSenders: toldOf(table.refusals.senders(), "lastHeardMs"),
      refusedElsewhere: elsewhere,
      forgotten: { ...table.forgotten },
      windows: sequence,
      partsRefused: partsRefused + matcher.counters.partsRefused,
      clocks: skews
        .list()
        .sort((a, b) => Math.abs(b.skew.offsetUs ?? 0) - Math.abs(a.skew.offsetUs ?? 0))
        .slice(0, MAX_CLOCKS_TOLD),
      clockStepsBack: clockStepsBack + matcher.counters.clockSkew,
      unmatchedReports: toldOf(unmatchedReports.told(), "lastMs"),
      paths: toldOf(toldOf(paths.list(toldMs, MAX_PATHS_TOLD), "lastMs"), "firstMs"),
    };
  };

  const close =
    (closed: WindowRow[]) =>
    (w: WindowView): void => {
      const place = places.of(w.series);
      closed.push({
        deploymentId: place.deploymentId,
        segmentId: place.segmentId,
        part: place.part,
        partLabel: place.label,
        startMs: w.startUs / 1000,
        lengthS: windows.windowUs / 1e6,
        count: w.count,
        sumUs: w.sumUs,
        minUs: finite(w.minUs),
        maxUs: finite(w.maxUs),
        histogram: w.count > 0 ? w.histogram.encode() : null,
        ...countsOf(w),
        collectorId,
        sequence: sequence++,
      });
      justClosed.push({ place, row: liveRow(place, w, true, mergeable) });
    };

  return {
    configure: table.configure,
    kernelDropped(address, datagrams) {
      const exporter = table.byAddress(address);
      if (exporter) exporter.kernelDropped += datagrams;
    },
    account: () => ({ ...brief(), exporters: told() }),
    brief,
    exporters: told,
    get exporterCount() {
      return table.size;
    },

    admit,
    read,
    take(bytes, at, length, sender, nowMs) {
      const exporter = admit(sender, nowMs);
      if (exporter !== null) read(exporter, bytes, at, length, nowMs);
    },

    takePacket(bytes, at, length, sender, nowMs) {
      const exporter = admit(sender, nowMs);
      if (exporter === null) return;
      batch.clear();
      const reason = decodeInBand(bytes, at, length, exporter.options, batch);
      takeDecoded(reason, exporter, bytes, at, length, nowMs);
    },

    takeMirrored(bytes, at, length, nowMs) {
      if (!readInBand(bytes, at, length, table.optionsOf(NO_EXPORTER), batch)) return false;
      const exporter = admit(MIRRORED, nowMs);
      if (exporter !== null) takeDecoded(OK, exporter, bytes, at, length, nowMs);
      return true;
    },

    advance(nowMs) {
      toldMs = nowMs;
      if (nowMs >= nextExpireMs) {
        nextExpireMs = nowMs + EXPIRE_EVERY_MS;
        matcher.expire(nowMs * 1_000);
      }
      const closed: WindowRow[] = [];
      windows.advance(wallUs(nowMs), close(closed));
      return closed;
    },

    samples: () => sampleTaker.flush(table.size),

    frames(nowMs) {
      const byDeployment = new Map<string, LiveRow[]>();
      const add = (deploymentId: string, row: LiveRow): void => {
        const rows = byDeployment.get(deploymentId);
        if (rows) rows.push(row);
        else byDeployment.set(deploymentId, [row]);
      };
      for (const { place, row } of justClosed) add(place.deploymentId, row);
      justClosed = [];
      for (let series = 0; series < matcher.series.length; series++) {
        const open = windows.snapshot(series);
        if (!open) continue;
        const place = places.of(series);
        add(place.deploymentId, liveRow(place, open, false, mergeable));
      }
      return [...byDeployment].map(([deploymentId, rows]) => ({
        deploymentId,
        atMs: wallMs(nowMs),
        rows,
      }));
    },

    correct(ms) {
      correctionMs = ms;
    },
    clockSet(ms, nowMs) {
      const closed: WindowRow[] = [];
      correctionMs = ms;
      windows.restart(wallUs(nowMs), close(closed));
      return closed;
    },

    rebind(bindings, nowMs) {
      const closed: WindowRow[] = [];
      windows.close(close(closed));
      bound = bindings;
      matcher.expire(Number.POSITIVE_INFINITY);
      partsRefused += matcher.counters.partsRefused;
      clockStepsBack += matcher.counters.clockSkew;
      matcher = new Matcher(
        bound.segments.map((s) => s.binding),
        [],
        skews,
        ({ segment, part }) => part !== null && elementOf(bound.segments[segment], part) >= 0,
      );
      matcher.onSettled = settle;
      places = createPlaces(matcher, bound.segments);
      plUs = Float64Array.from(bound.segments, ({ binding }) => binding.plUs);
      scopes++;
      windows = new WindowAccumulator();
      table.forgetSeries();
      unmatchedReports.forget();
      // its clock starts now: a window that is closed before the first tick has a start too
      windows.advance(wallUs(nowMs), () => {});
      for (const [i, { binding }] of bound.segments.entries())
        windows.setThresholds(i, binding.plUs, binding.dlUs);
      return closed;
    },
  };
}

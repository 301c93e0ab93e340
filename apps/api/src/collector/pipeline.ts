import {
  BATCH_FULL,
  decodeDatagram,
  decodeInBand,
  NO_EXPORTER,
  OK,
  ReportBatch,
  readInBand,
} from "@p4twin/models/telemetry";
import type { LiveFrame, WindowRow } from "../bus/windowRow.ts";
import type { Bindings } from "./bindings.ts";
import { type Exporter, PAIR_MISSING } from "./exporters.ts";
import { createExporterTable } from "./exporterTable.ts";
import { RECORDED, SegmentWindows } from "./segmentWindows.ts";
import type { CollectorSettings } from "./settings.ts";
import type { Sender } from "./socket/source.ts";
import { StampClock } from "./stampClock.ts";
import type { CollectorState, ExporterState } from "./state.ts";
import { Taps } from "./taps/taps.ts";
import { Turn } from "./turn.ts";

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
  /**
   * The same in two steps, for a source that has many datagrams at once: what `gather` decodes waits for `drain`, and
   * its bytes must stay as they are until then. Faster than one by one, because flows lie far apart in memory.
   */
  gather(bytes: Uint8Array, at: number, length: number, sender: Sender, nowMs: number): void;
  drain(): void;
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

const MIRRORED: Sender = { address: NO_EXPORTER };

/** Datagram to window: no object per report. One per collector; knows nothing of sockets, threads or the database. */
export function createPipeline({ collectorId, maxExporters, mergeable }: PipelineConfig): Pipeline {
  const batch = new ReportBatch();
  const table = createExporterTable(maxExporters);
  const clock = new StampClock();
  const taps = new Taps(clock);
  const turn = new Turn();
  const windows = new SegmentWindows({
    ...{ collectorId, mergeable, clock },
    onSettled(index, matched) {
      const exporter = table.at(index);
      if (exporter === null) return;
      exporter.waiting--;
      if (matched) exporter.matched++;
      else exporter.unmatched[PAIR_MISSING]++;
    },
  });

  const admit: Pipeline["admit"] = (sender, nowMs) => {
    const exporter = table.of(sender, nowMs);
    if (exporter === null) return null;
    exporter.lastHeardMs = nowMs;
    exporter.heard++;
    return exporter.admits(nowMs) ? exporter : null;
  };

  /** Counts a datagram whose reports are those of the batch from `first` on, and lets them wait for `drain`. */
  const keepDecoded = (
    reason: number,
    exporter: Exporter,
    bytes: Uint8Array,
    at: number,
    length: number,
    first: number,
    firstHop: number,
  ): void => {
    exporter.withoutUptime(batch, first, turn.nowMs);
    exporter.countDatagram(reason, batch, first, firstHop);
    if (reason !== OK) {
      exporter.keepBad(bytes, at, length, reason, turn.nowMs);
      return;
    }
    if (batch.reports === first) return;
    if (exporter.units.differs) exporter.units.revise(batch, first, exporter.options);
    for (let r = first; r < batch.reports; r++) batch.exporter[r] = exporter.index;
    turn.add(exporter, exporter.track(batch, first), batch.reports, bytes, at, length);
  };

  const drain: Pipeline["drain"] = () => {
    const { nowMs } = turn;
    let r = 0;
    for (let i = 0; i < turn.datagrams; i++) {
      windows.prepare(turn.exporters[i], batch, r, turn.reportEnd[i]);
      r = turn.reportEnd[i];
    }
    r = 0;
    for (let i = 0; i < turn.datagrams; i++) {
      const exporter = turn.exporters[i];
      windows.begin(exporter, nowMs);
      const lost = turn.lost[i];
      const first = r;
      const end = turn.reportEnd[i];
      exporter.measured += end - first;
      for (; r < end; r++) {
        const outcome = windows.record(exporter, batch, r, nowMs);
        if (outcome >= 0) {
          exporter.unmatched[outcome]++;
          taps.noteLeftOut(exporter, batch, r, outcome, nowMs);
        }
        taps.look(exporter, batch, r, nowMs, outcome === RECORDED ? windows : null, turn, i);
        if (lost !== 0 && r === first) windows.noteGap(exporter, lost);
      }
    }
    turn.datagrams = 0;
    batch.clear();
  };

  /** Decodes one datagram behind those that wait. */
  const decode = (exporter: Exporter, bytes: Uint8Array, at: number, length: number, nowMs: number): void => {
    if (turn.isFull || turn.nowMs !== nowMs || exporter.units.watches) drain();
    turn.nowMs = nowMs;
    const { options, exportMemory } = exporter;
    let { reports, hops } = batch;
    let reason = decodeDatagram(bytes, at, length, options, batch, exportMemory);
    if (reason === BATCH_FULL) {
      drain();
      reports = 0;
      hops = 0;
      reason = decodeDatagram(bytes, at, length, options, batch, exportMemory);
      // an empty batch has room for the largest datagram
      if (reason === BATCH_FULL) throw new Error("a cleared batch was full");
    }
    keepDecoded(reason, exporter, bytes, at, length, reports, hops);
    // what these reports show of their units holds for themselves, too
    if (exporter.units.watches) {
      exporter.noteUnits(batch, nowMs);
      drain();
    }
  };

  const read: Pipeline["read"] = (exporter, bytes, at, length, nowMs) => {
    decode(exporter, bytes, at, length, nowMs);
    drain();
  };

  /** One packet that was decoded into an empty batch, at once. */
  const takeAlone = (
    reason: number,
    exporter: Exporter,
    bytes: Uint8Array,
    at: number,
    length: number,
    nowMs: number,
  ): void => {
    turn.nowMs = nowMs;
    keepDecoded(reason, exporter, bytes, at, length, 0, 0);
    if (reason === OK) exporter.noteUnits(batch, nowMs);
    drain();
  };

  /** Accounts are kept in even time and told in wall time. */
  const told = (from?: number, count?: number): ExporterState[] =>
    table.states(from, count).map((e) => ({
      ...e,
      firstHeardMs: clock.ms(e.firstHeardMs),
      lastHeardMs: clock.ms(e.lastHeardMs),
      lastBad: e.lastBad && { ...e.lastBad, atMs: clock.ms(e.lastBad.atMs) },
    }));
  let advancedMs = 0;
  const brief: Pipeline["brief"] = () => {
    const { notAccepted, tooMany, elsewhere } = table.refusals;
    return {
      notAccepted,
      tooMany,
      refused: notAccepted + tooMany,
      refusedSenders: clock.stamped(table.refusals.senders(), "lastHeardMs"),
      refusedElsewhere: elsewhere,
      forgotten: { ...table.forgotten },
      ...windows.account(),
      ...taps.account(advancedMs),
    };
  };

  return {
    configure(settings, nowMs) {
      drain();
      table.configure(settings, nowMs);
    },
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
    gather(bytes, at, length, sender, nowMs) {
      const exporter = admit(sender, nowMs);
      if (exporter !== null) decode(exporter, bytes, at, length, nowMs);
    },
    drain,
    takePacket(bytes, at, length, sender, nowMs) {
      const exporter = admit(sender, nowMs);
      if (exporter === null) return;
      drain();
      const reason = decodeInBand(bytes, at, length, exporter.options, batch);
      takeAlone(reason, exporter, bytes, at, length, nowMs);
    },
    takeMirrored(bytes, at, length, nowMs) {
      drain();
      if (!readInBand(bytes, at, length, table.optionsOf(NO_EXPORTER), batch)) return false;
      const exporter = admit(MIRRORED, nowMs);
      if (exporter === null) batch.clear();
      else takeAlone(OK, exporter, bytes, at, length, nowMs);
      return true;
    },

    advance(nowMs) {
      drain();
      advancedMs = nowMs;
      return windows.advance(nowMs);
    },
    samples: () => taps.flush(table.size),
    frames: (nowMs) => windows.frames(nowMs),
    correct(ms) {
      clock.correctionMs = ms;
    },
    clockSet(ms, nowMs) {
      drain();
      clock.correctionMs = ms;
      return windows.restart(nowMs);
    },
    rebind(bindings, nowMs) {
      drain();
      const closed = windows.rebind(bindings, nowMs);
      table.forgetSeries();
      taps.rebound();
      return closed;
    },
  };
}

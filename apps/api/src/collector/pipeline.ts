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

const MIRRORED: Sender = { address: NO_EXPORTER };

/** Datagram to window: no object per report. One per collector; knows nothing of sockets, threads or the database. */
export function createPipeline({ collectorId, maxExporters, mergeable }: PipelineConfig): Pipeline {
  const batch = new ReportBatch();
  const table = createExporterTable(maxExporters);
  const clock = new StampClock();
  const taps = new Taps(clock);
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

  const takeDecoded = (
    reason: number,
    exporter: Exporter,
    bytes: Uint8Array,
    at: number,
    length: number,
    nowMs: number,
  ): void => {
    // an empty batch has room for the largest datagram
    if (reason === BATCH_FULL) throw new Error("a cleared batch was full");
    exporter.countDatagram(reason, batch);
    if (reason !== OK) {
      exporter.keepBad(bytes, at, length, reason, nowMs);
      return;
    }
    for (let r = 0; r < batch.reports; r++) batch.exporter[r] = exporter.index;
    windows.begin(exporter, nowMs);
    exporter.noteUnits(batch, nowMs);
    const lost = batch.reports > 0 ? exporter.track(batch) : 0;
    for (let r = 0; r < batch.reports; r++) {
      exporter.noteReport(batch, r);
      const outcome = windows.record(exporter, batch, r, nowMs);
      if (outcome >= 0) {
        exporter.unmatched[outcome]++;
        taps.noteLeftOut(exporter, batch, r, outcome, nowMs);
      }
      const recorded = outcome === RECORDED ? windows : null;
      taps.look(exporter, batch, r, nowMs, recorded, bytes, at, length);
      if (r === 0 && lost !== 0) windows.noteGap(exporter, lost);
    }
  };

  const read: Pipeline["read"] = (exporter, bytes, at, length, nowMs) => {
    batch.clear();
    const reason = decodeDatagram(bytes, at, length, exporter.options, batch, exporter.exportMemory);
    takeDecoded(reason, exporter, bytes, at, length, nowMs);
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
      advancedMs = nowMs;
      return windows.advance(nowMs);
    },
    samples: () => taps.flush(table.size),
    frames: (nowMs) => windows.frames(nowMs),
    correct(ms) {
      clock.correctionMs = ms;
    },
    clockSet(ms, nowMs) {
      clock.correctionMs = ms;
      return windows.restart(nowMs);
    },
    rebind(bindings, nowMs) {
      const closed = windows.rebind(bindings, nowMs);
      table.forgetSeries();
      taps.rebound();
      return closed;
    },
  };
}

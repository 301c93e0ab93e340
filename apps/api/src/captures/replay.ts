import {
  type CaptureDatagram,
  compileProfile,
  createFrameTally,
  DEFAULT_OPTIONS,
  exporterProfileSchema,
  Histogram,
  OK,
  readDatagrams,
} from "@p4twin/models/telemetry";
import { toDistribution } from "@p4twin/models/twin";
import type { LiveFrame, WindowRow } from "../bus/windowRow.ts";
import { noBindings } from "../collector/bindings.ts";
import type { Pipeline } from "../collector/pipeline.ts";
import type { ExporterSettings } from "../collector/settings.ts";
import type { Sender } from "../collector/socket/source.ts";
import type { RunTask } from "./messages.ts";
import type { RunProgress, RunResult } from "./schema.ts";

/** Live watchers get a frame this often, as from the collector. */
const FRAME_MS = 200;
const PROGRESS_MS = 250;
/** Longest sleep of a replay: how late a stop is noticed. */
const SLEEP_MS = 50;

export type ReplayHost = {
  nowMs(): number;
  sleep(ms: number): Promise<void>;
  /** a person asked for the end */
  stopped(): boolean;
  /** Resolves when there is room for more windows. */
  windows(rows: WindowRow[]): Promise<void>;
  live(frames: LiveFrame[]): void;
  progress(progress: RunProgress): void;
};

type Part = {
  segmentId: string;
  part: number;
  label: string | null;
  histogram: Histogram;
  abovePl: number;
  aboveDl: number;
  dropped: number;
  sequenceGaps: number;
};

/** All windows of a run together, part by part. */
function createTotals() {
  const parts = new Map<string, Part>();
  const scratch = new Histogram();
  const totals = { windows: 0, fromMs: null as number | null, toMs: null as number | null };
  return {
    totals,
    add(rows: readonly WindowRow[]): void {
      for (const row of rows) {
        const key = `${row.segmentId} ${row.part}`;
        let part = parts.get(key);
        if (!part) {
          const { segmentId, part: number, partLabel: label } = row;
          const counts = { abovePl: 0, aboveDl: 0, dropped: 0, sequenceGaps: 0 };
          part = { segmentId, part: number, label, histogram: new Histogram(), ...counts };
          parts.set(key, part);
        }
        if (row.histogram && scratch.read(row.histogram)) part.histogram.merge(scratch);
        part.abovePl += row.abovePl;
        part.aboveDl += row.aboveDl;
        part.dropped += row.dropped;
        part.sequenceGaps += row.sequenceGaps;
        totals.windows++;
        totals.fromMs = Math.min(totals.fromMs ?? row.startMs, row.startMs);
        totals.toMs = Math.max(totals.toMs ?? 0, row.startMs + 1000 * row.lengthS);
      }
    },
    segments(): RunResult["segments"] {
      const figures = ({ histogram: h }: Part) => ({
        count: h.count,
        p50Us: h.quantileUs(0.5),
        p95Us: h.quantileUs(0.95),
        p99Us: h.quantileUs(0.99),
        maxUs: h.count > 0 ? h.maxUs : null,
      });
      return [...parts.values()]
        .filter(({ part }) => part === 0)
        .map((whole) => ({
          segmentId: whole.segmentId,
          ...figures(whole),
          abovePl: whole.abovePl,
          aboveDl: whole.aboveDl,
          dropped: whole.dropped,
          // late arrivals of a gap before the capture count below zero
          sequenceGaps: Math.max(0, whole.sequenceGaps),
          distribution: toDistribution(whole.histogram),
          parts: [...parts.values()]
            .filter((p) => p.segmentId === whole.segmentId && p.part > 0)
            .sort((a, b) => a.part - b.part)
            .map((p) => ({ part: p.part, label: p.label, ...figures(p) })),
        }));
    },
  };
}

/** Milliseconds of a capture's instant; its own clock, as a number. */
const msOf = (ns: bigint): number => Number(ns / 1000n) / 1000;

/**
 * Takes the datagrams of a capture through a pipeline and hands out its windows. A replay waits until each is
 * due; fill and analyse give the pipeline the capture's own clock, shifted so that its last datagram is now.
 */
export async function replayCapture(
  chunks: AsyncIterable<Uint8Array>,
  task: Pick<RunTask, "settings" | "exporters" | "mode" | "speed" | "datagrams" | "firstNs" | "lastNs">,
  pipeline: Pipeline,
  host: ReplayHost,
): Promise<{ progress: RunProgress; result: RunResult }> {
  const totals = createTotals();
  const senders = new Map<string, Sender>();
  const tally = createFrameTally();
  const live = task.mode === "replay";
  const startMs = host.nowMs();
  const firstMs = task.firstNs === null ? 0 : msOf(BigInt(task.firstNs));
  const lastMs = task.lastNs === null ? 0 : msOf(BigInt(task.lastNs));
  let taken = 0;
  let unreadable = 0;
  let capturedMs = firstMs;
  let nextFrameMs = 0;
  let nextProgressMs = 0;

  const progress = (): RunProgress => ({
    fraction: task.datagrams > 0 ? Math.min(1, taken / task.datagrams) : 1,
    datagrams: taken,
    windows: totals.totals.windows,
  });
  const hand = async (rows: WindowRow[]): Promise<void> => {
    if (rows.length === 0) return;
    totals.add(rows);
    if (task.mode !== "analyse") await host.windows(rows);
  };
  /** Closes what is over and shows what is open; `nowMs` is the clock of the windows. */
  const tick = async (nowMs: number): Promise<void> => {
    await hand(pipeline.advance(nowMs));
    const clockMs = host.nowMs();
    if (live && clockMs >= nextFrameMs) {
      nextFrameMs = clockMs + FRAME_MS;
      const frames = pipeline.frames(clockMs);
      if (frames.length > 0) host.live(frames);
    }
    if (clockMs >= nextProgressMs) {
      nextProgressMs = clockMs + PROGRESS_MS;
      host.progress(progress());
    }
  };
  const dueMs = (): number =>
    live ? startMs + (capturedMs - firstMs) / task.speed : capturedMs + (startMs - lastMs);

  const { dialect } = task.settings;
  const profile = dialect === "auto" ? null : exporterProfileSchema.parse({ dialect });
  const inBand = profile === null ? DEFAULT_OPTIONS : compileProfile(profile);
  const exporters = new Map<string, ExporterSettings>(task.exporters.map((e) => [e.address, e]));
  const configure = (nowMs: number): void =>
    pipeline.configure({ acceptOnlyListed: false, exporters: [...exporters.values()] }, nowMs);
  configure(startMs);
  /** A dialect that was chosen for the capture holds for every exporter in it. */
  const noteExporter = (address: string, nowMs: number): void => {
    if (profile === null) return;
    const unlimited = { accepted: true, maxDatagramsPerSecond: null, sampleOneIn: 1 };
    exporters.set(address, { address, profile, ...unlimited });
    configure(nowMs);
  };

  const take = (d: CaptureDatagram, nowMs: number): void => {
    taken++;
    if (d.reason !== OK) {
      unreadable++;
      return;
    }
    let sender = senders.get(d.address);
    if (!sender) {
      sender = { address: d.address };
      senders.set(d.address, sender);
      noteExporter(d.address, nowMs);
    }
    if (d.isPacket) pipeline.takePacket(d.data, d.payloadAt, d.payloadBytes, sender, nowMs);
    else pipeline.take(d.data, d.payloadAt, d.payloadBytes, sender, nowMs);
  };

  let lastTickMs = Number.NEGATIVE_INFINITY;
  for await (const datagram of readDatagrams(chunks, new Set(task.settings.ports), tally, inBand)) {
    if (host.stopped()) break;
    if (datagram.timeNs !== null) capturedMs = msOf(datagram.timeNs);
    const due = dueMs();
    if (live) {
      for (let wait = due - host.nowMs(); wait > 1 && !host.stopped(); wait = due - host.nowMs()) {
        await tick(host.nowMs());
        await host.sleep(Math.min(wait, SLEEP_MS));
      }
      if (host.stopped()) break;
    }
    const nowMs = live ? host.nowMs() : due;
    // windows last a second: a hundredth of it is precise enough to close them
    if (Math.abs(nowMs - lastTickMs) >= 10) {
      lastTickMs = nowMs;
      await tick(nowMs);
    }
    take(datagram, nowMs);
  }
  const { unmatchedReports } = pipeline.account();
  // the open window is closed with what it has
  await hand(pipeline.rebind(noBindings, live ? host.nowMs() : dueMs()));

  const heard = pipeline.account().exporters;
  const sum = (of: (e: (typeof heard)[number]) => number): number => heard.reduce((n, e) => n + of(e), 0);
  const unmatchedByReason: Record<string, number> = {};
  for (const e of heard)
    for (const [reason, count] of Object.entries(e.unmatchedByReason))
      unmatchedByReason[reason] = (unmatchedByReason[reason] ?? 0) + count;
  return {
    progress: progress(),
    result: {
      datagrams: taken,
      undecodable: unreadable + sum((e) => e.undecodable),
      reports: sum((e) => e.reports),
      matched: sum((e) => e.matched),
      unmatchedByReason,
      unmatchedReports,
      strangers: unmatchedReports,
      ...totals.totals,
      segments: totals.segments(),
    },
  };
}

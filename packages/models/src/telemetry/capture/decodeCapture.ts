import { ReportBatch } from "../batch.ts";
import type { DecodeLine } from "../decodeLine.ts";
import { countDatagram, createDecodeCounters, type DecodeCounters } from "../decoder.ts";
import { ExporterMemories } from "../ipfix/memory.ts";
import { reportAt } from "../json.ts";
import { deviationSentence } from "../marks.ts";
import { compileSettings, type TelemetrySettings } from "../profile/profile.ts";
import { FRAME_CUT, OK, REASONS } from "../reasons.ts";
import { CaptureUnits } from "../units/captureUnits.ts";
import { decodeCaptured } from "./decodeCaptured.ts";
import { ExporterTallies } from "./exporterTallies.ts";
import { createFrameTally, type FrameTally, NO_EXPORTER, readDatagrams } from "./readDatagrams.ts";

/** Tally of a capture: frames = received + skipped, and received = decoded + undecodable. */
export type CaptureTally = FrameTally & {
  counters: DecodeCounters;
  exporters: ExporterTallies;
  exports: ExporterMemories;
};

export const createCaptureTally = (): CaptureTally => ({
  ...createFrameTally(),
  counters: createDecodeCounters(),
  exporters: new ExporterTallies(),
  exports: new ExporterMemories(),
});

type Datagram = { frame: number; timeNs: bigint | null; reason: number; address: string; batch: ReportBatch };

/** Every datagram to a report port, its reports in its `batch` until the next one is asked for. */
async function* eachDatagram(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  settings: TelemetrySettings,
  tally: CaptureTally,
  see: (batch: ReportBatch, address: string, timeNs: bigint | null) => void,
): AsyncGenerator<Datagram> {
  const policyOf = compileSettings(settings);
  const { options: inBand } = policyOf(NO_EXPORTER);
  // a capture without reports needs no half megabyte of columns
  let batch: ReportBatch | null = null;
  for await (const datagram of readDatagrams(chunks, new Set(settings.reportPorts), tally, inBand)) {
    const { frame, timeNs, address } = datagram;
    let { reason } = datagram;
    batch ??= new ReportBatch();
    batch.clear();
    const wasCut = reason === FRAME_CUT;
    const { options } = policyOf(address);
    reason = decodeCaptured(datagram, options, batch, () => tally.exports.of(address));
    see(batch, address, timeNs);
    countDatagram(tally.counters, reason, batch.reports, batch.hops);
    tally.exporters.count(batch, address, reason, wasCut, options.sequenceShift);
    yield { frame, timeNs, reason, address, batch };
  }
}

/**
 * What the reports of a capture show of their units [int-units]; a pass of its own, because the first report is printed
 * with what the last one settles. `tally` is of this pass.
 */
export async function inferUnits(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  settings: TelemetrySettings,
  tally: CaptureTally = createCaptureTally(),
): Promise<CaptureUnits> {
  const units = new CaptureUnits();
  const note = (reports: ReportBatch, address: string, timeNs: bigint | null): void =>
    units.note(reports, address, timeNs);
  for await (const _ of eachDatagram(chunks, settings, tally, note));
  return units;
}

/**
 * Decodes every report datagram of a capture; `tally` is brought up to date before each line leaves. `units`, where
 * given, say what the times of each report count.
 */
export async function* decodeCapture(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  settings: TelemetrySettings,
  tally: CaptureTally,
  units: CaptureUnits | null = null,
): AsyncGenerator<DecodeLine> {
  const listed = new Map(settings.exporters.map(({ address, profile }) => [address, profile]));
  const saidBy = (address: string): string => {
    const { dialect } = listed.get(address) ?? settings.defaultProfile;
    return dialect === "auto" ? "profile" : `dialect ${dialect}`;
  };
  const revise = (reports: ReportBatch, address: string): void => units?.revise(reports, address);
  for await (const datagram of eachDatagram(chunks, settings, tally, revise)) {
    const { frame, timeNs, reason, address, batch } = datagram;
    if (reason !== OK) {
      const { code, message } = REASONS[reason];
      yield { frame, error: code, message };
      continue;
    }
    const time = timeNs === null ? null : timeNs.toString();
    for (let r = 0; r < batch.reports; r++) {
      const report = reportAt(batch, r);
      const quirks = report.warnings.filter((name) => deviationSentence(name) !== null);
      yield {
        frame,
        timeNs: time,
        ...(units && { unit: units.of(batch, r, saidBy(address)) }),
        quirks,
        ...report,
      };
    }
  }
}

import { MAX_HOPS, MAX_REPORTS, ReportBatch } from "../batch.ts";
import type { DecodeLine } from "../decodeLine.ts";
import { countDatagram, createDecodeCounters, type DecodeCounters, decodeDatagram } from "../decoder.ts";
import { reportAt } from "../json.ts";
import { compileSettings, type TelemetrySettings } from "../profile.ts";
import { OK, REASONS } from "../reasons.ts";
import { createFrameTally, type FrameTally, readDatagrams } from "./readDatagrams.ts";

/** Tally of a capture: frames = received + skipped, and received = decoded + undecodable. */
export type CaptureTally = FrameTally & { counters: DecodeCounters };

export const createCaptureTally = (): CaptureTally => ({
  ...createFrameTally(),
  counters: createDecodeCounters(),
});

/** Decodes every report datagram of a capture; `tally` is brought up to date before each line leaves. */
export async function* decodeCapture(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  settings: TelemetrySettings,
  tally: CaptureTally,
): AsyncGenerator<DecodeLine> {
  const policyOf = compileSettings(settings);
  // one datagram at a time: the smallest batch will do
  const batch = new ReportBatch(MAX_REPORTS, MAX_REPORTS * (MAX_HOPS + 1) + 1);

  for await (const datagram of readDatagrams(chunks, new Set(settings.reportPorts), tally)) {
    const { frame, data, payloadAt, payloadBytes } = datagram;
    let { reason } = datagram;
    batch.clear();
    if (reason === OK) {
      const { options } = policyOf(datagram.address);
      reason = decodeDatagram(data, payloadAt, payloadBytes, options, batch);
    }
    countDatagram(tally.counters, reason, batch.reports, batch.hops);
    if (reason !== OK) {
      const { code, message } = REASONS[reason];
      yield { frame, error: code, message };
      continue;
    }
    const timeNs = datagram.timeNs === null ? null : datagram.timeNs.toString();
    for (let r = 0; r < batch.reports; r++) yield { frame, timeNs, ...reportAt(batch, r) };
  }
}

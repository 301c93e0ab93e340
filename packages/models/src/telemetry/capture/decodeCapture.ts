import { formatIpv4, formatIpv6, parseIp } from "../address.ts";
import { MAX_HOPS, MAX_REPORTS, ReportBatch } from "../batch.ts";
import type { DecodeLine } from "../decodeLine.ts";
import { countDatagram, createDecodeCounters, type DecodeCounters, decodeDatagram } from "../decoder.ts";
import { reportAt } from "../json.ts";
import { compileProfile, type DecodeOptions, type TelemetrySettings } from "../profile.ts";
import { FRAGMENT, OK, REASONS, UDP_LENGTH } from "../reasons.ts";
import type { CaptureProblem } from "./item.ts";
import { createUdpLocation, locateUdp, NOT_UDP, sourceWords } from "./locateUdp.ts";
import { readCapture } from "./readCapture.ts";

/** Tally of a capture: frames = received + skipped, and received = decoded + undecodable. */
export type CaptureTally = {
  frames: number;
  /** frames that are no UDP datagram to a report port */
  skipped: number;
  /** destination ports of skipped datagrams, with their number */
  otherPorts: Map<number, number>;
  counters: DecodeCounters;
  problems: CaptureProblem[];
};

export const createCaptureTally = (): CaptureTally => ({
  frames: 0,
  skipped: 0,
  otherPorts: new Map(),
  counters: createDecodeCounters(),
  problems: [],
});

/** Decodes every report datagram of a capture; `tally` is brought up to date before each line leaves. */
export async function* decodeCapture(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  settings: TelemetrySettings,
  tally: CaptureTally,
): AsyncGenerator<DecodeLine> {
  const ports = new Set(settings.reportPorts);
  const defaults = compileProfile(settings.defaultProfile);
  const profiles = new Map<string, DecodeOptions>();
  for (const exporter of settings.exporters)
    profiles.set(normalAddress(exporter.address), compileProfile(exporter.profile));
  // one datagram at a time: the smallest batch will do
  const batch = new ReportBatch(MAX_REPORTS, MAX_REPORTS * (MAX_HOPS + 1) + 1);
  const location = createUdpLocation();
  const words = new Uint32Array(4);

  for await (const item of readCapture(chunks)) {
    if (item.kind === "problem") {
      tally.problems.push(item);
      continue;
    }
    const { data, frame } = item;
    tally.frames++;
    let reason = locateUdp(data, 0, data.length, item.linkType, location);
    const located = reason === OK || reason === UDP_LENGTH;
    if (reason === NOT_UDP || (located && !ports.has(location.dstPort))) {
      tally.skipped++;
      if (located) tally.otherPorts.set(location.dstPort, (tally.otherPorts.get(location.dstPort) ?? 0) + 1);
      continue;
    }
    batch.clear();
    if (reason === OK && location.fragment) reason = FRAGMENT;
    if (reason === OK) {
      let options = defaults;
      if (profiles.size > 0) {
        sourceWords(data, location, words);
        options =
          profiles.get(location.family === 4 ? formatIpv4(words[0]) : formatIpv6(words, 0)) ?? defaults;
      }
      reason = decodeDatagram(data, location.payloadAt, location.payloadBytes, options, batch);
    }
    countDatagram(tally.counters, reason, batch.reports, batch.hops);
    if (reason !== OK) {
      const { code, message } = REASONS[reason];
      yield { frame, error: code, message };
      continue;
    }
    const timeNs = item.timeNs === null ? null : item.timeNs.toString();
    for (let r = 0; r < batch.reports; r++) yield { frame, timeNs, ...reportAt(batch, r) };
  }
}

/** One spelling per address, so that `::1` and `0:0::1` name the same exporter. */
function normalAddress(text: string): string {
  const address = parseIp(text);
  if (address === null) return text;
  return address.family === 4 ? formatIpv4(address.words[0]) : formatIpv6(address.words, 0);
}

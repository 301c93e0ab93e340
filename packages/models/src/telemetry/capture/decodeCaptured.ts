import type { ReportBatch } from "../batch.ts";
import { decodeDatagram, decodeInBand } from "../decoder.ts";
import type { ExporterMemory } from "../ipfix/memory.ts";
import type { DecodeOptions } from "../profile/profile.ts";
import { FRAME_CUT, OK } from "../reasons.ts";
import type { CaptureDatagram } from "./readDatagrams.ts";

/** Of each options the same for what the capture tool cut, made once: structures are remembered by their options. */
const ofCut = new WeakMap<DecodeOptions, DecodeOptions>();

function optionsOfCut(options: DecodeOptions): DecodeOptions {
  let cut = ofCut.get(options);
  if (cut === undefined) {
    cut = { ...options, isCut: true };
    ofCut.set(options, cut);
  }
  return cut;
}

/**
 * Appends the reports of a datagram of a capture to `batch`; returns the reason as `decodeDatagram` does. Of a frame
 * that the capture tool cut, the reports are taken whose headers are there with at least one whole hop: those next to
 * the sink stand first, and a stack without its end is marked. All others keep `FRAME_CUT`.
 */
export function decodeCaptured(
  datagram: CaptureDatagram,
  options: DecodeOptions,
  batch: ReportBatch,
  memoryOf?: () => ExporterMemory,
): number {
  const { data, payloadAt, payloadBytes, reason, isPacket } = datagram;
  if (reason === FRAME_CUT) return decodeCut(datagram, options, batch);
  if (reason !== OK) return reason;
  return isPacket
    ? decodeInBand(data, payloadAt, payloadBytes, options, batch)
    : decodeDatagram(data, payloadAt, payloadBytes, options, batch, memoryOf);
}

function decodeCut(
  { data, payloadAt, address }: CaptureDatagram,
  options: DecodeOptions,
  batch: ReportBatch,
): number {
  const bytes = data.length - payloadAt;
  // without an address the frame ends before its payload
  if (address === "" || bytes <= 0 || options.payload !== 0) return FRAME_CUT;
  const { reports, hops } = batch;
  const isRead = decodeDatagram(data, payloadAt, bytes, optionsOfCut(options), batch) === OK;
  if (isRead && batch.hops > hops) return OK;
  batch.reports = reports;
  batch.hops = hops;
  return FRAME_CUT;
}

/** What the capture tool cost: of `received` datagrams it cut `cut`, of those `unread` before the first hop's end. */
export function cutSentence({
  cut,
  unread,
  received,
}: Record<"cut" | "unread" | "received", number>): string {
  const lost = unread > 0 ? `; ${unread} of them before the end of the first hop: they are not read` : "";
  const rest = unread < cut ? "; the whole hops next to the sink are read of the reports that have some" : "";
  return `${cut} of ${received} datagrams were cut by the capture tool${lost}${rest}. Capture again with a larger snap length (tcpdump -s 0)`;
}

/** Why no port of reports may be found in a capture: its datagrams end early. Null where none is cut. */
export const cutElsewhereSentence = (cutElsewhere: number): string | null =>
  cutElsewhere === 0
    ? null
    : `datagrams to other ports were cut by the capture tool (${cutElsewhere}): reports among them may end before their first hop. Capture again with a larger snap length (tcpdump -s 0)`;

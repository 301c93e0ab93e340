import { FORMATS, MAX_HOPS, MAX_REPORTS, MODE_MD, ReportBatch } from "../batch.ts";
import { formatIpv4, formatIpv6 } from "../packet/address.ts";
import { DEFAULT_OPTIONS, type DecodeOptions, V2_LENGTH_HOPS } from "../profile/profile.ts";
import { FRAGMENT, FRAME_CUT, FRAME_TOO_SHORT, OK, UDP_LENGTH } from "../reasons.ts";
import { decodeCaptured } from "./decodeCaptured.ts";
import { Fragments } from "./fragments.ts";
import { carriesTelemetry, readInBand } from "./inBand.ts";
import type { CaptureFrame, CaptureProblem } from "./item.ts";
import { createUdpLocation, locateUdp, NOT_UDP, sourceWords, type UdpLocation } from "./locateUdp.ts";
import { MAX_WRAPPINGS, mirroredFrameAt } from "./mirrored.ts";
import { readCapture } from "./readCapture.ts";
import { Repeats } from "./repeats.ts";

/**
 * A datagram to a report port, a packet that carries telemetry itself, or a frame that may hold one but cannot be read.
 * The object is reused: read it at once.
 */
export type CaptureDatagram = {
  /** counts from 1, as in other tools */
  frame: number;
  /** nanoseconds since 1970; null where the file has no time */
  timeNs: bigint | null;
  /** the frame; a view that holds until the next datagram is asked for */
  data: Uint8Array;
  payloadAt: number;
  payloadBytes: number;
  /** `OK`, or the index of the reason for which the payload is not whole */
  reason: number;
  /** source address; empty where the frame ends before it, 0.0.0.0 of a packet, whose sender is no exporter */
  address: string;
  /** no datagram to a report port: from `payloadAt` on stands a packet of the network, from its IP header */
  isPacket: boolean;
};

/** What was passed over: frames = datagrams handed out + skipped, always. */
export type FrameTally = {
  frames: number;
  /** frames that hold nothing to hand out, and all fragments of a datagram but the one that completes it */
  skipped: number;
  /** destination ports of skipped datagrams, with their number */
  otherPorts: Map<number, number>;
  /** how many of those read as INT reports all the same, by port */
  otherReports: Map<number, number>;
  /** datagrams whose outer IPv4 checksum is 0: a capture has them, a UDP socket never does */
  zeroChecksums: number;
  /** frames of which a mirror session's tunnel was taken off, and what is inside was handed out */
  mirrored: number;
  /** datagrams of which the capture tool kept the beginning only: to report ports, and to all others */
  cutDatagrams: number;
  cutElsewhere: number;
  /** of those that were handed out: equal to one of the few before, byte by byte */
  repeated: number;
  problems: CaptureProblem[];
};

export const createFrameTally = (): FrameTally => ({
  frames: 0,
  skipped: 0,
  otherPorts: new Map(),
  otherReports: new Map(),
  zeroChecksums: 0,
  mirrored: 0,
  cutDatagrams: 0,
  cutElsewhere: 0,
  repeated: 0,
  problems: [],
});

/** Addresses are few and repeat: their text is made once. Forgotten when a flood of different ones fills the map. */
const MAX_ADDRESSES = 100_000;

/** In place of an exporter: packets of the network that were captured where they passed. */
export const NO_EXPORTER = "0.0.0.0";

/** Link types of what stands inside a frame, and of a packet that was put together. */
const [ETHERNET, RAW_IP] = [1, 101];

/** From where a frame is looked at, and whether its fragments wait for others. */
type Look = { at: number; linkType: number; wrappings: number; waits: boolean };
const OUTERMOST = { at: 0, wrappings: 0, waits: true };

/** True when a frame is refused for bytes that stand behind its end. */
const endsTooEarly = (reason: number, { payloadAt, payloadBytes }: UdpLocation, end: number): boolean =>
  reason === FRAME_TOO_SHORT || (reason === UDP_LENGTH && payloadAt + payloadBytes > end);

const countAt = (counts: Map<number, number>, port: number): void =>
  void counts.set(port, (counts.get(port) ?? 0) + 1);

/**
 * Whether a datagram to a port that nobody named is an INT report beyond doubt: with a flow, and an INT-MD stack with
 * at least one hop. Postcards have few fixed bits: one in 6,000 datagrams of random bytes reads as one.
 */
function isReport(datagram: CaptureDatagram, options: DecodeOptions, batch: ReportBatch): boolean {
  // with such a dialect every datagram is a packet, not a report
  if (options.payload !== 0) return false;
  batch.clear();
  // without an address a frame that was cut is not tried
  datagram.address = NO_EXPORTER;
  if (decodeCaptured(datagram, options, batch) !== OK) return false;
  return (
    batch.reports > 0 &&
    batch.family[0] !== 0 &&
    batch.mode[0] === MODE_MD &&
    batch.hopCount[0] > 0 &&
    FORMATS[batch.format[0]].startsWith("telemetry-report")
  );
}

/**
 * Ports that nobody named and that carry reports nevertheless: most of their datagrams read as such. Exporters send to
 * ports of their own choice.
 */
export const portsFound = ({
  otherPorts,
  otherReports,
}: Pick<FrameTally, "otherPorts" | "otherReports">): number[] =>
  [...otherReports]
    .filter(([port, reports]) => 2 * reports > (otherPorts.get(port) ?? 0))
    .map(([port]) => port);

/** What a look at a packet reads, forgotten before the next look: one for all captures, its columns are long. */
const scratch = new ReportBatch(MAX_REPORTS, (MAX_REPORTS + 1) * (MAX_HOPS + 1));

/**
 * The datagrams to `ports` of a capture that comes in chunks, and the packets that carry IFA, IOAM or INT themselves;
 * `tally` is brought up to date before each leaves.
 */
export async function* readDatagrams(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ports: ReadonlySet<number>,
  tally: FrameTally,
  options: DecodeOptions = DEFAULT_OPTIONS,
): AsyncGenerator<CaptureDatagram> {
  const location = createUdpLocation();
  const words = new Uint32Array(4);
  const ipv4 = new Map<number, string>();
  const datagram: CaptureDatagram = {
    frame: 0,
    timeNs: null,
    data: new Uint8Array(0),
    payloadAt: 0,
    payloadBytes: 0,
    reason: OK,
    address: "",
    isPacket: false,
  };
  const addressOf = (data: Uint8Array): string => {
    sourceWords(data, location, words);
    if (location.family === 6) return formatIpv6(words, 0);
    let text = ipv4.get(words[0]);
    if (text === undefined) {
      if (ipv4.size >= MAX_ADDRESSES) ipv4.clear();
      text = formatIpv4(words[0]);
      ipv4.set(words[0], text);
    }
    return text;
  };
  const fragments = new Fragments();
  const repeats = new Repeats();
  const fill = ({ frame, timeNs, data }: CaptureFrame, reason: number, wasCut: boolean): void => {
    datagram.frame = frame;
    datagram.timeNs = timeNs;
    datagram.data = data;
    datagram.payloadAt = location.payloadAt;
    datagram.payloadBytes = location.payloadBytes;
    datagram.reason = wasCut ? FRAME_CUT : reason === OK && location.fragment ? FRAGMENT : reason;
    datagram.isPacket = false;
  };
  const fillPacket = (item: CaptureFrame): void => {
    fill(item, OK, false);
    datagram.payloadAt = location.ipAt;
    datagram.payloadBytes = item.data.length - location.ipAt;
    datagram.reason = OK;
    datagram.address = NO_EXPORTER;
    datagram.isPacket = true;
  };
  /**
   * Whether the frame, or the one that a mirror session wrapped in it, holds something to hand out: `datagram` then. A
   * fragment waits for the others, unless they were given up.
   */
  const find = (item: CaptureFrame, { at, linkType, wrappings, waits }: Look): boolean => {
    const { data } = item;
    const reason = locateUdp(data, at, data.length, linkType, location);
    const located = reason === OK || reason === UDP_LENGTH;
    const wasCut = item.originalBytes > data.length && endsTooEarly(reason, location, data.length);
    const toReportPort = located && ports.has(location.dstPort);
    // packets of this layout announce a UDP length of 0, maybe to a report port
    const isNoReport = !toReportPort || (reason === UDP_LENGTH && options.intV2Layout === V2_LENGTH_HOPS);
    const { ipAt, fragment } = location;
    const mayBePacket = isNoReport && ipAt >= 0;
    if (
      mayBePacket &&
      carriesTelemetry(
        scratch.viewOf(data),
        data.byteOffset + ipAt,
        data.byteOffset + data.length,
        options.ifaProtocols,
      )
    ) {
      fillPacket(item);
      return true;
    }
    if (fragment && waits && item.originalBytes <= data.length) {
      const whole = fragments.add(scratch.viewOf(data), ipAt, item);
      if (whole === null) return false;
      const packet = { ...item, data: whole, originalBytes: whole.length };
      return find(packet, { at: 0, linkType: RAW_IP, wrappings, waits: false });
    }
    if (mayBePacket && readInBand(data, ipAt, data.length - ipAt, options, scratch)) {
      fillPacket(item);
      return true;
    }
    if (mayBePacket && wrappings < MAX_WRAPPINGS) {
      const end = data.byteOffset + data.length;
      const inner = mirroredFrameAt(scratch.viewOf(data), data.byteOffset + ipAt, end) - data.byteOffset;
      if (inner >= 0) {
        const isFound = find(item, { at: inner, linkType: ETHERNET, wrappings: wrappings + 1, waits });
        if (isFound && wrappings === 0) tally.mirrored++;
        return isFound;
      }
    }
    if (reason === NOT_UDP || (located && !toReportPort)) {
      if (located) {
        countAt(tally.otherPorts, location.dstPort);
        if (wasCut) tally.cutElsewhere++;
        fill(item, reason, wasCut);
        if (isReport(datagram, options, scratch)) countAt(tally.otherReports, location.dstPort);
      }
      return false;
    }
    if (located && location.zeroChecksum) tally.zeroChecksums++;
    if (wasCut) tally.cutDatagrams++;
    fill(item, reason, wasCut);
    datagram.address = located ? addressOf(data) : "";
    return true;
  };
  function* gaveUp(): Generator<CaptureDatagram> {
    for (const first of fragments.givenUp.splice(0)) {
      if (!find(first, { ...OUTERMOST, linkType: first.linkType, waits: false })) continue;
      tally.skipped--;
      yield datagram;
    }
  }

  for await (const item of readCapture(chunks)) {
    if (item.kind === "problem") {
      tally.problems.push(item);
      continue;
    }
    tally.frames++;
    if (find(item, { ...OUTERMOST, linkType: item.linkType })) {
      if (repeats.isOne(datagram.data, Math.max(0, location.ipAt))) tally.repeated++;
      yield datagram;
    } else tally.skipped++;
    if (fragments.givenUp.length > 0) yield* gaveUp();
  }
  fragments.end();
  yield* gaveUp();
}

import {
  type CaptureDatagram,
  compileProfile,
  createFrameTally,
  DEFAULT_REPORT_PORTS,
  type DialectId,
  exporterProfileSchema,
  type FrameTally,
  OK,
  portsFound,
  readDatagrams,
} from "../../telemetry/index.ts";
import { inputError } from "../errors.ts";
import { plural } from "../plural.ts";
import type { SendPlan } from "./sendPlan.ts";

/** Speed of a replay that gives no rate (our choice): a collector on any laptop keeps up. */
const REPLAY_PPS = 1000;

/** Which datagrams of a capture are reports: to these ports, or where none are named to every port with some. */
export type ReplayChoice = { ports: readonly number[] | null; dialect: DialectId };

type Found = { tally: FrameTally; reports: Piece[]; packets: Piece[]; cut: number };
type Piece = { bytes: Uint8Array; timeNs: bigint | null };

/**
 * The plan of a capture: everything that `decode` reads of it. Datagrams to report ports are sent as they are; a
 * capture without any, of packets that carry telemetry themselves, sends those from their IP header on.
 */
export async function replayPlan(
  file: string,
  bytes: Uint8Array,
  { ports: named, dialect }: ReplayChoice,
): Promise<SendPlan> {
  const ports = named ?? DEFAULT_REPORT_PORTS;
  let found = await piecesOf(file, bytes, ports, dialect);
  const others = named === null ? portsFound(found.tally) : [];
  if (others.length > 0) found = await piecesOf(file, bytes, [...ports, ...others], dialect);
  const { reports, packets, tally } = found;
  const pieces = reports.length > 0 ? reports : packets;
  if (pieces.length === 0) {
    const message = `none of ${tally.frames} frames is a whole datagram to port ${ports.join(" or ")}; name the right one with --port`;
    throw inputError(file, "no-reports", message);
  }
  let at = 0;
  return {
    count: pieces.length,
    ratePps: REPLAY_PPS,
    next: () => pieces[at++ % pieces.length].bytes,
    capturedMs: pace(pieces),
    notes: notesOf(others, found),
  };
}

async function piecesOf(
  file: string,
  bytes: Uint8Array,
  ports: readonly number[],
  dialect: DialectId,
): Promise<Found> {
  const tally = createFrameTally();
  const found: Found = { tally, reports: [], packets: [], cut: 0 };
  const options = compileProfile(exporterProfileSchema.parse({ dialect }));
  for await (const datagram of readDatagrams([bytes], new Set(ports), tally, options)) {
    if (datagram.reason !== OK) {
      found.cut++;
      continue;
    }
    (datagram.isPacket ? found.packets : found.reports).push(pieceOf(datagram));
  }
  const damage = tally.problems.find(({ severity }) => severity === "error");
  if (damage) throw inputError(file, damage.code, damage.message);
  return found;
}

const pieceOf = ({ data, payloadAt, payloadBytes, timeNs }: CaptureDatagram): Piece => ({
  bytes: data.slice(payloadAt, payloadAt + payloadBytes),
  timeNs,
});

/** What the sender should know: which ports were found, and what is not sent, or not as it was. */
function notesOf(others: readonly number[], { reports, packets, cut }: Found): string[] {
  const notes: string[] = [];
  if (others.length > 0)
    notes.push(
      `note: most datagrams to port ${others.join(", ")} are INT reports: they are sent too; --port says which ports are [port-found]`,
    );
  if (cut > 0)
    notes.push(
      `warning: ${plural(cut, "datagram")} ${cut === 1 ? "is" : "are"} not whole in the capture and ${cut === 1 ? "is" : "are"} not sent [frame-cut]`,
    );
  if (packets.length > 0 && reports.length > 0)
    notes.push(
      `note: ${plural(packets.length, "packet")} that carry telemetry themselves are not sent beside the reports [packets-left-out]`,
    );
  else if (packets.length > 0)
    notes.push(
      `note: ${plural(packets.length, "packet")} that carry telemetry themselves: each is sent from its IP header on; the receiver needs a dialect for mirrored packets, or "payload": "ip" in the settings of this exporter [packets]`,
    );
  return notes;
}

/** When each datagram is due after the first; a capture that is repeated begins again one mean gap after its end. */
function pace(pieces: readonly Piece[]): ((i: number) => number) | null {
  const firstNs = pieces[0].timeNs;
  const offsetsMs: number[] = [];
  for (const { timeNs } of pieces) {
    if (timeNs === null || firstNs === null) return null;
    offsetsMs.push(Number(timeNs - firstNs) / 1e6);
  }
  const count = offsetsMs.length;
  // records may be out of order
  const spanMs = offsetsMs.reduce((most, ms) => Math.max(most, ms), 0);
  const roundMs = count > 1 ? (spanMs * count) / (count - 1) : 0;
  return (i) => Math.floor(i / count) * roundMs + offsetsMs[i % count];
}

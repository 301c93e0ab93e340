import { install, readPacket, type Target } from "../../run/index.ts";
import { InputError, UsageError } from "../errors.ts";
import { readBytes, readInput } from "../input/readInput.ts";
import type { Io } from "../io.ts";
import { framesOf } from "./readFrames.ts";

/** A packet to send, and when: ns of its capture; null: at no time of its own. `port`: the one that its text names. */
export type Arrival = { bytes: Uint8Array; timeNs: bigint | null; port?: number };

/** The largest port of v1model that is none of its own: 511 drops. */
const MOST_PORT = 510;

type PacketValues = { packet?: string[] | undefined; pcap?: string[] | undefined };

/** The packets that --packet and --pcap give. */
export async function arrivalsOf(
  io: Io,
  { packet, pcap }: PacketValues,
  shapes: ReturnType<Target["headerShapes"]>,
): Promise<Arrival[]> {
  if (packet === undefined && pcap === undefined)
    throw new UsageError("--packet PACKET or --pcap FILE is missing");
  const arrivals = (packet ?? []).map((text): Arrival => {
    const { port, packet } = withPort(text);
    const read = readPacket(packet, shapes);
    if (!read.ok) throw new InputError("--packet", [read.error]);
    return { bytes: read.value, timeNs: null, ...(port === null ? {} : { port }) };
  });
  for (const path of pcap ?? []) arrivals.push(...(await framesOf(path, await readBytes(io, path))));
  return arrivals;
}

/** `PORT:PACKET`; digits in pairs between colons, as in `02:00:5e`, are a packet alone. */
function withPort(text: string): { port: number | null; packet: string } {
  const [, digits, packet] = /^(\d{1,3}):(.+)$/s.exec(text) ?? [];
  if (packet === undefined || /^\d\d(:[0-9a-f]{2}){2,}$/i.test(text)) return { port: null, packet: text };
  const port = Number(digits);
  if (port > MOST_PORT) throw new UsageError(`--packet takes a port from 0 to ${MOST_PORT}, not ${port}`);
  return { port, packet };
}

/** Gives a switch the contents of an entries file; what is wrong with it ends the command. */
export async function installFile(io: Io, target: Target, path: string): Promise<void> {
  const { file, text } = await readInput(io, path, { folder: "entries", extensions: [".json"] });
  const problems = install(target, text, file);
  if (problems.length > 0) throw new InputError(file, problems);
}

import { install, readPacket, type Target } from "../../run/index.ts";
import { InputError, UsageError } from "../errors.ts";
import { readBytes, readInput } from "../input/readInput.ts";
import type { Io } from "../io.ts";
import { framesOf } from "./readFrames.ts";

/** A packet to send, and when: ns of its capture; null: at no time of its own. */
export type Arrival = { bytes: Uint8Array; timeNs: bigint | null; port: number };

type PacketValues = { packet?: string[] | undefined; pcap?: string[] | undefined };

/** The number of a port, as `option` gives it. Throws `UsageError`. */
export function portOf(text: string, option: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 510)
    throw new UsageError(`${option} takes a port from 0 to 510, not "${text}"`);
  return port;
}

/** The packets that --packet and --pcap give; those that name no port come in at `port`. */
export async function arrivalsOf(
  io: Io,
  { packet, pcap }: PacketValues,
  port: number,
  shapes: ReturnType<Target["headerShapes"]>,
): Promise<Arrival[]> {
  if (packet === undefined && pcap === undefined)
    throw new UsageError("--packet PACKET or --pcap FILE is missing");
  const arrivals = (packet ?? []).map((text): Arrival => {
    const [, own, rest] = /^(\d+):(.*)$/s.exec(text) ?? [undefined, undefined, text];
    const read = readPacket(rest!.trim(), shapes);
    if (!read.ok) throw new InputError("--packet", [read.error]);
    return { bytes: read.value, timeNs: null, port: own === undefined ? port : portOf(own, "--packet") };
  });
  for (const path of pcap ?? [])
    for (const frame of await framesOf(path, await readBytes(io, path))) arrivals.push({ ...frame, port });
  return arrivals;
}

/** Gives a switch the contents of an entries file; what is wrong with it ends the command. */
export async function installFile(io: Io, target: Target, path: string): Promise<void> {
  const { file, text } = await readInput(io, path, { folder: "entries", extensions: [".json"] });
  const problems = install(target, text, file);
  if (problems.length > 0) throw new InputError(file, problems);
}

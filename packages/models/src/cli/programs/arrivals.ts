import { install, readPacket, type Target } from "../../run/index.ts";
import { InputError, UsageError } from "../errors.ts";
import { readBytes, readInput } from "../input/readInput.ts";
import type { Io } from "../io.ts";
import { framesOf } from "./readFrames.ts";

/** A packet to send, and when: ns of its capture; null: at no time of its own. */
export type Arrival = { bytes: Uint8Array; timeNs: bigint | null };

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
    const read = readPacket(text, shapes);
    if (!read.ok) throw new InputError("--packet", [read.error]);
    return { bytes: read.value, timeNs: null };
  });
  for (const path of pcap ?? []) arrivals.push(...(await framesOf(path, await readBytes(io, path))));
  return arrivals;
}

/** Gives a switch the contents of an entries file; what is wrong with it ends the command. */
export async function installFile(io: Io, target: Target, path: string): Promise<void> {
  const { file, text } = await readInput(io, path, { folder: "entries", extensions: [".json"] });
  const problems = install(target, text, file);
  if (problems.length > 0) throw new InputError(file, problems);
}

import { type ProbeProgram, probePacket, probeSheet } from "../../../device/index.ts";
import type { Io } from "../../io.ts";
import { write } from "../../programs/write.ts";

/** Our choice: all fourteen headers are in the smallest packet, a link's frame in the largest. */
export const BYTES = { least: 256, usual: 1000, most: 1500 };

/** Writes programs with their entries, the packet for all of them and the sheet; gives the sheet and the packet. */
export function writeProbe(
  io: Io,
  folder: string,
  bytes: number,
  programs: readonly ProbeProgram[],
): { sheet: string; packet: string } {
  for (const program of programs) {
    write(io, `${folder}/${program.name}.p4`, program.text);
    write(io, `${folder}/${program.name}.txt`, `${program.commands.join("\n")}\n`);
  }
  const packet = `${probePacket(bytes)}\n`;
  const sheet = probeSheet(programs, bytes);
  write(io, `${folder}/packet.hex`, packet);
  write(io, `${folder}/sheet.csv`, sheet);
  return { sheet, packet };
}

import { constructs } from "../../core/index.ts";
import { probeCommands, probePacket, probePrograms } from "../../device/index.ts";
import { parseArguments } from "../arguments.ts";
import { type Command, exitCode } from "../command.ts";
import { UsageError } from "../errors.ts";
import type { Io } from "../io.ts";

/** Our choice: all fourteen headers are in the smallest packet, a link's frame in the largest. */
const BYTES = { least: 256, usual: 1000, most: 1500 };

export const probeCommand: Command = {
  name: "probe",
  summary: "programs, packet and sheet that measure what each construct costs on a device",
  usage: `usage: p4twin probe --out DIR [--bytes N]

Writes into the folder DIR, which must exist, for v1model:
  NAME.p4, NAME.txt   a program of each experiment, and its entries as BMv2 commands
  packet.hex          the packet for all of them, in at port 0, out at port 1
  sheet.csv           a line a program: its counts, and room for run and latencyUs

Measure each program in several starts of the device, in random order. A line of the sheet is one start: copy it for
each, fill in run, latencyUs (mean) and, where you have them, spreadUs, packets, p50Us, p95Us, p99Us. Then:
  p4twin fit sheet.csv --base ID --out PROFILE.json

From the fourth parsed header on, programs write the switch's own times into bytes 46 to 57 of the packet.

  --bytes N   size of the packet, ${BYTES.least} to ${BYTES.most} (default ${BYTES.usual})`,
  async run(argv, io) {
    const { values, positionals } = parseArguments(argv, {
      out: { type: "string" },
      bytes: { type: "string" },
    });
    if (positionals.length > 0) throw new UsageError(`probe takes no file: ${positionals[0]}`);
    if (values.out === undefined) throw new UsageError("--out names the folder to write into");
    const bytes = values.bytes === undefined ? BYTES.usual : Number(values.bytes);
    if (!Number.isInteger(bytes) || bytes < BYTES.least || bytes > BYTES.most)
      throw new UsageError(`--bytes is a number from ${BYTES.least} to ${BYTES.most}`);
    writeProbe(io, values.out, bytes);
    return exitCode.done;
  },
};

const COLUMNS = [
  "program",
  "run",
  ...constructs,
  "packetBytes",
  "packets",
  "latencyUs",
  "spreadUs",
  "p50Us",
  "p95Us",
  "p99Us",
];

function writeProbe(io: Io, folder: string, bytes: number): void {
  const packet = probePacket(bytes);
  const programs = probePrograms();
  const lines = programs.map((program) => {
    io.writeFile(`${folder}/${program.name}.p4`, program.text);
    io.writeFile(`${folder}/${program.name}.txt`, `${probeCommands(program).join("\n")}\n`);
    return [
      program.name,
      "",
      ...constructs.map((name) => program.counts[name]),
      bytes,
      "",
      "",
      "",
      "",
      "",
      "",
    ].join(",");
  });
  io.writeFile(`${folder}/packet.hex`, `${packet}\n`);
  io.writeFile(`${folder}/sheet.csv`, `${[COLUMNS.join(","), ...lines].join("\n")}\n`);
  io.stdout(
    `${programs.length} programs of 7 experiments, a packet of ${bytes} bytes and sheet.csv in ${folder}\n`,
  );
}

import { MIXED, mixedPrograms, probeArchitectures, probePrograms } from "../../device/index.ts";
import { parseArguments, positiveInteger } from "../arguments.ts";
import { type Command, exitCode } from "../command.ts";
import { UsageError } from "../errors.ts";
import { RUN_DEFAULTS, runProbe } from "./probe/probeRun.ts";
import { BYTES, writeProbe } from "./probe/writeProbe.ts";

export const probeCommand: Command = {
  name: "probe",
  summary: "programs, packet and sheet that measure what each construct costs on a device",
  usage: `usage: p4twin probe --out DIR [--bytes N] [--mixed N] [--arch v1model|psa|tna]
       p4twin probe run DIR [options]

The first writes into the folder DIR:
  NAME.p4, NAME.txt   a program of each experiment, and its entries as BMv2 commands
  packet.hex          the packet for all of them, in at port 0, out at port 1
  sheet.csv           a line a program: its counts, and room for start and latencyUs

Measure each program in several starts of the device, in random order. A line of the sheet is one start: copy it for
each, fill in start, latencyUs (mean) and, where you have them, spreadUs, packets, p50Us, p95Us, p99Us. Then:
  p4twin fit sheet.csv --base ID --out PROFILE.json

From the fourth parsed header on, programs write the switch's own times into bytes 46 to 57 of the packet.

  --bytes N   size of the packet, ${BYTES.least} to ${BYTES.most} (default ${BYTES.usual})
  --arch NAME v1model (default), psa or tna; only v1model writes the switch's times into the packet
  --mixed N   instead of the experiments N programs that vary all constructs at once, ${MIXED.least} to ${MIXED.most}: fewer starts for
              the same certainty of the costs; bends show in the experiments only

The second measures the programs of DIR/sheet.csv on BMv2 between two veth pairs (Linux, root), writes DIR/measured.csv
and fits it (docs/28-measure-a-device.md). Where DIR has no sheet yet it writes those of the experiments first:
  --switch PATH          simple_switch (default: as installed); its command line beside it
  --compiler PATH        p4c-bm2-ss (default: as installed)
  --starts N             starts of the switch for each program (default ${RUN_DEFAULTS.starts})
  --packets N            measured packets of a start (default ${RUN_DEFAULTS.packets})
  --rate N               packets a second (default ${RUN_DEFAULTS.rate})
  --seed N               of the random order (default ${RUN_DEFAULTS.seed})
  --out PROFILE.json     write a profile with the evidence
  --id ID                its id (default bmv2)
  --base ID|FILE         capacity and limits of the profile (default bmv2-cx5)`,
  async run(argv, io) {
    if (argv[0] === "run") return runProbe(argv.slice(1), io);
    const { values, positionals } = parseArguments(argv, {
      out: { type: "string" },
      bytes: { type: "string" },
      mixed: { type: "string" },
      arch: { type: "string", default: "v1model" },
    });
    if (positionals.length > 0) throw new UsageError(`probe takes no file: ${positionals[0]}`);
    if (values.out === undefined) throw new UsageError("--out names the folder to write into");
    const bytes = values.bytes === undefined ? BYTES.usual : Number(values.bytes);
    if (!Number.isInteger(bytes) || bytes < BYTES.least || bytes > BYTES.most)
      throw new UsageError(`--bytes is a number from ${BYTES.least} to ${BYTES.most}`);
    const architecture = probeArchitectures.find((name) => name === values.arch);
    if (architecture === undefined) throw new UsageError(`--arch is one of ${probeArchitectures.join(", ")}`);
    const mixed = positiveInteger("mixed", values.mixed);
    if (mixed !== null && (mixed < MIXED.least || mixed > MIXED.most))
      throw new UsageError(`--mixed is a number from ${MIXED.least} to ${MIXED.most}`);
    const [programs, of] =
      mixed === null
        ? [probePrograms(architecture), "of 7 experiments"]
        : [mixedPrograms(mixed, architecture), "that vary all constructs at once"];
    writeProbe(io, values.out, bytes, programs);
    io.stdout(
      `${programs.length} programs ${of}, a packet of ${bytes} bytes and sheet.csv in ${values.out}\n`,
    );
    return exitCode.done;
  },
};

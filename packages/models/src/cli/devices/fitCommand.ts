import { onlyPositional, parseArguments } from "../arguments.ts";
import type { Command } from "../command.ts";
import { UsageError } from "../errors.ts";
import { readBytes } from "../input/readInput.ts";
import { fitText } from "./fitText.ts";

export const fitCommand: Command = {
  name: "fit",
  summary: "a device profile from measured latencies",
  usage: `usage: p4twin fit FILE.csv [options]

FILE.csv has a line of headings: parse modify copy remove add table (raw counts) and latencyUs; optional
program, run (from one start of the switch to the next) or start (counted anew for each program), spreadUs,
packets, packetBytes, p50Us, p95Us, p99Us

  --base ID|FILE            a like device: its costs where the measurements determine none, its limits for --out
  --out PROFILE.json        write a profile (needs --base)
  --id ID                   id of that profile (default: name of the file)
  --json                    one JSON document`,
  async run(argv, io) {
    const { values, positionals } = parseArguments(argv, {
      base: { type: "string" },
      out: { type: "string" },
      id: { type: "string" },
      json: { type: "boolean" },
    });
    if (values.out !== undefined && values.base === undefined)
      throw new UsageError("--out needs --base ID|FILE: capacity, limits and costs that are not measured");
    const file = onlyPositional(positionals, "FILE.csv");
    const text = new TextDecoder().decode(await readBytes(io, file));
    const { base, out, id, json = false } = values;
    return fitText(io, file, text, { base, out, id, json });
  },
};

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
packets, packetBytes, p50Us, p95Us, p99Us. Rows of single packets (program, run or start, latency) are summed up by run.

  --latency COLUMN          heading of the latencies, where there are several or it is another
  --counts COUNTS.csv       counts of each program (program, parse, modify, ...), for a FILE.csv without them
  --test TEST.csv           measurements kept back (other programs, another day): each predicted and measured
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
      latency: { type: "string" },
      counts: { type: "string" },
      test: { type: "string" },
    });
    if (values.out !== undefined && values.base === undefined)
      throw new UsageError("--out needs --base ID|FILE: capacity, limits and costs that are not measured");
    const file = onlyPositional(positionals, "FILE.csv");
    const text = new TextDecoder().decode(await readBytes(io, file));
    const { base, out, id, json = false, latency, counts, test } = values;
    return fitText(io, file, text, { base, out, id, json, latency, counts, test });
  },
};

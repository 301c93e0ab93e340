import { onlyPositional, parseArguments, positiveInteger } from "../arguments.ts";
import { type Command, exitCode } from "../command.ts";
import { checkFile } from "./analyseFile.ts";
import { generateTests, testFormat } from "./generateTests.ts";
import { programOptions, programUsage } from "./programOptions.ts";

export const coverCommand: Command = {
  name: "cover",
  summary: "a packet, with the entries it needs, for every path of a P4 program",
  usage: `usage: p4twin cover FILE [--to stf|ptf|pcap] [--out DIR] [options]

Finds a packet and entries for each listed path of a program for v1model, PSA, PNA or TNA; each is run to see that it
takes the path. Paths without one are named, with why.
  --to stf|ptf|pcap         what to write, stf by default; ptf: one Python file for PTF and p4runtime-shell
  --out DIR                 the folder of the files, the current one by default
  --paths N                 the first N listed paths only
  --coverage                the statements, table actions and parser states that the packets pass
  --json                    one JSON document
${programUsage}`,
  async run(argv, io) {
    const { entries: _, ...options } = programOptions;
    const { values, positionals } = parseArguments(argv, {
      json: { type: "boolean" },
      coverage: { type: "boolean" },
      to: { type: "string" },
      out: { type: "string" },
      paths: { type: "string" },
      ...options,
    });
    const file = onlyPositional(positionals, "FILE");
    const maxPaths = positiveInteger("paths", values.paths);
    const checked = await checkFile(io, file, values);
    const { out = ".", coverage = false, json = false } = values;
    const format = testFormat("--to", values.to);
    io.stdout(generateTests(io, checked, { file, format, out, maxPaths, coverage, json }));
    return exitCode.done;
  },
};

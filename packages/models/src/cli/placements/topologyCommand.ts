import { formatDiagnostic } from "../../core/index.ts";
import { importTopology, topologyFormats, topologyYaml } from "../../topology/index.ts";
import { onlyPositional, parseArguments, positiveNumber } from "../arguments.ts";
import { type Command, exitCode } from "../command.ts";
import { InputError } from "../errors.ts";
import { readInput } from "../input/readInput.ts";
import { printJson } from "../table.ts";

export const topologyCommand: Command = {
  name: "topology",
  summary: "reads a topology of any known format and prints it as ours",
  usage: `usage: p4twin topology FILE [--profile ID] [--gbps N] [--json]

FILE is a topology (or lib:NAME, or - for standard input): ${Object.values(topologyFormats).join(", ")}.
The format is recognised by the content. Prints YAML, with --json JSON; standard error lists what is lost or assumed.
--profile  device profile of programmable nodes for which the file names none
--gbps     rate of links without one`,
  async run(argv, io) {
    const { values, positionals } = parseArguments(argv, {
      profile: { type: "string" },
      gbps: { type: "string" },
      json: { type: "boolean" },
    });
    const name = onlyPositional(positionals, "topology file");
    const gbps = positiveNumber("gbps", values.gbps);
    const { file, text } = await readInput(io, name, {
      folder: "topologies",
      extensions: [".yaml", ".json"],
    });
    const { topology, diagnostics } = importTopology(text, file, {
      ...(values.profile === undefined ? {} : { deviceProfile: values.profile }),
      ...(gbps === null ? {} : { linkGbps: gbps }),
    });
    if (topology === null) throw new InputError(file, diagnostics);
    for (const diagnostic of diagnostics) io.stderr(`${formatDiagnostic(diagnostic, file)}\n`);
    io.stdout(values.json ? printJson(topology) : topologyYaml(topology));
    return exitCode.done;
  },
};

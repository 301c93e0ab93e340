import { checkShape, formatDiagnostic, readDocument } from "../../core/index.ts";
import {
  type GnmiFile,
  gnmiFileSchema,
  importTopology,
  topologyFormats,
  topologyYaml,
} from "../../topology/index.ts";
import { onlyPositional, parseArguments, positiveNumber } from "../arguments.ts";
import { type Command, exitCode } from "../command.ts";
import { InputError } from "../errors.ts";
import { readInput } from "../input/readInput.ts";
import type { Io } from "../io.ts";
import { printJson } from "../table.ts";

export const topologyCommand: Command = {
  name: "topology",
  summary: "reads a topology of any known format and prints it as ours",
  usage: `usage: p4twin topology FILE [FILE …] [--profile ID] [--gbps N] [--json]

FILE is a topology (or lib:NAME, or - for standard input): ${Object.values(topologyFormats).join(", ")}.
The format is recognised by the content. Prints YAML, with --json JSON; standard error lists what is lost or assumed.
Several files are switches read by gNMI (gnmi.json of "p4twin attach --gnmi --out"): their LLDP neighbours are joined.
--profile  device profile of programmable nodes for which the file names none
--gbps     rate of links without one`,
  async run(argv, io) {
    const { values, positionals } = parseArguments(argv, {
      profile: { type: "string" },
      gbps: { type: "string" },
      json: { type: "boolean" },
    });
    const gbps = positiveNumber("gbps", values.gbps);
    const { file, text } =
      positionals.length > 1 ? await joined(io, positionals) : await oneFile(io, positionals);
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

const oneFile = (io: Io, names: readonly string[]) =>
  readInput(io, onlyPositional(names, "topology file"), {
    folder: "topologies",
    extensions: [".yaml", ".json"],
  });

/** Files of switches read by gNMI as one. */
async function joined(io: Io, names: readonly string[]): Promise<{ file: string; text: string }> {
  const gnmi = [];
  for (const name of names) {
    const { file, text } = await oneFile(io, [name]);
    const { value, diagnostics } = checkShape(
      readDocument(text, file),
      gnmiFileSchema,
      "a switch read by gNMI",
    );
    if (value === null) throw new InputError(file, diagnostics);
    gnmi.push(...value.gnmi);
  }
  const all: GnmiFile = { version: 1, gnmi };
  return { file: names.join(", "), text: JSON.stringify(all) };
}

import { comparePrograms, compareSources } from "../../program/index.ts";
import { onlyPositional, parseArguments } from "../arguments.ts";
import { type Command, exitCode } from "../command.ts";
import { printJson } from "../table.ts";
import { analyseFile } from "./analyseFile.ts";
import { programOptions, programUsage } from "./programOptions.ts";
import { showComparison } from "./showComparison.ts";
import { showFeatures } from "./showFeatures.ts";

export const featuresCommand: Command = {
  name: "features",
  summary: "feature vector of every feasible path of a P4 program",
  usage: `usage: p4twin features FILE [options]

FILE is a P4 program, or its BMv2 JSON from p4c-bm2-ss.
${programUsage}
  --compare FILE            compare each path with another program or version (same options for both)
  --json                    one JSON document`,
  async run(argv, io) {
    const { values, positionals } = parseArguments(argv, {
      json: { type: "boolean" },
      compare: { type: "string" },
      ...programOptions,
    });
    const { report, source } = await analyseFile(io, onlyPositional(positionals, "FILE"), values);
    if (values.compare === undefined) {
      io.stdout(values.json ? printJson(report) : showFeatures(report));
      return exitCode.done;
    }
    const other = await analyseFile(io, values.compare, values);
    const compared = {
      before: report,
      after: other.report,
      comparison: comparePrograms(report, other.report),
    };
    const hunks = compareSources(source.text, other.source.text);
    io.stdout(values.json ? printJson({ ...compared, source: hunks }) : showComparison(compared));
    return exitCode.done;
  },
};

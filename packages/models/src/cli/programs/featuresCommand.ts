import {
  comparePrograms,
  compareSources,
  constructs,
  type FeaturesReport,
  type Path,
} from "../../program/index.ts";
import { onlyPositional, parseArguments } from "../arguments.ts";
import { type Command, exitCode } from "../command.ts";
import { formatTable, printJson } from "../table.ts";
import { analyseFile } from "./analyseFile.ts";
import { programOptions, programUsage } from "./programOptions.ts";
import { showComparison } from "./showComparison.ts";

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
      io.stdout(values.json ? printJson(report) : showReport(report));
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

function showReport(report: FeaturesReport): string {
  const head = `${report.program}, ${report.architecture ?? "unknown architecture"}, ${report.pathCount} paths${report.truncated ? " (not all are listed; min and max cover all)" : ""}\n\n`;
  const columns = [
    { title: "path" },
    ...constructs.map((title) => ({ title, align: "right" as const })),
    { title: "outcome" },
    { title: "states and tables" },
  ];
  const row = (path: Path): string[] => [
    path.id,
    ...constructs.map((c) => String(path.features[c])),
    path.outcome,
    [...path.states, ...path.tables.map((t) => `${t.name}:${t.action ?? "-"}`), ...path.externs].join(" "),
  ];
  const rows = report.paths.map(row);
  const bounds = (["min", "max"] as const).flatMap((name) => {
    const features = report[name];
    return features === null ? [] : [[name, ...constructs.map((c) => String(features[c])), "", ""]];
  });
  return `${head}${formatTable(columns, [...rows, ...bounds])}${showClones(report, columns, row)}`;
}

/** The paths of clones, which no bound covers. */
function showClones(
  { clones }: FeaturesReport,
  columns: Parameters<typeof formatTable>[0],
  row: (path: Path) => string[],
): string {
  if (clones === undefined) return "";
  if (clones === null) return "\nclones take too many paths to follow\n";
  const title = "\nclones, through egress only; min and max leave them out\n\n";
  const [name, ...others] = columns;
  const rows = clones.map((path) => [path.id, path.clonedBy, ...row(path).slice(1)]);
  return `${title}${formatTable([name!, { title: "cloned by" }, ...others], rows)}`;
}

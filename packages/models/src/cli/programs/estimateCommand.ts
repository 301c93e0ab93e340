import type { EstimateReport, PathEstimate, Term } from "../../latency/index.ts";
import { findPath, type ProgramWalks } from "../../program/index.ts";
import { onlyPositional, parseArguments } from "../arguments.ts";
import { type Command, exitCode } from "../command.ts";
import { UsageError } from "../errors.ts";
import { formatTable, intervalColumns, printJson, showIntervals, showSlowest, showUs } from "../table.ts";
import { compareEstimates, showComparedEstimates } from "./compareEstimates.ts";
import { estimateFile, estimateOptions, estimateUsage } from "./estimateInputs.ts";
import { programOptions, programUsage } from "./programOptions.ts";
import { selectPath } from "./selectPaths.ts";

export const estimateCommand: Command = {
  name: "estimate",
  summary: "latency of each path of a P4 program on a device, term by term",
  usage: `usage: p4twin estimate FILE --device ID|FILE [options]

${estimateUsage}
  --path ID|min|max         one path only: by id, the fastest or the slowest
  --compare FILE            compare the latency of each path with another program or version
  --json                    one JSON document
${programUsage}`,
  async run(argv, io) {
    const { values, positionals } = parseArguments(argv, {
      json: { type: "boolean" },
      path: { type: "string" },
      compare: { type: "string" },
      ...estimateOptions,
      ...programOptions,
    });
    const file = onlyPositional(positionals, "FILE");
    const estimated = await estimateFile(io, file, values);
    if (values.compare !== undefined) {
      if (values.path !== undefined)
        throw new UsageError("--compare takes all paths, --path one: use one of them");
      const compared = compareEstimates(estimated, await estimateFile(io, values.compare, values));
      io.stdout(values.json ? printJson(compared) : showComparedEstimates(compared));
      return exitCode.done;
    }
    const { report, program } = estimated;
    const selected = selectPath(report, values.path);
    io.stdout(values.json ? printJson(selected) : showReport(selected, program.walks));
    return exitCode.done;
  },
};

function showReport(report: EstimateReport, walks: ProgramWalks | null): string {
  const head = `${report.program} on ${report.device}, ${report.packetBytes} B packets, engine ${report.engine}\n\n`;
  const range = `\nfastest ${report.areBounds ? "at least " : ""}${showUs(report.minUs)} us, slowest ${showSlowest(report)}\n`;
  const extremes = (["slowest", "fastest"] as const).flatMap((which) => {
    const estimates = report.extremes?.[which] ?? [];
    if (estimates.length === 0) return [];
    const ways = estimates.map(({ pathId }) => `${pathId}: ${wayOf(pathId, walks)}\n`);
    return [`\n${which} of all paths\n\n${estimateTable(estimates)}\n${ways.join("")}`];
  });
  return `${head}${estimateTable(report.estimates)}${range}${expectedLine(report)}${extremes.join("")}${notesOf(report)}`;
}

const estimateTable = (estimates: readonly PathEstimate[]): string =>
  formatTable(
    [{ title: "path" }, { title: "mean us", align: "right" }, ...intervalColumns, { title: "terms" }],
    estimates.map((e) => [
      e.pathId,
      `${e.notCounted ? "at least " : ""}${showUs(e.meanUs)}`,
      ...showIntervals(e),
      e.terms.map(showTerm).join(" + "),
    ]),
  );

function expectedLine({ expected }: EstimateReport): string {
  if (!expected) return "";
  const { meanUs, meanLowUs, meanHighUs, spreadUs, outcomes } = expected;
  const interval = meanLowUs === null ? "" : ` (one sigma ${showUs(meanLowUs)} .. ${showUs(meanHighUs)})`;
  const ends = outcomes.map(
    (each) => `${each.outcome} ${(100 * each.probability).toFixed(1)} % at ${showUs(each.meanUs)} us`,
  );
  return `expected ${showUs(meanUs)} us${interval}, between paths ${showUs(spreadUs)} us: ${ends.join(", ")}\n`;
}

/** Parser states and tables of a path, listed or not. */
function wayOf(pathId: string, walks: ProgramWalks | null): string {
  const path = walks && findPath(walks, pathId);
  return path ? [...path.states, ...path.tables.map((t) => `${t.name}:${t.action}`)].join(" ") : "-";
}

const showTerm = (t: Term): string => {
  const what = t.name ?? t.construct;
  return t.construct === "base" ? `${t.totalUs} base` : `${t.count} ${what} x ${t.unitUs}`;
};

/** Ids of paths that are named in a note; of more than these the first and the number of the others. */
const MOST_NAMED = 8;
const someOf = (ids: readonly string[]): string =>
  ids.length <= MOST_NAMED
    ? ids.join(", ")
    : `${ids.slice(0, MOST_NAMED - 1).join(", ")} and ${ids.length - MOST_NAMED + 1} more paths`;

/** Notes of the report, then those of paths; a note that many paths share is printed once, with their ids. */
function notesOf(report: EstimateReport): string {
  const pathsOf = new Map<string, string[]>();
  for (const { pathId, notes } of report.estimates) {
    for (const note of notes) pathsOf.set(note, [...(pathsOf.get(note) ?? []), pathId]);
  }
  const shared = [...pathsOf].map(([note, ids]) =>
    ids.length === report.estimates.length ? note : `${someOf(ids)}: ${note}`,
  );
  return [...report.notes, ...shared, ...(report.expected?.notes ?? [])]
    .map((note) => `note: ${note}\n`)
    .join("");
}

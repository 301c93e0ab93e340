import { withinDelay } from "../../core/index.ts";
import type { EstimateReport } from "../../latency/index.ts";
import { type CanRunReason, programReasons } from "../../latency/index.ts";
import { onlyPositional, parseArguments, positiveNumber } from "../arguments.ts";
import { type Command, exitCode } from "../command.ts";
import { inputError, UsageError } from "../errors.ts";
import { printJson, showSlowest } from "../table.ts";
import { estimateFile, estimateOptions, estimateUsage } from "./estimateInputs.ts";
import { programOptions, programUsage } from "./programOptions.ts";
import { selectPath } from "./selectPaths.ts";

export const checkCommand: Command = {
  name: "check",
  summary:
    "exit 3 when the slowest feasible path is over a latency budget, the device cannot run the program, or either is unknown",
  usage: `usage: p4twin check FILE --device ID|FILE --max-us N [options]

  --max-us N                budget of the slowest path in microseconds
${estimateUsage}
  --json                    one JSON document
${programUsage}`,
  async run(argv, io) {
    const { values, positionals } = parseArguments(argv, {
      json: { type: "boolean" },
      "max-us": { type: "string" },
      ...estimateOptions,
      ...programOptions,
    });
    const file = onlyPositional(positionals, "FILE");
    const budgetUs = positiveNumber("max-us", values["max-us"]);
    if (budgetUs === null) throw new UsageError("--max-us N is missing");
    const { program, device, report } = await estimateFile(io, file, values);
    if (report.maxUs === null) {
      const why =
        report.estimates.flatMap((e) => (e.meanUs === null ? e.notes : []))[0] ?? "the program has no path";
      throw inputError(file, "no-estimate", `the slowest path is unknown: ${why}`);
    }
    const reasons = programReasons(program, device);
    const messages = (kind: CanRunReason["kind"]): string[] =>
      reasons.flatMap((reason) => (reason.kind === kind ? [reason.message] : []));
    const limits = messages("limit");
    const over = isOver(report, budgetUs);
    const perhaps = "whether a path is over the budget: too many of them to follow with all values";
    const unknown = [...messages("unknown"), ...(over === "perhaps" ? [perhaps] : [])];
    const verdict = verdictOf(over, limits, unknown);
    const slowest = selectPath(report, "max").estimates[0] ?? null;
    const answer = {
      program: report.program,
      device: report.device,
      packetBytes: report.packetBytes,
      engine: report.engine,
      budgetUs,
      maxUs: report.maxUs,
      holds: verdict === "holds",
      verdict,
      /** externs without a known cost: `maxUs` is then a least value */
      notCounted: report.notCounted ?? [],
      slowest,
      limits,
      unknown,
      notes: report.notes,
    };
    io.stdout(values.json ? printJson(answer) : sentence(report, slowest?.pathId ?? null, budgetUs, reasons));
    return answer.holds ? exitCode.done : exitCode.no;
  },
};

/** Whether the slowest path is over the budget: bounds may leave it open. */
type Over = "yes" | "no" | "perhaps";

function isOver({ minUs, maxUs, areBounds }: EstimateReport, budgetUs: number): Over {
  if (withinDelay(maxUs ?? Number.POSITIVE_INFINITY, budgetUs)) return "no";
  return areBounds && withinDelay(minUs ?? 0, budgetUs) ? "perhaps" : "yes";
}

/** `open`: nothing says no, but something that decides is not known. */
type CheckVerdict = "holds" | "over" | "cannot run" | "open";

function verdictOf(over: Over, limits: readonly string[], unknown: readonly string[]): CheckVerdict {
  if (limits.length > 0) return "cannot run";
  if (over === "yes") return "over";
  return unknown.length > 0 ? "open" : "holds";
}

function sentence(
  report: EstimateReport,
  slowest: string | null,
  budgetUs: number,
  reasons: readonly CanRunReason[],
): string {
  const path = slowest === null ? "" : ` (path ${slowest})`;
  const takes = `the slowest path takes ${showSlowest(report)}${path}`;
  const answers: Record<Over, string> = {
    yes: "which is over",
    perhaps: "which may be over",
    no: report.notCounted ? "and it is unknown whether that holds" : "which holds",
  };
  const answer = answers[isOver(report, budgetUs)];
  const first = `${report.program} on ${report.device}: ${takes}, ${answer} the budget of ${budgetUs} us\n`;
  const heading = { limit: `${report.device} cannot run it`, port: "note", unknown: "unknown" };
  return first + reasons.map(({ kind, message }) => `${heading[kind]}: ${message}\n`).join("");
}

import { withinDelay } from "../core/index.ts";
import type { EstimateReport } from "../latency/index.ts";
import { type CanRunReason, programReasons } from "../latency/index.ts";
import { onlyPositional, parseArguments, positiveNumber } from "./arguments.ts";
import { type Command, exitCode } from "./command.ts";
import { inputError, UsageError } from "./errors.ts";
import { estimateFile, estimateOptions, estimateUsage } from "./estimateInputs.ts";
import { programOptions, programUsage } from "./programOptions.ts";
import { selectPath } from "./selectPaths.ts";
import { printJson, showUs } from "./table.ts";

export const checkCommand: Command = {
  name: "check",
  summary:
    "exit 3 when the slowest feasible path is over a latency budget, or the device cannot run the program",
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
    const within = withinDelay(report.maxUs, budgetUs);
    const slowest = selectPath(report, "max").estimates[0] ?? null;
    const answer = {
      program: report.program,
      device: report.device,
      packetBytes: report.packetBytes,
      engine: report.engine,
      budgetUs,
      maxUs: report.maxUs,
      holds: within && limits.length === 0,
      slowest,
      limits,
      unknown: messages("unknown"),
      notes: report.notes,
    };
    io.stdout(
      values.json ? printJson(answer) : sentence(report, slowest?.pathId ?? null, budgetUs, within, reasons),
    );
    return answer.holds ? exitCode.done : exitCode.no;
  },
};

function sentence(
  report: EstimateReport,
  slowest: string | null,
  budgetUs: number,
  within: boolean,
  reasons: readonly CanRunReason[],
): string {
  const verdict = within ? "holds" : "is over";
  const path = slowest === null ? "" : ` (path ${slowest})`;
  const first = `${report.program} on ${report.device}: the slowest path takes ${showUs(report.maxUs)} us${path}, which ${verdict} the budget of ${budgetUs} us\n`;
  const heading = { limit: `${report.device} cannot run it`, port: "note", unknown: "unknown" };
  return first + reasons.map(({ kind, message }) => `${heading[kind]}: ${message}\n`).join("");
}

import { assert } from "../../core/index.ts";
import type { Intervals } from "../../latency/index.ts";
import {
  isProof,
  type Placement,
  type Problem,
  parseProblem,
  verifyPlacement,
  type Ways,
  waysOf,
} from "../../placement/index.ts";
import { onlyPositional, parseArguments, positiveNumber } from "../arguments.ts";
import { type Command, exitCode } from "../command.ts";
import { idsOf, solverOf } from "../engines/engines.ts";
import { InputError } from "../errors.ts";
import { readCatalogue } from "../input/readCatalogue.ts";
import { readInput } from "../input/readInput.ts";
import { type Column, formatTable, intervalColumns, printJson, showIntervals, showUs } from "../table.ts";
import { chosenStudy, enginesOnThisThread, runStudy, studyOptions, studyUsage } from "./placeStudies.ts";

/**
 * Seconds that a solve may take when --time-limit is not given (our choice); what was found until then is
 * printed with its gap.
 */
const DEFAULT_TIME_LIMIT_S = 60;

export const placeCommand: Command = {
  name: "place",
  summary: "embeds service chains into a cloud of P4 devices within their delay budgets",
  usage: `usage: p4twin place FILE [--engine ${idsOf("places").join("|")}|FILE.py] [--time-limit S] [--online] [--profile FILE]... [--json]
       p4twin place FILE --pareto cost|power [--measure total|slowest] | --relax | --sweep   (with the options above)

FILE is a problem file (JSON or YAML) with devices, switches, links and chains, and hosts where chains start (from) and end (to);
branches of a chain say which share of its packets goes on to which function (its ways share functions and routes; engine greedy: whole on one device);
options.latency: loaded adds queueing under the load of all chains
(options.load: model simple or refined, service rate or latency, newFlowShare, controller).
--engine      exact: the optimum of each chain in milliseconds (default with --online); several chains one by one, with a bound
              ilp: integer program, the optimum for all chains at once (default); greedy: whole chains on one device
              batch: the optimum for all chains at once, alike chains and equal devices counted together: for whole workloads
              agnostic: without a delay model, by trial; prints how many deployments were too slow
              FILE.py: your own placement solver in Python (docs/08-engines.md)
--time-limit  seconds, ${DEFAULT_TIME_LIMIT_S} when left out; what was found until then is printed with its gap
--profile     a device profile (file) that the problem may name, in addition to the library's (several allowed)
--online      one chain at a time in the order of the file, earlier ones kept
${studyUsage}
Exit code 3: not every chain is embedded; the reasons are printed. "infeasible" is proven, "no placement found" is not.`,
  async run(argv, io) {
    const { values, positionals } = parseArguments(argv, {
      engine: { type: "string" },
      "time-limit": { type: "string" },
      online: { type: "boolean" },
      profile: { type: "string", multiple: true },
      json: { type: "boolean" },
      ...studyOptions,
    });
    const online = values.online ?? false;
    const study = chosenStudy(values, online);
    const asked = values.engine ?? (online ? "exact" : "ilp");
    const engine = await solverOf(io, asked, study ? enginesOnThisThread(io.nowMs) : undefined);
    const timeLimitS = positiveNumber("time-limit", values["time-limit"]) ?? DEFAULT_TIME_LIMIT_S;
    const name = onlyPositional(positionals, "problem file");
    const { file, text } = await readInput(io, name, { folder: "problems", extensions: [".json", ".yaml"] });
    const catalogue = await readCatalogue(io, values.profile);
    const { problem, diagnostics } = parseProblem(text, file, catalogue);
    if (problem === null) throw new InputError(file, diagnostics);

    const { nowMs, signal } = io;
    if (study) {
      const input = { catalogue, engine, nowMs, timeLimitS, online, signal };
      const { json, text, code } = await runStudy(study, problem, input);
      io.stdout(values.json ? printJson(json) : text);
      return code;
    }
    const options = { catalogue, nowMs, timeLimitS, online };
    const placement = await engine.place(problem, options);
    const violations = verifyPlacement(problem, catalogue, placement);
    assert(violations.length === 0, `${engine.id} breaks ${violations.map((v) => v.message).join("; ")}`);
    io.stdout(values.json ? printJson(placement) : report(problem, placement));
    return placement.status === "infeasible" ? exitCode.no : exitCode.done;
  },
};

const trialsText = ({ extraTrials }: Placement): string =>
  extraTrials === undefined ? "" : `${extraTrials} deployments were too slow and were retried\n`;

/** Under which load the delays hold, where the file asks for it. */
function loadText({ load }: Placement): string {
  if (!load) return "";
  const [fullest] = [...load.stations].sort((a, b) => b.utilisation - a.utilisation);
  const busy = fullest ? `, fullest ${fullest.device} at ${(fullest.utilisation * 100).toFixed(1)} %` : "";
  const flows =
    load.newFlowShare > 0 ? `, ${load.newFlowShare * 100} % of the packets visit the controller` : "";
  const notes = load.notes.map((note) => `note: ${note}\n`).join("");
  return `delays under load: ${load.model} model, service by ${load.service}${flows}${busy}\n${notes}`;
}

/** All ways of a chain; one that crosses no link has its device. */
function pathsOf(placed: Ways): readonly (readonly string[])[] {
  const ways = waysOf(placed);
  return ways.length > 0 ? ways : placed.route;
}

function report(problem: Problem, placement: Placement): string {
  const { status, engine, powerWatts, gap, timeMs, embedded } = placement;
  const gapText =
    gap === null
      ? ""
      : gap === 0
        ? ", no better one exists"
        : `, at most ${(gap * 100).toFixed(2)} % from the best`;
  const unproven = status === "infeasible" && !isProof(placement);
  const head = `${unproven ? "no placement found" : status} (${engine}${gapText}): ${embedded} of ${problem.chains.length} chains, ${powerWatts} W, ${timeMs.toFixed(1)} ms\n${trialsText(placement)}${loadText(placement)}`;
  const rows = placement.chains.flatMap((placed) => {
    const chain = problem.chains.find((c) => c.id === placed.id)!;
    const budget = chain.maxDelayUs === null ? "best effort" : showUs(chain.maxDelayUs);
    const row = (
      name: string,
      functions: readonly number[],
      way: Ways & Partial<Intervals> & { delayUs: number },
    ): string[] => [
      name,
      showUs(way.delayUs),
      ...showIntervals(way),
      budget,
      functions.map((k) => `${chain.functions[k]} ${placed.hosts[k]}`).join(", "),
      pathsOf(way)
        .map((path) => path.join(" > "))
        .join(" | "),
    ];
    if (placed.ways === undefined) return [row(placed.id, [...chain.functions.keys()], placed)];
    return placed.ways.map((way) =>
      row(`${placed.id}, ${Number((100 * way.share).toPrecision(3))} %`, way.functions, {
        ...way,
        hosts: way.functions.map((k) => placed.hosts[k]!),
      }),
    );
  });
  const columns = [
    { title: "chain" },
    { title: "delay us", align: "right" },
    ...intervalColumns,
    { title: "budget us", align: "right" },
    { title: "functions" },
    { title: "route" },
  ] satisfies Column[];
  const conflicts = placement.conflicts.map((c) => `  ${c.message} [${c.constraint}]\n`);
  const why =
    conflicts.length === 0
      ? ""
      : `\n${unproven ? "Why (this does not prove that there is none)" : "Conflicting constraints"}:\n${conflicts.join("")}`;
  return `${head}${rows.length > 0 ? `\n${formatTable(columns, rows)}` : ""}${why}`;
}

import { assert, didYouMean } from "../../core/index.ts";
import {
  type Plan,
  type Problem,
  parseProblem,
  planEngines,
  planInWorker,
  verifyPlan,
} from "../../placement/index.ts";
import { onlyPositional, parseArguments, positiveNumber } from "../arguments.ts";
import { type Command, exitCode } from "../command.ts";
import { spawnIlpThread } from "../engines/spawnIlpThread.ts";
import { InputError, inputError, UsageError } from "../errors.ts";
import { readCatalogue } from "../input/readCatalogue.ts";
import { readInput } from "../input/readInput.ts";
import { formatTable, printJson, showIntervals, showUs } from "../table.ts";
import { frontText, planTradeoffs } from "./planTradeoffs.ts";

/** Seconds that a solve may take when --time-limit is not given (our choice), as for `place`. */
const DEFAULT_TIME_LIMIT_S = 60;
const MS_PER_S = 1000;

export const planCommand: Command = {
  name: "plan",
  summary: "finds the devices to buy for an expected workload",
  usage: `usage: p4twin plan FILE [--engine exact|ilp] [--time-limit S] [--pareto cost|power] [--profile FILE]... [--json]

FILE is a problem file (JSON or YAML) with deviceTypes and workload; options.objective weighs delay, cost and power,
options.maxCost limits the price of all devices.
--engine      exact (default): over kinds of devices and functions; ilp: the program of the thesis as printed, for small problems
--time-limit  seconds, ${DEFAULT_TIME_LIMIT_S} when left out; what was found until then is printed with its gap
--profile     a device profile (file) that the problem may name, in addition to the library's (several allowed)
--pareto      cost or power: the trade-offs between the delay and the price or the power of the devices to buy
Exit code 3: no choice of devices can run the workload; the reasons are printed.`,
  async run(argv, io) {
    const { values, positionals } = parseArguments(argv, {
      engine: { type: "string" },
      "time-limit": { type: "string" },
      pareto: { type: "string" },
      profile: { type: "string", multiple: true },
      json: { type: "boolean" },
    });
    const { pareto } = values;
    if (pareto !== undefined && pareto !== "cost" && pareto !== "power")
      throw new UsageError(`--pareto takes cost or power, not "${pareto}"`);
    const engine = values.engine ?? "exact";
    if (!Object.hasOwn(planEngines, engine)) {
      const ids = Object.keys(planEngines);
      throw new UsageError(
        `unknown planning engine "${engine}"${didYouMean(engine, ids)}; use --engine ${ids.join(" or ")}`,
      );
    }
    const timeLimitS = positiveNumber("time-limit", values["time-limit"]) ?? DEFAULT_TIME_LIMIT_S;
    const name = onlyPositional(positionals, "problem file");
    const { file, text } = await readInput(io, name, { folder: "problems", extensions: [".json", ".yaml"] });
    const catalogue = await readCatalogue(io, values.profile);
    const { problem, diagnostics } = parseProblem(text, file, catalogue);
    if (problem === null) throw new InputError(file, diagnostics);
    if (problem.workload.length === 0) {
      const message =
        "the file has no workload: list functions with gbps and count, and deviceTypes to choose from";
      throw inputError(file, "no-workload", message);
    }
    if (pareto !== undefined) {
      const { nowMs, signal } = io;
      const front = await planTradeoffs(problem, {
        catalogue,
        engine,
        against: pareto,
        timeLimitS,
        nowMs,
        signal,
      });
      io.stdout(values.json ? printJson(front) : frontText(front));
      return front.points.length > 0 ? exitCode.done : exitCode.no;
    }
    const timeLimitMs = timeLimitS * MS_PER_S;
    const plan = await planInWorker(spawnIlpThread, problem, { catalogue, engine, timeLimitMs });
    const violations = verifyPlan(problem, catalogue, plan);
    assert(violations.length === 0, `${engine} breaks ${violations.map((v) => v.message).join("; ")}`);
    io.stdout(values.json ? printJson(plan) : report(problem, plan));
    return plan.status === "infeasible" ? exitCode.no : exitCode.done;
  },
};

function report(problem: Problem, plan: Plan): string {
  const total = problem.workload.reduce((sum, w) => sum + w.count, 0);
  if (plan.status === "infeasible") {
    const conflicts = plan.conflicts.map((c) => `  ${c.message} [${c.constraint}]\n`);
    return `infeasible (${plan.engine}): no devices for ${total} functions\n\nConflicting constraints:\n${conflicts.join("")}`;
  }
  const gap =
    plan.gap === null
      ? ""
      : plan.gap === 0
        ? ", no better one exists"
        : `, at most ${(plan.gap * 100).toFixed(2)} % from the best`;
  const names = plan.types.map((t) => `${t.count} ${t.profile}`).join(", ");
  const head = `${plan.status} (${plan.engine}${gap}): ${names} for ${total} functions, ${plan.timeMs.toFixed(1)} ms\n`;
  const [mean] = showIntervals(plan);
  const sums = `${plan.costUsd} $, ${plan.powerWatts} W, ${showUs(plan.delayUs)} us over all functions (Eq. 5.2); one sigma of the mean ${mean} us\n`;
  const rows = plan.devices.map((d) => [
    d.id,
    String(d.functions.reduce((sum, f) => sum + f.gbps * f.count, 0)),
    d.functions.map((f) => `${f.count} ${f.function}`).join(", "),
  ]);
  const columns = [{ title: "device" }, { title: "Gbps", align: "right" }, { title: "functions" }] as const;
  return `${head}${sums}\n${formatTable(columns, rows)}`;
}

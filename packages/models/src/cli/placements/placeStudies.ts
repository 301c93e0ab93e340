import type { Highs } from "highs";
import loadHighs from "highs";
import { assert, assertNever } from "../../core/index.ts";
import { builtInEngines, type EngineRegistry } from "../../engine/index.ts";
import {
  type Catalogue,
  type FailureSweep,
  failureSweep,
  findRelaxations,
  ilpHere,
  type ParetoFront,
  type PlacementSolver,
  type Problem,
  paretoFront,
  type Relaxations,
  type SweepCase,
  startWhatIf,
  verifyPlacement,
} from "../../placement/index.ts";
import { type ExitCode, exitCode } from "../command.ts";
import { UsageError } from "../errors.ts";
import { formatTable, intervalColumns, showIntervals, showUs } from "../table.ts";

/** Options of `place` that ask for more than one placement. */
export const studyOptions = {
  pareto: { type: "string" },
  measure: { type: "string" },
  relax: { type: "boolean" },
  sweep: { type: "boolean" },
} as const;

export const studyUsage = `--pareto      cost or power: the trade-offs between delay and the price or the power of the devices in use
--measure     with --pareto: total (default), the delays of all chains together, or slowest, the slowest chain (then no trade-off is missed)
--relax       when nothing fits: what would make it fit, the least of each kind (budgets, links, load, devices)
--sweep       places, then fails each device, switch and link in use alone: detours, chains lost, places anew; worst first`;

type Values = {
  pareto?: string | undefined;
  measure?: string | undefined;
  relax?: boolean | undefined;
  sweep?: boolean | undefined;
};
export type Study =
  | { kind: "pareto"; against: ParetoFront["against"]; measure: ParetoFront["measure"] }
  | { kind: "relax" }
  | { kind: "sweep" };

/** The study that the options ask for, null for a plain placement; UsageError when they do not go together. */
export function chosenStudy({ pareto, measure, relax, sweep }: Values, online: boolean): Study | null {
  const asked = [pareto !== undefined, relax ?? false, sweep ?? false].filter(Boolean).length;
  if (asked > 1) throw new UsageError("--pareto, --relax and --sweep exclude each other");
  if (pareto === undefined && measure !== undefined)
    throw new UsageError("--measure goes with --pareto only");
  if (online && (pareto !== undefined || relax)) {
    throw new UsageError(
      `--online places one chain at a time, ${relax ? "--relax" : "--pareto"} all of them: use one of the two`,
    );
  }
  if (pareto !== undefined) {
    if (pareto !== "cost" && pareto !== "power")
      throw new UsageError(`--pareto takes cost or power, not "${pareto}"`);
    const of = measure ?? "total";
    if (of !== "total" && of !== "slowest")
      throw new UsageError(`--measure takes total or slowest, not "${of}"`);
    return { kind: "pareto", against: pareto, measure: of };
  }
  if (relax) return { kind: "relax" };
  return sweep ? { kind: "sweep" } : null;
}

export type StudyInput = {
  catalogue: Catalogue;
  engine: PlacementSolver;
  nowMs: () => number;
  timeLimitS: number;
  online: boolean;
  signal: AbortSignal;
};

/** A study asks a solver many times: a thread for each question would cost more than the question. */
export function enginesOnThisThread(nowMs: () => number): EngineRegistry {
  let highs: Promise<Highs> | null = null;
  const load = (): Promise<Highs> => {
    highs ??= loadHighs();
    return highs;
  };
  return builtInEngines(ilpHere(load, nowMs));
}

/** The answer of a study: as JSON, as text, and the exit code (3: no placement, or none without a change). */
export async function runStudy(
  study: Study,
  problem: Problem,
  input: StudyInput,
): Promise<{ json: unknown; text: string; code: ExitCode }> {
  switch (study.kind) {
    case "pareto": {
      const front = await paretoFront(problem, { ...input, ...study });
      return {
        json: front,
        text: frontText(front),
        code: front.points.length > 0 ? exitCode.done : exitCode.no,
      };
    }
    case "relax": {
      const found = await findRelaxations(problem, input);
      return { json: found, text: relaxText(found), code: found.feasible ? exitCode.done : exitCode.no };
    }
    case "sweep": {
      const { engine, ...options } = input;
      const { catalogue } = options;
      const placement = await engine.place(problem, input);
      const violations = verifyPlacement(problem, catalogue, placement);
      assert(violations.length === 0, `${engine.id} breaks ${violations.map((v) => v.message).join("; ")}`);
      const sweep = await failureSweep(startWhatIf(problem, placement), { ...options, engines: [engine] });
      const code = placement.status === "infeasible" ? exitCode.no : exitCode.done;
      const missing =
        placement.rejected.length > 0
          ? `without ${placement.rejected.join(", ")}, which could not be placed\n`
          : "";
      return { json: { placement, ...sweep }, text: `${missing}${sweepText(sweep)}`, code };
    }
    default:
      return assertNever(study, "study");
  }
}

const conflictLines = (conflicts: readonly { message: string; constraint: string }[]): string =>
  conflicts.map((c) => `  ${c.message} [${c.constraint}]\n`).join("");

function frontText({
  against,
  measure,
  engine,
  points,
  complete,
  notes,
  conflicts,
  solves,
  timeMs,
}: ParetoFront): string {
  if (points.length === 0)
    return `no placement (${engine})\n\nConflicting constraints:\n${conflictLines(conflicts)}`;
  const head = `${points.length} trade-offs of ${against} and delay (${engine}, ${solves} solves, ${timeMs.toFixed(1)} ms)${complete ? ", complete" : ""}\n`;
  const columns = [
    { title: against === "cost" ? "cost $" : "power W", align: "right" },
    { title: measure === "slowest" ? "slowest chain us" : "sum of delays us", align: "right" },
    ...intervalColumns,
    { title: "proven" },
    { title: "hosts" },
  ] as const;
  const rows = points.map(({ value, proven, placement, ...delay }) => [
    String(value),
    showUs(delay.delayUs),
    ...showIntervals(delay),
    proven ? "yes" : "no",
    placement.chains.map((c) => `${c.id} ${[...new Set(c.hosts)].join("+")}`).join(", "),
  ]);
  return `${head}\n${formatTable(columns, rows)}${noteLines(notes)}`;
}

function relaxText({ feasible, engine, conflicts, relaxations, notes, solves, timeMs }: Relaxations): string {
  if (feasible) return `feasible (${engine}): no relaxation needed\n`;
  const head = `infeasible (${engine}, ${solves} solves, ${timeMs.toFixed(1)} ms)\n\nConflicting constraints:\n${conflictLines(conflicts)}`;
  if (relaxations.length === 0) return `${head}\nNo single kind of change makes it fit.\n${noteLines(notes)}`;
  const lines = relaxations.map((r) => `  ${r.message}${r.proven ? "" : " (less may do)"} [${r.kind}]\n`);
  return `${head}\nAny one of these makes it fit:\n${lines.join("")}${noteLines(notes)}`;
}

const noteLines = (notes: readonly string[]): string =>
  notes.length === 0 ? "" : `\n${notes.map((n) => `note: ${n}\n`).join("")}`;

function sweepText({ cases, unused, left }: FailureSweep): string {
  const lost = cases.filter((c) => (c.reembedding?.lost.length ?? 0) > 0).length;
  const head = `${cases.length} failures, ${lost} of them lose chains; ${unused.devices} devices, ${unused.switches} switches and ${unused.links} links unused\n`;
  const columns = [
    { title: "fails" },
    { title: "chains" },
    { title: "added us", align: "right" },
    { title: "then" },
  ] as const;
  const rows = cases.map((c) => [
    `${c.kind} ${c.ids.join(" - ")}`,
    c.chains.map((s) => s.id).join(", "),
    showUs(c.addedUs),
    thenText(c),
  ]);
  const rest = left > 0 ? `\nnote: ${left} failures were not evaluated; raise --time-limit\n` : "";
  return `${head}${rows.length > 0 ? `\n${formatTable(columns, rows)}` : ""}${rest}`;
}

function thenText({ chains, reembedding }: SweepCase): string {
  if (reembedding === null) return "detour";
  const { engine, lost, chains: anew, proven } = reembedding;
  const detours = chains.length > anew.length ? "detour; " : "";
  if (lost.length > 0) return `${detours}no place for ${lost.join(", ")}${proven ? "" : " was found"}`;
  return `${detours}${anew.join(", ")} placed again by ${engine}`;
}

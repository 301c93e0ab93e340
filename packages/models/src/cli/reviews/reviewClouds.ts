import { checkShape, readDocument } from "../../core/index.ts";
import { type Placement, type Problem, parseProblem, placementSchema } from "../../placement/index.ts";
import {
  type CloudReview,
  type CloudSide,
  type PlanRules,
  type ReviewedCloud,
  reviewCloud,
  reviewTopologies,
} from "../../review/index.ts";
import { importTopology, type Topology } from "../../topology/index.ts";
import { solverOf } from "../engines/engines.ts";
import { InputError, inputError } from "../errors.ts";
import { readCatalogue } from "../input/readCatalogue.ts";
import { readInput } from "../input/readInput.ts";
import type { Io } from "../io.ts";
import { analyseFile } from "../programs/analyseFile.ts";
import { has, type Side } from "./sides.ts";

/** Seconds that a placement which no file states may take (our choice: a review is to end within half a minute). */
const TIME_LIMIT_S = 10;

/** A cloud to review, and what each side calls its file. */
export type CloudJob = { name: string; before: string; after: string; plan: ReviewedCloud };

export const cloudJobsOf = (clouds: readonly ReviewedCloud[]): CloudJob[] =>
  clouds.map((plan) => ({ name: plan.file, before: plan.file, after: plan.file, plan }));

export async function reviewCloudJob(
  { name, before: old, after: now, plan }: CloudJob,
  base: Side,
  head: Side,
  rules: PlanRules,
): Promise<CloudReview> {
  for (const [side, file, which] of [
    [base, old, "base"],
    [head, now, "head"],
  ] as const)
    if (!has(side, file))
      return {
        ...{ cloud: name, changes: [], chains: [], findings: [] },
        notCompared: [`the ${which} has no such cloud`],
      };
  const before = await readCloud(base, old, plan);
  const after = await readCloud(head, now, plan);
  if (before.kind !== after.kind)
    return {
      ...{ cloud: name, changes: [], chains: [], findings: [] },
      notCompared: ["one side is a topology without chains, the other a problem with chains"],
    };
  if (before.kind === "topology" || after.kind === "topology")
    return reviewTopologies(name, topologyOf(before), topologyOf(after), rules);
  const engine = await solverOf(head.io, plan.engine);
  const { nowMs } = head.io;
  const review = await reviewCloud(name, before, after, rules, (problem, catalogue) =>
    engine.place(problem, { catalogue, nowMs, timeLimitS: TIME_LIMIT_S, online: false }),
  );
  return { ...review, notCompared: [...review.notCompared, ...before.unread, ...after.unread] };
}

type ReadCloud =
  | ({ kind: "problem"; unread: string[] } & CloudSide)
  | { kind: "topology"; topology: Topology };

const topologyOf = (cloud: ReadCloud): Topology =>
  (cloud as Extract<ReadCloud, { kind: "topology" }>).topology;

async function readCloud(side: Side, path: string, plan: ReviewedCloud): Promise<ReadCloud> {
  const { file, text } = await readInput(side.io, path, {
    folder: "problems",
    extensions: [".json", ".yaml"],
  });
  if (!isProblem(text, file)) {
    const { topology, diagnostics } = importTopology(text, file);
    if (topology === null) throw new InputError(file, diagnostics);
    return { kind: "topology", topology };
  }
  const profiles = plan.profiles.filter((each) => has(side, each));
  const catalogue = await readCatalogue(side.io, profiles);
  const { problem, diagnostics } = parseProblem(text, file, catalogue);
  if (problem === null) throw new InputError(file, diagnostics);
  const placement =
    plan.placement === undefined || !has(side, plan.placement)
      ? null
      : await readPlacement(side.io, plan.placement);
  const counted = await withPrograms(side, problem, plan);
  return { kind: "problem", ...counted, catalogue, placement };
}

/** A problem names its nodes by kind, a topology has them in one list. */
export function isProblem(text: string, file: string): boolean {
  const { value, diagnostics } = readDocument(text, file);
  if (diagnostics.length > 0 || typeof value !== "object" || value === null) return false;
  return "chains" in value && ("devices" in value || "switches" in value);
}

async function readPlacement(io: Io, path: string): Promise<Placement> {
  const { file, text } = await readInput(io, path, { folder: "placements", extensions: [".json"] });
  const { value, diagnostics } = checkShape<Placement>(
    readDocument(text, file),
    placementSchema,
    "a placement (p4twin place --json)",
  );
  if (value === null) throw new InputError(file, diagnostics);
  return value;
}

/**
 * A function whose program is a file of the side counts what the slowest path of that file counts, of those that its
 * entries leave where the plan names such.
 */
async function withPrograms(
  side: Side,
  problem: Problem,
  { file, entries }: ReviewedCloud,
): Promise<{ problem: Problem; unread: string[] }> {
  const functions = [];
  const unread: string[] = [];
  const left = new Map(Object.entries(entries));
  for (const each of problem.functions) {
    const { type, program } = each;
    if (typeof program !== "string" || !program.endsWith(".p4") || !has(side, program)) {
      functions.push(each);
      continue;
    }
    const named = left.get(type);
    left.delete(type);
    const isThere = named !== undefined && has(side, named);
    if (named !== undefined && !isThere)
      unread.push(`${side.name} has no ${named}: ${type} counts the slowest of all its paths there`);
    const { report } = await analyseFile(
      { ...side.io, stderr: () => {} },
      program,
      isThere ? { entries: named } : {},
    );
    if (report.max === null)
      throw inputError(program, "review-function", `function ${type} has no path that can be counted`);
    functions.push({ ...each, features: report.max });
  }
  const [wrong] = left.keys();
  if (wrong !== undefined)
    throw inputError(
      file,
      "review-entries",
      `the plan has entries for "${wrong}", but ${side.name} has no such function with a .p4 file as its program`,
    );
  return { problem: { ...problem, functions }, unread };
}

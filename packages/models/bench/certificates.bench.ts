import loadHighs from "highs";
import { assert } from "../src/core/index.ts";
import {
  agnostic,
  createInstance,
  greedy,
  type Instance,
  isProof,
  type Placement,
  solveBatch,
  solveExact,
  solveIlp,
  verifyPlacement,
} from "../src/placement/index.ts";
import { leastPlacement } from "./certificates/leastPlacement.ts";
import { type RandomModel, randomModels } from "./certificates/randomModels.ts";

const PROBLEMS = Number(process.env.P4TWIN_PROBLEMS ?? 4000);
const SEED = Number(process.env.P4TWIN_SEED ?? 1);
const SAME = 1e-6;
const nowMs = (): number => performance.now();
const quiet = { timeLimitMs: null, nowMs };

type Count = Record<
  | "optimal"
  | "feasible"
  | "infeasible, proven"
  | "no placement found"
  | "of them placeable"
  | "wrongly optimal"
  | "wrongly infeasible"
  | "bound above a placement"
  | "refused by the checker",
  number
>;
const nothing = (): Count => ({
  optimal: 0,
  feasible: 0,
  "infeasible, proven": 0,
  "no placement found": 0,
  "of them placeable": 0,
  "wrongly optimal": 0,
  "wrongly infeasible": 0,
  "bound above a placement": 0,
  "refused by the checker": 0,
});

/**
 * What every engine claims on random problems, held against an enumeration that shares no code with them
 * (`certificates/leastPlacement.ts`), and against the placements of all other engines. P4TWIN_PROBLEMS and
 * P4TWIN_SEED choose the problems. Ends with an error when a claim is wrong.
 */
export default async function bench(): Promise<{ name: string; rows: Record<string, string | number>[] }> {
  const highs = await loadHighs();
  const engines: Record<string, (instance: Instance) => Placement> = {
    greedy: (instance) => greedy(instance, { nowMs }),
    agnostic: (instance) => agnostic(instance, quiet),
    exact: (instance) => solveExact(instance, { ...quiet, online: false }),
    ilp: (instance) => solveIlp(instance, { ...quiet, online: false }, highs),
    batch: (instance) => solveBatch(instance, quiet, highs),
  };
  const counts = Object.fromEntries(Object.keys(engines).map((id) => [id, nothing()]));
  let [placeable, leftOut, wrong] = [0, 0, 0];
  randomModels(PROBLEMS, SEED).forEach(({ problem, catalogue }: RandomModel, index) => {
    const answers = Object.entries(engines).map(([id, solve]) => ({
      id,
      placement: solve(createInstance(problem, catalogue)),
    }));
    const refused = answers.filter((a) => verifyPlacement(problem, catalogue, a.placement).length > 0);
    const placed = answers.filter((a) => a.placement.status !== "infeasible" && !refused.includes(a));
    const known = placed.length === 0 ? null : Math.min(...placed.map((a) => a.placement.objective!));
    const enumerated = leastPlacement(problem, catalogue, known);
    // without the enumeration, the engines' own placements are the certificate
    const least = enumerated === null ? known : enumerated.objective;
    if (enumerated === null) leftOut++;
    if (least !== null) placeable++;
    for (const answer of answers) {
      const faults = judge(answer.placement, least, counts[answer.id]!);
      if (refused.includes(answer)) faults.push("refused by the checker");
      for (const fault of faults) {
        counts[answer.id]![fault]++;
        wrong++;
        console.error(
          `problem ${index} of seed ${SEED}, ${answer.id}: ${fault}, ${claim(answer.placement)}, least ${least}`,
        );
      }
    }
  });
  const rows = Object.entries(counts).map(([engine, count]) => ({ engine, ...count }));
  if (wrong > 0) console.table(rows);
  assert(wrong === 0, `${wrong} wrong claims`);
  return {
    name: `certificates (${PROBLEMS} random problems, seed ${SEED}: ${placeable} placeable, ${leftOut} too large to enumerate, held against the engines alone; no wrong claim)`,
    rows,
  };
}

/** Counts what an answer claims, and gives what of it is wrong. */
function judge(placement: Placement, least: number | null, count: Count): (keyof Count)[] {
  const { status, objective = 0, bound } = placement;
  const faults: (keyof Count)[] = [];
  if (status === "infeasible") {
    const proven = isProof(placement);
    count[proven ? "infeasible, proven" : "no placement found"]++;
    if (least !== null && proven) faults.push("wrongly infeasible");
    if (least !== null && !proven) count["of them placeable"]++;
  } else {
    count[status]++;
    if (status === "optimal" && (least === null || isAbove(objective, least))) faults.push("wrongly optimal");
  }
  if (bound !== null && least !== null && isAbove(bound, least)) faults.push("bound above a placement");
  return faults;
}

const isAbove = (value: number, least: number): boolean =>
  value > least + SAME * Math.max(1, Math.abs(least));

const claim = ({ status, objective, bound, conflicts }: Placement): string =>
  `${status} at ${objective}, bound ${bound}${conflicts.map((c) => `, ${c.constraint}`).join("")}`;

import loadHighs from "highs";
import { libraryFunctions } from "../src/chain/index.ts";
import { assert } from "../src/core/index.ts";
import { libraryDevices } from "../src/device/index.ts";
import {
  checkProblem,
  createCatalogue,
  type Plan,
  type Problem,
  planDevices,
  verifyPlan,
} from "../src/placement/index.ts";

/** Functions of Table 5.5 in turn, 1 Gbps each [harkous-5.2.5]. */
const TURN = ["l2fwd", "l3fwd", "fw", "vdecap", "lb", "tunneling", "nat"];
/** The total that the thesis' results imply; it is not printed [harkous-readings] no. 11. */
const TOTAL = 217;
/**
 * Functions, and devices of each type, for the program as printed: its variables are the product, so the last
 * one meets its limit.
 */
const DIRECT = [
  { total: 10, available: 10 },
  { total: 30, available: 10 },
  { total: 220, available: 25 },
];
const DIRECT_LIMIT_MS = 20_000;
const REPEATS = 3;
const BUDGET_USD = 100_000;

/** Planning: the thesis' scenarios with its values beside ours, and exact beside the program as printed, in one run. */
export default async function bench(): Promise<{ name: string; rows: Record<string, string | number>[] }> {
  const highs = await loadHighs();
  const catalogue = createCatalogue(libraryDevices(), libraryFunctions());
  const nowMs = (): number => performance.now();
  const problemOf = (total: number, options: object, available?: number): Problem => {
    const workload = TURN.map((f, i) => ({
      function: f,
      gbps: 1,
      count: Math.floor(total / TURN.length) + (i < total % TURN.length ? 1 : 0),
    })).filter((w) => w.count > 0);
    const deviceTypes = ["cpu", "npu", "fpga", "asic"].map((profile) => ({
      profile,
      ...(available === undefined ? {} : { available }),
    }));
    const { problem, diagnostics } = checkProblem({ deviceTypes, workload, options }, catalogue);
    assert(problem !== null, diagnostics.map((d) => d.message).join("; "));
    return problem;
  };
  const solve = (problem: Problem, engine: string, timeLimitMs: number | null): Plan => {
    const plan = planDevices(problem, catalogue, engine, { timeLimitMs, nowMs }, highs);
    const violations = verifyPlan(problem, catalogue, plan);
    assert(violations.length === 0, violations.map((v) => v.message).join("; "));
    return plan;
  };
  const delay = { objective: { delay: 1 } };
  const capped = { ...delay, maxCost: BUDGET_USD };
  const scenarios: [string, number, object, string][] = [
    ["S1 delay (C1)", TOTAL, delay, "15 asic"],
    ["S2 cost (C1)", TOTAL, { objective: { cost: 1 } }, "25 cpu"],
    ["S3 both, largest recorded values (C1)", TOTAL, { objective: { delay: 0.5, cost: 0.5 } }, "22 npu"],
    ["S4 delay, 100,000 $ (C2)", 90, capped, "2 asic + 4 fpga, the last"],
    ["S4 (C3)", 199, capped, "20 fpga, the last"],
    ["S4: last with one ASIC here (C4, not determined)", 151, capped, "174"],
    ["S4: last with one ASIC only (C5, not determined)", 16, capped, "22"],
  ];
  const rows = scenarios.map(([scenario, total, options, thesis]): Record<string, string | number> => {
    const runs = Array.from({ length: REPEATS }, () => solve(problemOf(total, options), "exact", null));
    const bought = runs[0]!.types.map((t) => `${t.count} ${t.profile}`).join(" + ");
    return { scenario, functions: total, thesis, bought, status: runs[0]!.status, "exact ms": least(runs) };
  });
  for (const { total, available } of DIRECT) {
    const problem = problemOf(total, delay, available);
    const exact = Array.from({ length: REPEATS }, () => solve(problem, "exact", null));
    const direct = solve(problem, "ilp", DIRECT_LIMIT_MS);
    rows.push({
      scenario: "S1, exact beside the program as printed",
      functions: total,
      bought: exact[0]!.types.map((t) => `${t.count} ${t.profile}`).join(" + "),
      status: `exact ${exact[0]!.status}, ilp ${direct.objective === null ? "nothing found" : direct.status}`,
      "exact ms": least(exact),
      "ilp ms": round(direct.timeMs),
      "ilp / exact": Math.round(direct.timeMs / least(exact)),
    });
  }
  return { name: "planning (thesis Sec. 5.2.5; totals and turn inferred)", rows };
}

const least = (runs: readonly Plan[]): number => round(Math.min(...runs.map((r) => r.timeMs)));
const round = (value: number): number => Number(value.toPrecision(3));

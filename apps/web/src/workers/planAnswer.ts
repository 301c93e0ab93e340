import { libraryFunctions } from "@p4twin/models/chain";
import type { DeviceProfile } from "@p4twin/models/device";
import {
  createCatalogue,
  type Plan,
  type Problem,
  planDevices,
  type Violation,
  verifyPlan,
} from "@p4twin/models/placement";
import type { Highs } from "highs";

/** What the plan page asks. */
export type PlanQuestion = {
  problem: Problem;
  profiles: readonly DeviceProfile[];
  /** one of `planEngines` */
  engine: string;
  timeLimitS: number;
};

/** A plan with what the independent checker says about it. */
export type CheckedPlan = { plan: Plan; violations: Violation[] };

const MS_PER_S = 1_000;

/** Plans and checks. */
export async function planChecked(
  { problem, profiles, engine, timeLimitS }: PlanQuestion,
  { load, nowMs }: { load: () => Promise<Highs>; nowMs: () => number },
): Promise<CheckedPlan> {
  const catalogue = createCatalogue(profiles, libraryFunctions());
  const limits = { timeLimitMs: timeLimitS * MS_PER_S, nowMs };
  const plan = planDevices(problem, catalogue, engine, limits, await load());
  return { plan, violations: verifyPlan(problem, catalogue, plan) };
}

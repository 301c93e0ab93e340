import type { Catalogue } from "../catalogue.ts";
import { type Problem, requiredTypes } from "../problem.ts";
import { checkCompatible, type Report, TOLERANCE, type Violation } from "../verifyFacts.ts";
import type { Plan } from "./planResult.ts";

/**
 * Checks a plan of any engine against its problem (Eqs. 5.2, 5.3, 5.6, 5.7, 5.9-5.15) from the problem file
 * and the catalogue alone; shares no code with the engines. Returns what is wrong, nothing when all holds.
 */
export function verifyPlan(problem: Problem, catalogue: Catalogue, plan: Plan): Violation[] {
  const violations: Violation[] = [];
  const report: Report = (constraint, ids, message) => {
    violations.push({ constraint, ids, message });
  };
  if (plan.status === "infeasible") {
    if (plan.devices.length > 0) report("status", [], "the plan is infeasible, but lists devices");
    return violations;
  }
  checkPlaced(problem, plan, report);
  const functions = new Map([...catalogue.functions, ...problem.functions].map((f) => [f.type, f]));
  const required = [...new Set(requiredTypes(problem, catalogue.functions, "plan"))];
  const total = { delayUs: 0, costUsd: 0, powerWatts: 0 };
  for (const { id, profile, functions: here } of plan.devices) {
    const device = catalogue.device(profile);
    if (device === null || !problem.deviceTypes.some((t) => t.profile === profile)) {
      report("devices", [id], `${id} is a ${profile}, which is not among the device types of the problem`);
      continue;
    }
    const types = [...required, ...here.map((f) => f.function)];
    if (!types.every((t) => checkCompatible(functions.get(t)!, id, device, id, report))) continue;
    const over = (constraint: string, what: string, used: number, limit: number | null): void => {
      if (limit !== null && used > limit + TOLERANCE) {
        report(constraint, [id], `${id} has ${limit} ${what}, the plan needs ${used}`);
      }
    };
    const copies = [...required, ...here.flatMap((f) => Array.from({ length: f.count }, () => f.function))];
    const counted = problem.options.sharing ? [...new Set(copies)] : copies;
    const sum = (list: number[]): number => list.reduce((a, b) => a + b, 0);
    const size = (t: string): number => sum(Object.values(functions.get(t)!.features));
    over("5.11", "constructs", sum(counted.map(size)), device.maxConstructs);
    over("5.12", "rules", sum(copies.map((t) => functions.get(t)!.rules)), device.maxRules);
    over("5.13", "Gbps", sum(here.map((f) => f.gbps * f.count)), device.gbps);
    for (const [name, limit] of device.externs) {
      const users = here.filter((f) =>
        functions.get(f.function)!.externs.some((e) => e.toLowerCase() === name),
      );
      over("5.14", `Gbps of ${name}`, sum(users.map((f) => f.gbps * f.count)), limit);
    }
    total.delayUs += sum(copies.map((t) => device.baseUs + device.functionUs(functions.get(t)!)!));
    total.costUsd += device.costUsd;
    total.powerWatts += device.powerWatts;
  }
  checkTotals(problem, plan, total, report);
  return violations;
}

/** Eq. 5.6: what is placed is the workload; and no more devices are bought than there are. */
function checkPlaced(problem: Problem, plan: Plan, report: Report): void {
  const key = (type: string, gbps: number): string => `${type} at ${gbps} Gbps`;
  const open = new Map<string, number>();
  const add = (name: string, count: number): void => {
    open.set(name, (open.get(name) ?? 0) + count);
  };
  for (const w of problem.workload) add(key(w.function, w.gbps), w.count);
  for (const f of plan.devices.flatMap((d) => d.functions)) add(key(f.function, f.gbps), -f.count);
  for (const [name, count] of open) {
    if (count > 0) report("5.6", [name], `${count} of ${name} are not placed`);
    if (count < 0) report("5.6", [name], `${-count} of ${name} are placed, but not asked for`);
  }
  for (const profile of new Set(plan.devices.map((d) => d.profile))) {
    const types = problem.deviceTypes.filter((t) => t.profile === profile);
    const available = types.reduce((sum, t) => sum + (t.available ?? Number.POSITIVE_INFINITY), 0);
    const bought = plan.devices.filter((d) => d.profile === profile).length;
    if (bought > available)
      report("available", [profile], `there are ${available} ${profile}, the plan buys ${bought}`);
    const stated = plan.types.find((t) => t.profile === profile)?.count ?? 0;
    if (stated !== bought)
      report("types", [profile], `the plan states ${stated} ${profile}, it lists ${bought}`);
  }
}

function checkTotals(
  problem: Problem,
  plan: Plan,
  total: { delayUs: number; costUsd: number; powerWatts: number },
  report: Report,
): void {
  const { maxCost, objective } = problem.options;
  if (maxCost !== undefined && total.costUsd > maxCost + TOLERANCE) {
    report("5.15", [], `the devices cost ${total.costUsd} $, at most ${maxCost} $ are allowed`);
  }
  const equal = (a: number | null, b: number): boolean =>
    a !== null && Math.abs(a - b) <= TOLERANCE * Math.max(1, Math.abs(b));
  for (const name of ["delayUs", "costUsd", "powerWatts"] as const) {
    if (!equal(plan[name], total[name]))
      report(name, [], `the plan states ${plan[name]}, its devices give ${total[name]}`);
  }
  const weighted = objective.power || objective.delay || objective.cost ? objective : { cost: 1 };
  const { normalise } = plan;
  const value =
    ((weighted.power ?? 0) * total.powerWatts) / normalise.power +
    ((weighted.delay ?? 0) * total.delayUs) / normalise.delay +
    ((weighted.cost ?? 0) * total.costUsd) / normalise.cost;
  if (!equal(plan.objective, value))
    report("objective", [], `the plan states ${plan.objective}, Eq. 5.5 gives ${value}`);
}

import type { Highs } from "highs";
import type { Catalogue } from "../catalogue.ts";
import { runModel } from "../ilp/runModel.ts";
import { type Problem, requiredTypes } from "../problem.ts";
import type { Conflict } from "../result.ts";
import { aggregateModel, type PlanFamily } from "./aggregateModel.ts";
import { mostOn, type PlanInstance } from "./planInstance.ts";

/** Time for the whole search (our choice). */
const IN_ALL_MS = 10_000;

/**
 * Why no plan exists: a function that fits on no type of device, or else what is left when functions, then
 * families of constraints are dropped one by one as long as the rest stays infeasible.
 */
export function planConflicts(
  problem: Problem,
  catalogue: Catalogue,
  plan: PlanInstance,
  highs: Highs,
  leftMs: () => number | null,
): Conflict[] {
  const profiles = [...new Set(problem.deviceTypes.map((t) => t.profile))];
  if (plan.kinds.length === 0) {
    const required = requiredTypes(problem, catalogue.functions, "plan").join(", ");
    const message =
      profiles.length === 0
        ? "the problem lists no device types; add deviceTypes with the profiles that can be bought"
        : `none of the device types (${profiles.join(", ")}) runs the required functions (${required})`;
    return [{ constraint: "5.7", ids: profiles, message }];
  }
  for (const [i, item] of plan.items.entries()) {
    if (plan.kinds.some((kind) => mostOn(plan, kind, i) > 0)) continue;
    const message = `function ${item.f.type} at ${item.gbps} Gbps fits on none of the device types (${profiles.join(", ")}), not even alone: architecture, externs, throughput, constructs and rules of one device must all suffice`;
    return [{ constraint: "5.9-5.14", ids: [item.f.type], message }];
  }
  const zero = { power: 0, delay: 0, cost: 0 };
  const infeasible = (items: PlanInstance["items"], without: ReadonlySet<PlanFamily>): boolean => {
    const timeLimitMs = Math.min(IN_ALL_MS, leftMs() ?? IN_ALL_MS);
    const { model } = aggregateModel({ ...plan, items }, zero, without);
    return runModel(model, { timeLimitMs }, highs).status === "infeasible";
  };
  if (!infeasible(plan.items, new Set())) {
    const message =
      "added up the devices have room for all functions, but no distribution over single devices keeps every limit of each of them";
    return [{ constraint: "5.11-5.14", ids: profiles, message }];
  }
  let items = [...plan.items];
  for (const item of plan.items) {
    const rest = items.filter((i) => i !== item);
    if (rest.length > 0 && infeasible(rest, new Set())) items = rest;
  }
  let without: ReadonlySet<PlanFamily> = new Set();
  const kept: PlanFamily[] = [];
  const externs = new Set(items.flatMap((i) => i.f.externs));
  const families: PlanFamily[] = [
    "rules",
    "constructs",
    ...[...externs].map((e): PlanFamily => `extern:${e}`),
    "throughput",
    "available",
    "maxCost",
  ];
  for (const family of families) {
    const fewer = new Set([...without, family]);
    if (infeasible(items, fewer)) without = fewer;
    else kept.push(family);
  }
  const workload = items.map((i) => `${i.count} ${i.f.type} at ${i.gbps} Gbps`).join(", ");
  const all = {
    constraint: "5.6",
    ids: items.map((i) => i.f.type),
    message: `${workload} are all to be placed`,
  };
  return [all, ...kept.map((family) => describe(problem, plan, family))];
}

function describe(problem: Problem, plan: PlanInstance, family: PlanFamily): Conflict {
  const ids = [...new Set(plan.kinds.map((k) => k.facts.profile))];
  const each = (value: (kind: PlanInstance["kinds"][number]) => number | null, unit: string): string =>
    plan.kinds.map((k) => `${k.facts.profile} ${value(k) ?? "unlimited"}${unit}`).join(", ");
  switch (family) {
    case "maxCost":
      return {
        constraint: "5.15",
        ids: [],
        message: `the devices may cost at most ${problem.options.maxCost} $`,
      };
    case "available": {
      const numbers = problem.deviceTypes.filter((t) => t.available !== undefined);
      const message = `no more devices can be bought than there are (${numbers.map((t) => `${t.available} ${t.profile}`).join(", ")})`;
      return { constraint: "available", ids: numbers.map((t) => t.profile), message };
    }
    case "throughput": {
      const message = `each device carries no more than its rate (${each((k) => k.facts.gbps, " Gbps")})`;
      return { constraint: "5.13", ids, message };
    }
    case "constructs": {
      const message = `each device holds no more constructs than it has room for (${each((k) => k.facts.maxConstructs, "")})`;
      return { constraint: "5.11", ids, message };
    }
    case "rules": {
      const message = `each device holds no more rules than it has room for (${each((k) => k.facts.maxRules, "")})`;
      return { constraint: "5.12", ids, message };
    }
    default: {
      const name = family.slice("extern:".length);
      const message = `each device runs the extern ${name} no faster than it can (${each((k) => k.facts.externs.get(name) ?? null, " Gbps")})`;
      return { constraint: "5.14", ids, message };
    }
  }
}

import type { Highs } from "highs";
import { alikeChains } from "../batch/alike.ts";
import { chainConflicts } from "../chainConflicts.ts";
import type { Instance } from "../instance.ts";
import { emptyLedger } from "../ledger.ts";
import type { Conflict } from "../result.ts";
import type { SolveLimits } from "./runModel.ts";
import type { Family } from "./scope.ts";
import { solveModel } from "./solveModel.ts";

/** Time for each of the solves of the deletion filter, and for all of them (our choice). */
const PER_SOLVE_MS = 5_000;
const IN_ALL_MS = 30_000;

/**
 * Names a smallest set of constraints of an infeasible problem that cannot hold together: a chain that cannot
 * be placed even alone, or else what is left when chains, then families of constraints are dropped one by one
 * as long as the rest stays infeasible (deletion filter). When its time runs out, what was not tried stays in
 * the set, and a last entry says so.
 */
export function findConflicts(
  instance: Instance,
  limits: SolveLimits & { nowMs: () => number },
  highs: Highs,
): Conflict[] {
  for (const index of instance.chains.keys()) {
    const alone = chainConflicts(instance, index);
    if (alone.length > 0) return alone;
  }
  const kindOf = new Map(kindsOf(instance).flatMap((group, g) => group.map((index) => [index, g])));
  const started = limits.nowMs();
  const inAllMs = Math.min(IN_ALL_MS, limits.timeLimitMs ?? IN_ALL_MS);
  let complete = true;
  const stillInfeasible = (chains: readonly number[], without: ReadonlySet<Family>): boolean => {
    const leftMs = inAllMs - (limits.nowMs() - started);
    if (leftMs <= 0 || limits.stop?.()) {
      complete = false;
      return false;
    }
    const feasibility = { ...instance, weights: { power: 0, delay: 0, cost: 0 } };
    const solve = (groups: readonly (readonly number[])[]): boolean => {
      const scope = {
        chains: groups.map((group) => group[0]!),
        counts: groups.map((group) => group.length),
        without,
        ledger: emptyLedger(instance),
      };
      const { status } = solveModel(
        feasibility,
        scope,
        { timeLimitMs: Math.min(PER_SOLVE_MS, leftMs), stop: limits.stop },
        highs,
      );
      if (status === "unknown") complete = false;
      return status === "infeasible";
    };
    // chains that are alike are counted first; that leaves their budgets out, so only a no is sure
    const budgeted = (index: number): boolean =>
      instance.chains[index]!.chain.maxDelayUs !== null && !without.has(`budget:${index}`);
    const alike = new Map<string, number[]>();
    for (const index of chains) {
      // ways of one chain share functions, so none stands for another
      const isWay = instance.chains[index]!.way !== null;
      const key = isWay ? `way ${index}` : `${kindOf.get(index)} ${budgeted(index)}`;
      alike.set(key, [...(alike.get(key) ?? []), index]);
    }
    const groups = [...alike.values()];
    if (solve(groups)) return true;
    return groups.some((group) => group.length > 1 && budgeted(group[0]!)) && solve(chains.map((c) => [c]));
  };
  let chains = [...instance.chains.keys()];
  const none: ReadonlySet<Family> = new Set();
  const needed = new Set<number>();
  for (const index of instance.chains.keys()) {
    const kind = kindOf.get(index)!;
    // one that is like a needed one is needed as well
    if (needed.has(kind)) continue;
    const isWith = (c: number): boolean =>
      c === index || (instance.chains[c]!.way !== null && kindOf.get(c) === kind);
    const rest = chains.filter((c) => !isWith(c));
    if (rest.length > 0 && stillInfeasible(rest, none)) chains = rest;
    else needed.add(kind);
  }
  let without = none;
  const kept: Family[] = [];
  for (const family of familiesOf(instance, chains)) {
    const fewer = new Set([...without, family]);
    if (stillInfeasible(chains, fewer)) without = fewer;
    else kept.push(family);
  }
  const conflicts = [placeAll(instance, chains), ...kept.map((family) => describe(instance, chains, family))];
  if (complete) return conflicts;
  const message =
    "time ran out while the set was made smaller; some of these constraints may not be needed for the conflict";
  return [...conflicts, { constraint: "time-limit", ids: [], message }];
}

/** Chains that are alike, and the ways of one chain: needed, or not, together. */
function kindsOf(instance: Instance): number[][] {
  const ways = new Map<string, number[]>();
  const alike = alikeChains(instance).flatMap((group) => {
    const single = group.filter((index) => {
      const { way } = instance.chains[index]!;
      if (way !== null) ways.set(way.chain, [...(ways.get(way.chain) ?? []), index]);
      return way === null;
    });
    return single.length > 0 ? [single] : [];
  });
  return [...alike, ...ways.values()];
}

/** Families that can bind the chains, those whose absence tells most first. */
function familiesOf(instance: Instance, chains: readonly number[]): Family[] {
  const externs = new Set(chains.flatMap((c) => instance.chains[c]!.functions.flatMap((f) => f.externs)));
  const budgets = chains.filter((c) => instance.chains[c]!.chain.maxDelayUs !== null);
  const all = chains.flatMap((c) => instance.chains[c]!.functions);
  const rules = [...all, ...instance.required].some((f) => f.rules > 0);
  const ruleLimits = instance.devices.some((d) => d.facts.maxRules !== null);
  return [
    ...(rules && ruleLimits ? (["rules"] as const) : []),
    "links",
    "ingress",
    "egress",
    "constructs",
    ...(instance.devices.some((d) => d.facts.software !== null) ? (["cores"] as const) : []),
    ...[...externs].map((e): Family => `extern:${e}`),
    ...budgets.map((c): Family => `budget:${c}`),
  ];
}

function placeAll(instance: Instance, chains: readonly number[]): Conflict {
  const ids = chains.map((c) => instance.chains[c]!.chain.id);
  return { constraint: "5.6", ids, message: `chains ${ids.join(", ")} are all to be embedded` };
}

function describe(instance: Instance, chains: readonly number[], family: Family): Conflict {
  const deviceIds = (has: (facts: Instance["devices"][number]["facts"]) => boolean): string[] =>
    instance.devices.filter((d) => has(d.facts)).map((d) => d.id);
  if (family.startsWith("budget:")) {
    const { chain } = instance.chains[Number(family.slice("budget:".length))]!;
    return {
      constraint: "5.31",
      ids: [chain.id],
      message: `chain ${chain.id} may take at most ${chain.maxDelayUs} us`,
    };
  }
  if (family.startsWith("extern:")) {
    const name = family.slice("extern:".length);
    const users = chains
      .map((c) => instance.chains[c]!)
      .filter((c) => c.functions.some((f) => f.externs.includes(name)));
    const gbps = round(
      users.reduce(
        (sum, c) => sum + c.chain.gbps * c.functions.filter((f) => f.externs.includes(name)).length,
        0,
      ),
    );
    const holders = instance.devices.filter((d) => d.facts.externs.has(name));
    const limits = holders.map((d) => `${d.id} ${d.facts.externs.get(name) ?? "unlimited"}`);
    const written = users[0]!.functions.find((f) => f.externs.includes(name))!.externNames.get(name);
    const message = `extern ${written}: the chains need ${gbps} Gbps, no device may run more than its own (${limits.join(", ")} Gbps)`;
    return { constraint: "5.14", ids: holders.map((d) => d.id), message };
  }
  switch (family) {
    case "constructs": {
      const ids = deviceIds((f) => f.maxConstructs !== null);
      return {
        constraint: "5.11",
        ids,
        message: `each device holds no more constructs than it has room for (${ids.join(", ")})`,
      };
    }
    case "rules": {
      const ids = deviceIds((f) => f.maxRules !== null);
      return {
        constraint: "5.12",
        ids,
        message: `each device holds no more rules than it has room for (${ids.join(", ")})`,
      };
    }
    case "cores": {
      const ids = deviceIds((f) => f.software !== null);
      return {
        constraint: "cores",
        ids,
        message: `the cores of a server process no more packets than their cycles allow (${ids.join(", ")})`,
      };
    }
    case "ingress":
    case "egress": {
      const ids = deviceIds((f) => f.gbps !== null);
      const constraint = family === "ingress" ? "5.26" : "5.27";
      return {
        constraint,
        ids,
        message: `the ${family} port of each device carries no more than its rate (${ids.join(", ")})`,
      };
    }
    default: {
      const ids = [...new Set(instance.problem.links.flatMap((l) => [l.a, l.b]))];
      return { constraint: "5.30", ids, message: "no link carries more than its capacity" };
    }
  }
}

const round = (value: number): number => Math.round(value * 1e6) / 1e6;

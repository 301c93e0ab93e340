import type { Problem } from "../problem.ts";
import { createOracle, type RelaxOptions } from "./oracle.ts";
import { type Relaxation, type RelaxationKind, type Relaxations, relaxationKinds } from "./relaxation.ts";
import { relaxBudgets } from "./relaxBudgets.ts";
import { dropChain, relaxLoads } from "./relaxChains.ts";
import { relaxByNewDevice, relaxByProfile } from "./relaxDevices.ts";
import { relaxLinks } from "./relaxLinks.ts";

/**
 * What would make an infeasible problem feasible, the least of each kind: budgets, capacities of links,
 * throughput, another profile, more devices, a chain less. Each entry carries the changes that do it. Asks
 * the engine often: give it a time limit. Rejects only with the signal's reason.
 */
export async function findRelaxations(problem: Problem, options: RelaxOptions): Promise<Relaxations> {
  const { catalogue, engine, nowMs, kinds = relaxationKinds } = options;
  const started = nowMs();
  const oracle = createOracle(options);
  const report = (
    rest: Pick<Relaxations, "feasible" | "conflicts" | "relaxations" | "notes">,
  ): Relaxations => ({
    ...rest,
    engine: engine.id,
    solves: oracle.solves,
    timeMs: nowMs() - started,
  });
  const first = await oracle.ask(problem);
  if (first.placement !== null) return report({ feasible: true, conflicts: [], relaxations: [], notes: [] });
  const { conflicts } = first.none;
  const slow = conflicts.filter((c) => c.constraint === "5.31").flatMap((c) => c.ids);
  const search: Record<RelaxationKind, () => Promise<Relaxation[]>> = {
    budget: () => relaxBudgets(problem, oracle, slow),
    link: () => relaxLinks(problem, oracle),
    load: () => relaxLoads(problem, oracle),
    profile: () => relaxByProfile(problem, oracle, catalogue),
    "add-device": () => relaxByNewDevice(problem, oracle, catalogue),
    "drop-chain": () => dropChain(problem, oracle),
  };
  const relaxations: Relaxation[] = [];
  const notes: string[] = [];
  for (const kind of relaxationKinds.filter((k) => kinds.includes(k))) {
    oracle.kind = kind;
    if (oracle.late()) notes.push(`no time was left for the kind ${kind}`);
    else relaxations.push(...(await search[kind]()).map((r) => ({ ...r, proven: r.proven && first.proof })));
  }
  if (!first.proof)
    notes.push(`the engine ${engine.id} found no placement, which does not prove that there is none`);
  return report({ feasible: false, conflicts, relaxations, notes });
}

import type { Problem } from "../problem.ts";
import type { Change } from "../whatIf/change.ts";
import { descend, type Oracle, roundUp, STEP } from "./oracle.ts";
import type { Relaxation } from "./relaxation.ts";

type Budgets = ReadonlyMap<string, number | null>;

const withBudgets = (problem: Problem, budgets: Budgets): Problem => ({
  ...problem,
  chains: problem.chains.map((c) => {
    const maxDelayUs = budgets.get(c.id);
    return maxDelayUs === undefined ? c : { ...c, maxDelayUs };
  }),
  // short delays first: the search for the least budget then takes fewer steps
  options: { ...problem.options, objective: { power: 0, delay: 1 } },
});

/**
 * The least budget of one chain that makes the problem feasible, the others as they are; where no single
 * chain suffices, budgets of a set of chains none of which can stay, or be smaller while the others of the
 * set are as given.
 */
export async function relaxBudgets(
  problem: Problem,
  oracle: Oracle,
  first: readonly string[],
): Promise<Relaxation[]> {
  const limited = problem.chains.filter((c) => c.maxDelayUs !== null).map((c) => c.id);
  const free = new Map(limited.map((id): [string, null] => [id, null]));
  if (limited.length === 0 || (await oracle.ask(withBudgets(problem, free))).placement === null) return [];
  const order = [...limited].sort((a, b) => Number(first.includes(b)) - Number(first.includes(a)));
  const found: Relaxation[] = [];
  for (const id of order) {
    if (oracle.late()) return found;
    const alone = await leastBudgets(problem, oracle, [id]);
    if (alone) found.push(alone);
  }
  if (found.length > 0) return found.sort((a, b) => a.amount - b.amount);
  const needed = new Map<string, null>(free);
  for (const id of order) {
    const fewer = new Map([...needed].filter(([other]) => other !== id));
    if (oracle.late()) return found;
    if ((await oracle.ask(withBudgets(problem, fewer))).placement !== null) needed.delete(id);
  }
  const together = await leastBudgets(problem, oracle, [...needed.keys()]);
  return together ? [together] : [];
}

/**
 * Budgets of these chains made as small as can be one after another; null when even without them there is no placement.
 */
async function leastBudgets(
  problem: Problem,
  oracle: Oracle,
  ids: readonly string[],
): Promise<Relaxation | null> {
  const budgets = new Map<string, number | null>(ids.map((id) => [id, null]));
  let proven = true;
  for (const id of ids) {
    const delayWithin = async (limit: number | null): Promise<number | { proof: boolean }> => {
      const verdict = await oracle.ask(withBudgets(problem, new Map(budgets).set(id, limit)));
      return (
        verdict.placement?.chains.find((c) => c.id === id)?.delayUs ?? {
          proof: "proof" in verdict && verdict.proof,
        }
      );
    };
    const start = await delayWithin(null);
    if (typeof start !== "number") return null;
    const { maxDelayUs } = problem.chains.find((c) => c.id === id)!;
    const least = await descend(roundUp(start), STEP, maxDelayUs ?? 0, async (limit) => {
      const next = await delayWithin(limit);
      return typeof next === "number" ? roundUp(next) : next;
    });
    budgets.set(id, least.value);
    proven &&= least.proven;
  }
  const raised = ids.flatMap((id) => {
    const before = problem.chains.find((c) => c.id === id)!.maxDelayUs!;
    const after = budgets.get(id)!;
    return after > before ? [{ id, before, after }] : [];
  });
  if (raised.length === 0) return null;
  const words = raised.map(
    ({ id, before, after }) =>
      `chain ${id}: a budget of ${after} us instead of ${before} us (${us(after - before)} us more)`,
  );
  return {
    kind: "budget",
    message: words.join("; "),
    changes: raised.map(({ id, after }): Change => ({ kind: "budget", chain: id, maxDelayUs: after })),
    amount: us(raised.reduce((sum, r) => sum + r.after - r.before, 0)),
    unit: "us",
    proven,
  };
}

const us = (value: number): number => Math.round(value * 1e6) / 1e6;

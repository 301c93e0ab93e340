import type { Problem } from "../problem.ts";
import { type Oracle, roundDown, STEP } from "./oracle.ts";
import type { Relaxation } from "./relaxation.ts";

/** The most throughput that one chain may have, the others as they are, where less of it makes the problem feasible. */
export async function relaxLoads(problem: Problem, oracle: Oracle): Promise<Relaxation[]> {
  const found: Relaxation[] = [];
  for (const { id, gbps } of problem.chains) {
    const at = async (rate: number): Promise<{ fits: boolean; proof: boolean }> => {
      const chains = problem.chains.map((c) => (c.id === id ? { ...c, gbps: rate } : c));
      const verdict = await oracle.ask({ ...problem, chains });
      return { fits: verdict.placement !== null, proof: verdict.placement !== null || verdict.proof };
    };
    if (oracle.late()) return found;
    if (gbps <= STEP || !(await at(STEP)).fits) continue;
    let proven = true;
    let [fits, fails] = [STEP, roundDown(gbps) < gbps ? roundDown(gbps) + STEP : gbps];
    while (fails - fits > 1.5 * STEP) {
      const rate = roundDown((fits + fails) / 2);
      const verdict = await at(rate);
      if (verdict.fits) fits = rate;
      else {
        fails = rate;
        proven = verdict.proof;
      }
    }
    const message = `chain ${id}: ${fits} Gbps instead of ${gbps}`;
    const amount = Math.round((gbps - fits) * 1e6) / 1e6;
    found.push({
      kind: "load",
      message,
      changes: [{ kind: "load", chain: id, gbps: fits }],
      amount,
      unit: "Gbps",
      proven,
    });
  }
  return found.sort((a, b) => a.amount - b.amount).slice(0, 1);
}

/** A chain without which the others fit; of several the one with the least throughput. */
export async function dropChain(problem: Problem, oracle: Oracle): Promise<Relaxation[]> {
  if (problem.chains.length < 2) return [];
  for (const { id } of [...problem.chains].sort((a, b) => a.gbps - b.gbps)) {
    if (oracle.late()) return [];
    const chains = problem.chains.filter((c) => c.id !== id);
    if ((await oracle.ask({ ...problem, chains })).placement === null) continue;
    const message = `without chain ${id} the others fit`;
    return [
      {
        kind: "drop-chain",
        message,
        changes: [{ kind: "remove-chain", chain: id }],
        amount: 1,
        unit: "chains",
        proven: true,
      },
    ];
  }
  return [];
}

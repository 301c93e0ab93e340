import { answer } from "./answer.ts";
import { chainConflicts } from "./chainConflicts.ts";
import type { Embedding } from "./embedding.ts";
import { createGreedySession, type GreedyThresholds } from "./greedySession.ts";
import type { Instance } from "./instance.ts";
import type { Conflict, Placement } from "./result.ts";

export type GreedyOptions = GreedyThresholds & { nowMs: () => number };

/**
 * Greedy algorithm of the thesis (Sec. 5.3.4): each chain in the order of the problem goes whole on one
 * device, the first in the order of Eq. 5.32 that fits. Its "infeasible" means that it found no place, not
 * that none exists.
 */
export function greedy(instance: Instance, options: GreedyOptions): Placement {
  const started = options.nowMs();
  const session = createGreedySession(instance, options);
  const embeddings: Embedding[] = [];
  const rejected: number[] = [];
  for (const index of instance.chains.keys()) {
    const embedding = session.embed(index);
    if (embedding) {
      session.book(embedding);
      embeddings.push(embedding);
    } else rejected.push(index);
  }
  return answer(instance, {
    engine: "greedy",
    status: rejected.length === 0 ? "feasible" : "infeasible",
    bound: null,
    timeMs: options.nowMs() - started,
    embeddings,
    conflicts: rejected.flatMap((index) => reasons(instance, index)),
  });
}

function reasons(instance: Instance, index: number): Conflict[] {
  const alone = chainConflicts(instance, index);
  if (alone.length > 0) return alone;
  const { id } = instance.chains[index]!.chain;
  const message = `chain ${id}: greedy puts a chain whole on one device, and no device that meets its budget has room left beside the chains before it; the engines exact and ilp may find a place`;
  return [{ constraint: "greedy", ids: [id], message }];
}

import { totalDelayUs } from "./branching/unfold.ts";
import { delayRange } from "./delayRange.ts";
import { type Embedding, placedChain } from "./embedding.ts";
import type { Instance } from "./instance.ts";
import { book, costOf, emptyLedger, powerOf } from "./ledger.ts";
import type { Conflict, PlacedChain, Placement } from "./result.ts";

export type AnswerParts = {
  engine: string;
  status: Placement["status"];
  bound: number | null;
  timeMs: number;
  embeddings: readonly Embedding[];
  conflicts: readonly Conflict[];
};

/**
 * Builds the printed answer from embeddings: delays, power and objective are recomputed here, never taken
 * from a solver.
 */
export function answer(instance: Instance, parts: AnswerParts): Placement {
  const ledger = emptyLedger(instance);
  for (const embedding of parts.embeddings) book(instance, ledger, embedding);
  const interval = intervals(instance);
  const chains = [...parts.embeddings]
    .sort((a, b) => a.chain - b.chain)
    .map((e) => interval(placedChain(instance, e)));
  const placed = new Set(parts.embeddings.map((e) => e.chain));
  const { power, delay, cost } = instance.weights;
  const powerWatts = powerOf(instance, ledger);
  const delayUs = totalDelayUs(instance.problem, chains);
  const objective = power * powerWatts + delay * delayUs + cost * costOf(instance, ledger);
  const bound = parts.status === "optimal" ? objective : parts.bound;
  return {
    status: parts.status,
    engine: parts.engine,
    powerWatts,
    objective,
    bound,
    gap: bound === null ? null : relativeGap(objective, bound),
    timeMs: parts.timeMs,
    embedded: chains.length,
    rejected: instance.chains.flatMap((c, i) => (placed.has(i) ? [] : [c.chain.id])),
    chains,
    conflicts: [...parts.conflicts],
  };
}

/** Completes placed chains with the intervals of their delays. */
function intervals(instance: Instance): (placed: PlacedChain) => PlacedChain {
  const facts = new Map(instance.devices.map((d) => [d.id, d.facts]));
  const all = [...instance.chains.flatMap((c) => c.functions), ...instance.required];
  const functions = new Map(all.map((f) => [f.type, f.described]));
  return (placed) => {
    const { delayUs: _, ...intervals } = delayRange(
      placed.terms,
      (id) => facts.get(id) ?? null,
      (type) => functions.get(type) ?? null,
    );
    const { terms, ...rest } = placed;
    return { ...rest, ...intervals, terms };
  };
}

/** Share of the objective that a better answer could save at most. */
const relativeGap = (objective: number, bound: number): number =>
  objective <= bound ? 0 : (objective - bound) / Math.max(Math.abs(objective), 1e-9);

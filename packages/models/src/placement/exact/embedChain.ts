import { type Embedding, onOneDevice, singleDeviceUs } from "../embedding.ts";
import type { Instance } from "../instance.ts";
import type { Ledger } from "../ledger.ts";
import { type ChainFit, chainFit } from "./chainFit.ts";
import { embeddingOfLabel } from "./label.ts";
import { type EmbedLimits, type EmbedRules, problemRules, typesOf } from "./rules.ts";
import { type Found, searchSplits } from "./searchSplits.ts";
import type { Twins } from "./twins.ts";

/**
 * `embedding` null: none was found. `objective` and `bound` are what the chain adds to the objective, and at least adds. Proven when
 * both are equal, or when there is none to find; not proven when the limits ended the search.
 */
export type Embedded = {
  embedding: Embedding | null;
  objective: number;
  bound: number;
  proven: boolean;
};

/**
 * Best embedding of one chain (Eqs. 5.18-5.31) on top of what the ledger holds. First whole on one device, over the classes of equal
 * devices; then, unless that is provably the best, a label-setting search over all splits and routes. `preference` breaks ties.
 */
export function embedChain(
  instance: Instance,
  ledger: Ledger,
  index: number,
  twins: Twins,
  preference: readonly number[],
  limits: EmbedLimits,
  rules: EmbedRules = problemRules(instance.chains[index]!),
): Embedded {
  const chain = instance.chains[index]!;
  const fit = chainFit(instance, ledger, chain);
  const kinds = twins.kinds();
  const whole = bestWhole(instance, index, fit, kinds, preference, rules);
  const least = leastActivation(fit, kinds);
  if (least === Number.POSITIVE_INFINITY) return nothing;
  const settled = whole !== null && instance.weights.delay === 0 && whole.objective <= least;
  if (settled || chain.functions.length === 1) {
    return whole ? { ...whole, bound: whole.objective, proven: true } : nothing;
  }
  const reduced = twins.reduced(chain.functions.length);
  const result = searchSplits({ instance, chain, fit, reduced, rules, least, known: whole, limits });
  if (result.label !== null) {
    const embedding = embeddingOfLabel(index, result.label);
    return { embedding, objective: result.objective, bound: result.bound, proven: result.proven };
  }
  if (whole) return { ...whole, bound: result.bound, proven: result.proven };
  return { ...nothing, bound: result.bound, proven: result.proven };
}

const nothing: Embedded = {
  embedding: null,
  objective: Number.POSITIVE_INFINITY,
  bound: Number.POSITIVE_INFINITY,
  proven: true,
};

type Whole = Found & { embedding: Embedding };

/** The best single device; of equal ones the one that `preference` puts first, so that scarce devices stay free. */
function bestWhole(
  instance: Instance,
  index: number,
  fit: ChainFit,
  kinds: readonly number[],
  preference: readonly number[],
  rules: EmbedRules,
): Whole | null {
  const chain = instance.chains[index]!;
  const positions = chain.functions.map((_, k) => k);
  let best: { device: number; objective: number } | null = null;
  for (const node of kinds) {
    if (!positions.every((k) => fit.runs(k, node)) || !fit.holds(node, positions, false)) continue;
    const us = singleDeviceUs(chain, instance.devices[node]!.facts);
    if (us > rules.budgetUs || rules.excluded.has(typesOf(instance, [node]))) continue;
    const objective = fit.activation(node) + instance.weights.delay * us;
    if (
      best === null ||
      objective < best.objective ||
      (objective === best.objective && preference[node]! < preference[best.device]!)
    ) {
      best = { device: node, objective };
    }
  }
  if (best === null) return null;
  return { objective: best.objective, embedding: onOneDevice(instance, index, best.device) };
}

/** The dearest function of the chain: what its cheapest device adds, and so the whole chain at least. Infinite when one has no place. */
function leastActivation(fit: ChainFit, kinds: readonly number[]): number {
  let least = 0;
  for (let k = 0; k <= fit.last; k++) {
    let cheapest = Number.POSITIVE_INFINITY;
    for (const node of kinds) {
      if (cheapest <= least) break;
      if (!fit.runs(k, node)) continue;
      const own = fit.activation(node);
      if (own < cheapest && fit.holds(node, [k], false)) cheapest = own;
    }
    least = Math.max(least, cheapest);
  }
  return least;
}

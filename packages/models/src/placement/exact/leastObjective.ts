import { totalDelayUs } from "../branching/unfold.ts";
import { CAPACITY_TOLERANCE, type Instance, sumOf, takesRoom } from "../instance.ts";
import { leastDelay } from "../leastDelay.ts";

/** A kind of device with what one of them gives of a resource and adds to the objective. */
type Kind = { gives: number; price: number; count: number };

/**
 * Lower bound of the objective of embedding all chains: each resource alone (extern, ingress and egress
 * throughput; constructs where they are not shared) must be covered by whole devices, the dearest cover
 * counts; delays are those of an empty network.
 */
export function leastObjective(instance: Instance): number {
  const { chains, weights, problem } = instance;
  const total = sumOf(chains, (c) => c.chain.gbps);
  const covers = [cover(instance, total, (d) => d.gbps)];
  if (!problem.options.sharing) {
    const constructs = sumOf(chains, (c) =>
      sumOf(c.functions, (f, k) => (takesRoom(c, k) ? f.constructs : 0)),
    );
    covers.push(cover(instance, constructs, (d) => d.maxConstructs));
  }
  const externs = new Set(chains.flatMap((c) => c.functions.flatMap((f) => f.externs)));
  for (const e of externs) {
    const load = sumOf(chains, (c) => c.chain.gbps * c.functions.filter((f) => f.externs.includes(e)).length);
    covers.push(cover(instance, load, (d) => (d.externs.has(e) ? d.externs.get(e)! : 0)));
  }
  const least = (c: Instance["chains"][number]) => ({ id: c.chain.id, delayUs: leastOf(instance, c) });
  const delayUs = weights.delay > 0 ? totalDelayUs(problem, chains.map(least)) : 0;
  return Math.max(...covers) + weights.delay * delayUs;
}

const leastOf = (instance: Instance, chain: Instance["chains"][number]): number =>
  leastDelay(instance, chain, (k, d) => chain.functions[k]!.runsOn(d.facts))?.us ?? 0;

/**
 * Least price of whole devices that together give `demand`; `gives` null is no limit. Infinite when all
 * together do not.
 */
function cover(
  instance: Instance,
  demand: number,
  gives: (facts: Instance["devices"][number]["facts"]) => number | null,
): number {
  const { power, cost } = instance.weights;
  const kinds = new Map<string, Kind>();
  for (const { facts, isHost } of instance.devices) {
    if (isHost) continue;
    const kind = kinds.get(facts.profile) ?? {
      gives: gives(facts) ?? Number.POSITIVE_INFINITY,
      price: power * facts.powerWatts + cost * facts.costUsd,
      count: 0,
    };
    kind.count++;
    kinds.set(facts.profile, kind);
  }
  const useful = [...kinds.values()].filter((k) => k.gives > 0);
  useful.sort((a, b) => a.price / a.gives - b.price / b.gives);
  let best = Number.POSITIVE_INFINITY;
  const choose = (from: number, missing: number, price: number): void => {
    if (missing <= CAPACITY_TOLERANCE) {
      best = Math.min(best, price);
      return;
    }
    const kind = useful[from];
    // the kinds after this one cost no less per unit
    if (!kind || price + missing * (kind.price / kind.gives) >= best) return;
    const most = Math.min(kind.count, Math.max(1, Math.ceil((missing - CAPACITY_TOLERANCE) / kind.gives)));
    for (let n = most; n >= 0; n--) {
      choose(from + 1, n > 0 ? missing - n * kind.gives : missing, price + n * kind.price);
    }
  };
  choose(0, demand, 0);
  return best;
}

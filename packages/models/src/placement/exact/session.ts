import { type Embedding, onOneDevice } from "../embedding.ts";
import type { Instance } from "../instance.ts";
import { bookArcs, emptyLedger, type Ledger, sharesOf, unused } from "../ledger.ts";
import { efficiencyRatios } from "../ratio.ts";
import { type ChainKind, createChainKinds, type Verdict } from "./chainKinds.ts";
import { createDeviceStates } from "./deviceStates.ts";
import { createEqualBranches } from "./equalBranches.ts";
import { embeddingOfLabel } from "./label.ts";
import { createPartMaker, type Filter, type Part, reachFrom } from "./part.ts";
import { type EmbedLimits, type EmbedRules, problemRules } from "./rules.ts";
import { searchSplits } from "./searchSplits.ts";
import { drain, type Steps } from "./steps.ts";

/**
 * `embedding` null: none was found. `objective` and `bound` are what the chain adds to the objective, and at
 * least adds. Proven when both are equal, or when there is none to find; not proven when the limits ended the
 * search.
 */
type Embedded = { embedding: Embedding | null; objective: number; bound: number; proven: boolean };

/**
 * A network in which chains are embedded one after another: set up once, kept up to date with each chain that
 * is booked.
 */
export type ExactSession = {
  /** what the booked chains use; only the session writes to it */
  readonly ledger: Ledger;
  /** best embedding of one chain (Eqs. 5.18-5.31) on top of what is booked */
  embed(chain: number, limits: EmbedLimits, rules?: EmbedRules): Embedded;
  /** the same with pauses, some milliseconds of work between two of them */
  embedSteps(chain: number, limits: EmbedLimits, rules?: EmbedRules): Steps<Embedded>;
  book(embedding: Embedding): void;
};

/**
 * What earlier searches left open for chains of one kind: every split that costs less than `below` uses a
 * device that changed since.
 */
type Proof = { below: number; changes: number; sharings: number };

/** A chain that may be better off split: its best single device, and the least that it adds anywhere. */
type Unsettled = { whole: Embedded | null; least: number };

/**
 * A search looks around devices that changed when these are few, and their surroundings small (our choice);
 * else at the whole network.
 */
const MOST_CHANGES = 48;
const MOST_AROUND = 64;

const nothing: Embedded = {
  embedding: null,
  objective: Number.POSITIVE_INFINITY,
  bound: Number.POSITIVE_INFINITY,
  proven: true,
};

/**
 * A chain goes first whole on one device, over the states that devices are in; then, unless that is provably
 * the best, a label-setting search looks at splits over devices and routes. Booked chains only take resources
 * away, so what a search has proven of an earlier state still holds, except for splits over devices that got
 * cheaper since: that were switched on, or (with sharing) got another function. `open`: devices that are on
 * from the beginning.
 */
export function createExactSession(instance: Instance, open: readonly number[] = []): ExactSession {
  const { weights, devices } = instance;
  const { sharing } = instance.problem.options;
  const ledger = emptyLedger(instance);
  for (const device of open) ledger.devices[device] = { ...unused, on: true };
  const kinds = new Map(devices.flatMap((d) => (d.isHost ? [] : [[d.facts.profile, d.facts] as const])));
  const ratios = efficiencyRatios([...kinds.values()]);
  // no chain goes whole on a host, so its rank does not matter
  const states = createDeviceStates(instance, ledger, ({ profile }) => ratios.get(profile) ?? 0);
  const kindOf = createChainKinds(instance, ledger);
  const switchIds = new Map([...new Set(instance.switchUs)].map((us, i) => [us, 2 * i + 1]));
  const stateOf = (node: number): number =>
    node < devices.length ? 2 * states.stateOf(node).id : switchIds.get(instance.switchUs[node]!)!;
  const equal = createEqualBranches(instance, ledger, stateOf);
  const maker = createPartMaker(instance);
  const proofs = new Map<number, Proof>();
  // devices in the order in which they were switched on, and in which they got other types of functions
  const changes: number[] = [];
  const sharings: number[] = [];

  /** Best single device; of equally good ones the first in the order of Eq. 5.32, so that scarce ones stay free. */
  const bestWhole = (index: number, { budgetUs, excluded }: EmbedRules): Embedded | null => {
    const { verdict } = kindOf(index, budgetUs);
    let best: { device: number; rank: number; objective: number } | null = null;
    for (const state of states.alive()) {
      const { whole, us } = verdict(state);
      if (!whole) continue;
      const objective = state.activation + weights.delay * us;
      if (best !== null && objective > best.objective) continue;
      const device = state.members.at(-1)!;
      const { rank } = state;
      if (best !== null && objective === best.objective) {
        if (rank > best.rank || (rank === best.rank && device > best.device)) continue;
      }
      if (excluded.size > 0 && excluded.has(state.facts.profile)) continue;
      best = { device, rank, objective };
    }
    if (best === null) return null;
    const { device, objective } = best;
    return { embedding: onOneDevice(instance, index, device), objective, bound: objective, proven: true };
  };

  /**
   * The dearest function of the chain: what its cheapest device adds, and so the whole chain at least.
   * Infinite when one has no place.
   */
  const leastActivation = (index: number, { budgetUs }: EmbedRules): number => {
    const { verdict } = kindOf(index, budgetUs);
    let least = 0;
    instance.chains[index]!.functions.forEach((_, k) => {
      let cheapest = Number.POSITIVE_INFINITY;
      for (const state of states.alive()) {
        if (state.activation < cheapest && verdict(state).holds[k]) cheapest = state.activation;
      }
      least = Math.max(least, cheapest);
    });
    return least;
  };

  /** Where a split that costs less than `below` can be; null when there is none. */
  const whereToLook = ({ fit }: ChainKind, proof: Proof | undefined, below: number): Part | null => {
    const filter: Filter = {
      usable: (node) => node >= devices.length || states.stateOf(node).activation < below,
      carries: (arc) => fit.carries(arc, 1),
    };
    if (proof && proof.below >= below) {
      const since = sharings.slice(proof.sharings);
      // what is infeasible does not become feasible when a device is switched on
      if (Number.isFinite(proof.below)) since.push(...changes.slice(proof.changes));
      if (since.length === 0) return null;
      if (since.length <= MOST_CHANGES) {
        const around = reachFrom(instance, maker, since, filter, MOST_AROUND);
        if (around) return around;
      }
    }
    return equal.reduced(maker, fit.last + 1, filter);
  };

  const settle = (index: number, rules: EmbedRules): Embedded | Unsettled => {
    const whole = bestWhole(index, rules);
    if (whole !== null && weights.delay === 0 && whole.objective === 0) return whole;
    const least = leastActivation(index, rules);
    if (least === Number.POSITIVE_INFINITY) return nothing;
    const settled = whole !== null && weights.delay === 0 && whole.objective <= least;
    if (settled || instance.chains[index]!.functions.length === 1) return whole ?? nothing;
    return { whole, least };
  };

  function* splitSteps(
    index: number,
    { whole, least }: Unsettled,
    limits: EmbedLimits,
    rules: EmbedRules,
  ): Steps<Embedded> {
    const chain = instance.chains[index]!;
    const kind = kindOf(index, rules.budgetUs);
    const key = rules.excluded.size > 0 ? null : kind.id;
    const below = whole?.objective ?? Number.POSITIVE_INFINITY;
    const proof = key === null ? undefined : proofs.get(key);
    const part = whereToLook(kind, proof, below);
    if (part === null) return whole ?? nothing;
    const now = { changes: changes.length, sharings: sharings.length };
    const verdict = (node: number): Verdict | null =>
      node < devices.length ? kind.verdict(states.stateOf(node)) : null;
    if (!chain.functions.every((_, k) => part.nodes.some((node) => verdict(node)?.holds[k]))) {
      if (key !== null) proofs.set(key, { below, ...now });
      return whole ?? nothing;
    }
    const search = { instance, chain, fit: kind.fit, verdict, part, rules, least, known: whole, limits };
    const { label, objective, bound, proven } = yield* searchSplits(search);
    // where one split was found around what changed there may be more: the earlier proof still says so
    const again = label !== null && proof !== undefined && proof.below >= below;
    if (key !== null && proven && !again) proofs.set(key, { below: objective, ...now });
    if (label) return { embedding: embeddingOfLabel(index, label), objective, bound, proven };
    return { ...(whole ?? nothing), bound, proven };
  }

  return {
    ledger,
    embed(index, limits, rules = problemRules(instance.chains[index]!)) {
      const first = settle(index, rules);
      return "proven" in first ? first : drain(splitSteps(index, first, limits, rules));
    },
    *embedSteps(index, limits, rules = problemRules(instance.chains[index]!)) {
      const first = settle(index, rules);
      return "proven" in first ? first : yield* splitSteps(index, first, limits, rules);
    },
    book(embedding) {
      const chain = instance.chains[embedding.chain]!;
      const touched: number[] = [];
      for (const share of sharesOf(instance, embedding)) {
        const before = states.stateOf(share.device);
        const after = states.add(share, chain, kindOf(embedding.chain, problemRules(chain).budgetUs).id);
        touched.push(share.device);
        if (before.activation > after.activation) changes.push(share.device);
        if (sharing && after.use.types.size > before.use.types.size) sharings.push(share.device);
      }
      bookArcs(ledger, chain, embedding);
      for (const path of embedding.arcs) {
        for (const arc of path) touched.push(instance.arcs[arc]!.from, instance.arcs[arc]!.to);
      }
      equal.changed(touched);
    },
  };
}

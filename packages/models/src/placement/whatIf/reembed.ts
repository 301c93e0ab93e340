import type { Catalogue } from "../catalogue.ts";
import { embeddingOf, placedChain } from "../embedding.ts";
import { DEFAULT_MAX_LABELS } from "../exact/rules.ts";
import { createExactSession } from "../exact/session.ts";
import { createInstance } from "../instance.ts";
import { unfoldState } from "./branches.ts";
import { evaluatePlacement } from "./evaluatePlacement.ts";
import { type LaidChain, type Layout, liveProblem, type WhatIf } from "./state.ts";

/**
 * `lost`: chains without a place; `proven`: each of them has provably none for what the others and the ones
 * before it left.
 */
export type Reembedded = { layout: Layout; placed: string[]; lost: string[]; proven: boolean };

/**
 * Embeds these chains anew, one after another and each at its optimum, into what is alive and what the sound
 * chains of the layout leave; those stay where they are.
 */
export function reembed(
  state: WhatIf,
  catalogue: Catalogue,
  chains: ReadonlySet<string>,
  stop: () => boolean,
): Reembedded {
  // the search follows one way a chain: those that branch stay, or are lost without a proof
  const apart = unfoldState(state);
  const instance = createInstance(liveProblem(apart), catalogue);
  const session = createExactSession(instance);
  const nodes = new Map(instance.nodes.map((id, i) => [id, i]));
  const indices = new Map(instance.chains.map((c, i) => [c.chain.id, i]));
  const lookup = {
    node: (id: string): number => nodes.get(id) ?? -1,
    chain: (id: string): number => indices.get(id) ?? -1,
  };
  const kept = withoutChains(state.layout, chains);
  const { chains: ways } = unfoldState({ problem: state.problem, layout: kept }).layout;
  const sound = new Set(
    evaluatePlacement(state, { catalogue }).chains.flatMap((c) => (c.delay === null ? [] : [c.id])),
  );
  for (const laid of ways) {
    const chain = apart.problem.ways?.[laid.id]?.chain ?? laid.id;
    if (sound.has(chain)) session.book(embeddingOf(instance, laid, lookup));
  }
  const result = { placed: [] as string[], lost: [] as string[], proven: true };
  const laidAnew: LaidChain[] = [];
  for (const id of chains) {
    const limits = { maxLabels: DEFAULT_MAX_LABELS, stop };
    const { embedding, proven } = lookup.chain(id) < 0 ? nothing : session.embed(lookup.chain(id), limits);
    if (embedding === null) {
      result.lost.push(id);
      result.proven &&= proven;
      continue;
    }
    session.book(embedding);
    const { delayUs: _, terms: __, ...laid } = placedChain(instance, embedding);
    laidAnew.push(laid);
    result.placed.push(id);
  }
  return { ...result, layout: { chains: [...kept.chains, ...laidAnew] } };
}

/** Of a chain that branches: in the problem its ways are in its place. */
const nothing = { embedding: null, proven: false };

const withoutChains = ({ chains }: Layout, gone: ReadonlySet<string>): Layout => ({
  chains: chains.filter(({ id }) => !gone.has(id)),
});

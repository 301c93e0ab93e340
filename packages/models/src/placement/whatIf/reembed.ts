import { waysTogether } from "../branching/together.ts";
import { foldChains } from "../branching/unfold.ts";
import type { Catalogue } from "../catalogue.ts";
import { embeddingOf, placedChain } from "../embedding.ts";
import { embedGroup } from "../exact/embedGroup.ts";
import { DEFAULT_MAX_LABELS } from "../exact/rules.ts";
import { createExactSession } from "../exact/session.ts";
import { drain } from "../exact/steps.ts";
import { createInstance } from "../instance.ts";
import type { PlacedChain } from "../result.ts";
import { unfoldState } from "./branches.ts";
import { evaluatePlacement } from "./evaluatePlacement.ts";
import { type Layout, liveProblem, startWhatIf, type WhatIf } from "./state.ts";

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
  const groups = new Map(
    waysTogether(instance).map((group) => {
      const { chain, way } = instance.chains[group[0]!]!;
      return [way?.chain ?? chain.id, group] as const;
    }),
  );
  const result = { placed: [] as string[], lost: [] as string[], proven: true };
  const anew: PlacedChain[] = [];
  for (const id of chains) {
    const limits = { maxLabels: DEFAULT_MAX_LABELS, stop };
    const { embeddings, proven } = drain(embedGroup(instance, session, groups.get(id)!, limits));
    if (embeddings.length === 0) {
      result.lost.push(id);
      result.proven &&= proven;
      continue;
    }
    for (const embedding of embeddings) {
      session.book(embedding);
      anew.push(placedChain(instance, embedding));
    }
    result.placed.push(id);
  }
  const folded = foldChains(state.problem, apart.problem, anew);
  const laid = startWhatIf(state.problem, { chains: folded }).layout.chains;
  return { ...result, layout: { chains: [...kept.chains, ...laid] } };
}

const withoutChains = ({ chains }: Layout, gone: ReadonlySet<string>): Layout => ({
  chains: chains.filter(({ id }) => !gone.has(id)),
});

import { answer } from "./answer.ts";
import { waysTogether } from "./branching/together.ts";
import { withBranches } from "./branching/withBranches.ts";
import { chainConflicts } from "./chainConflicts.ts";
import { type Embedding, placedChain } from "./embedding.ts";
import type { PlacementSolver } from "./engine.ts";
import { embedGroup } from "./exact/embedGroup.ts";
import { DEFAULT_MAX_LABELS, problemRules, typesOf } from "./exact/rules.ts";
import { createExactSession } from "./exact/session.ts";
import { drain } from "./exact/steps.ts";
import { createInstance, type Instance } from "./instance.ts";
import { underLoad } from "./load/underLoad.ts";
import type { Conflict, Placement } from "./result.ts";

export type AgnosticOptions = { timeLimitMs: number | null; nowMs: () => number };

/**
 * The performance-agnostic baseline of the thesis (Sec. 5.3.3, Fig. 5.7): each chain is placed without a
 * delay model and without its budget (5.31), deployed and measured; when it is too slow, its combination of
 * device types is excluded and it is placed again. The measurement is Eq. 5.19 here, and each placement the
 * exact optimum. `extraTrials` counts the deployments that were too slow.
 */
export function agnostic(instance: Instance, options: AgnosticOptions): Placement {
  const started = options.nowMs();
  const stop = (): boolean =>
    options.timeLimitMs !== null && options.nowMs() - started >= options.timeLimitMs;
  const limits = { maxLabels: DEFAULT_MAX_LABELS, stop };
  // without a delay model there is no delay to weigh
  const blind: Instance = { ...instance, weights: { ...instance.weights, delay: 0 } };
  const session = createExactSession(blind);
  const embeddings: Embedding[] = [];
  const conflicts: Conflict[] = [];
  let extraTrials = 0;
  for (const group of waysTogether(instance)) {
    const excluded = new Set<string>();
    for (;;) {
      const rules = { budgetUs: Number.POSITIVE_INFINITY, excluded };
      const found = drain(embedGroup(blind, session, group, limits, rules));
      if (found.embeddings.length === 0) {
        conflicts.push(...reasons(instance, group[0]!, excluded, found.proven));
        break;
      }
      if (found.embeddings.every((embedding) => isInTime(instance, embedding))) {
        for (const embedding of found.embeddings) session.book(embedding);
        embeddings.push(...found.embeddings);
        break;
      }
      const hosts = found.embeddings.flatMap((embedding) => embedding.hosts);
      excluded.add(typesOf(instance, hosts));
      extraTrials++;
    }
  }
  const status = embeddings.length === instance.chains.length ? "feasible" : "infeasible";
  const timeMs = options.nowMs() - started;
  return {
    ...answer(instance, { engine: "agnostic", status, bound: null, timeMs, embeddings, conflicts }),
    extraTrials,
  };
}

const isInTime = (instance: Instance, embedding: Embedding): boolean =>
  placedChain(instance, embedding).delayUs <= problemRules(instance.chains[embedding.chain]!).budgetUs;

function reasons(
  instance: Instance,
  index: number,
  excluded: ReadonlySet<string>,
  proven: boolean,
): Conflict[] {
  const { chain, way } = instance.chains[index]!;
  const id = way?.chain ?? chain.id;
  if (!proven) {
    const message = `chain ${id}: the search was stopped before it found a place; give it more time`;
    return [{ constraint: "time-limit", ids: [id], message }];
  }
  const alone = chainConflicts(instance, index);
  if (alone.length > 0) return alone;
  const tried = [...excluded].map((types) => types.replaceAll(" ", " with ")).join(", ");
  const message = `chain ${id}: no combination of device types is left beside the chains before it${tried === "" ? "" : `; too slow were ${tried}`}; the engines exact and ilp may find a place`;
  return [{ constraint: "agnostic", ids: [id], message }];
}

const MS_PER_S = 1000;

/** The baseline as an engine; it always goes one chain at a time, so `online` changes nothing. */
export const agnosticEngine: PlacementSolver = withBranches(
  underLoad({
    id: "agnostic",
    title: "Without a delay model, by trial (thesis, Sec. 5.3.3)",
    instant: true,
    async place(problem, { catalogue, nowMs, timeLimitS, signal }) {
      signal?.throwIfAborted();
      const timeLimitMs = timeLimitS === undefined ? null : timeLimitS * MS_PER_S;
      return agnostic(createInstance(problem, catalogue), { timeLimitMs, nowMs });
    },
  }),
);

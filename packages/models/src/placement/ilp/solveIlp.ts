import type { Highs } from "highs";
import { type AnswerParts, answer } from "../answer.ts";
import { waysTogether } from "../branching/together.ts";
import { chainConflicts } from "../chainConflicts.ts";
import { type Embedding, embeddingOf } from "../embedding.ts";
import { greedy } from "../greedy.ts";
import type { Instance } from "../instance.ts";
import { book, emptyLedger } from "../ledger.ts";
import type { Conflict, Placement } from "../result.ts";
import { findConflicts } from "./findConflicts.ts";
import type { Progress, SolveLimits } from "./runModel.ts";
import { solveModel } from "./solveModel.ts";

export type IlpOptions = {
  /** for the whole solve; null for none */
  timeLimitMs: number | null;
  /** one chain at a time in the order of the problem, earlier ones kept (thesis Sec. 5.3.5, Exp. 4 and 5) */
  online: boolean;
  /** monotonic clock */
  nowMs: () => number;
  onProgress?: ((progress: Progress) => void) | undefined;
  stop?: (() => boolean) | undefined;
};

/**
 * Embeds the chains of a problem by the integer program PA-P4SFC-E on HiGHS. Blocks its thread: run it in a worker
 * (`createWorkerEngine`). Without `online` the whole workload fits or nothing does, as in the thesis.
 */
export function solveIlp(instance: Instance, options: IlpOptions, highs: Highs): Placement {
  return options.online ? oneByOne(instance, options, highs) : allAtOnce(instance, options, highs);
}

function allAtOnce(instance: Instance, options: IlpOptions, highs: Highs): Placement {
  const started = options.nowMs();
  const finish = (parts: Pick<AnswerParts, "status" | "bound" | "embeddings" | "conflicts">): Placement =>
    answer(instance, { engine: "ilp", timeMs: options.nowMs() - started, ...parts });
  const chains = instance.chains.map((_, i) => i);
  const scope = { chains, ledger: emptyLedger(instance), without: new Set<never>() };
  // the start of the solver, and the net when it finds nothing in time
  const quick = greedy(instance, { nowMs: options.nowMs });
  // greedy does not keep ways of a chain together
  const net =
    quick.status === "feasible" && instance.problem.ways === undefined
      ? quick.chains.map((c) => embeddingOf(instance, c))
      : null;
  const start = net && chains.map((chain) => net.filter((e) => e.chain === chain));
  const limits: SolveLimits = { ...options, incumbent: net && quick.objective };
  const { status, embeddings, bound } = solveModel(instance, scope, limits, highs, start);
  if (status === "optimal") return finish({ status, bound, embeddings, conflicts: [] });
  if (status === "infeasible") {
    const left = options.timeLimitMs === null ? null : options.timeLimitMs - (options.nowMs() - started);
    const conflicts = findConflicts(instance, limitsFor(options, left), highs);
    return finish({ status, bound: null, embeddings: [], conflicts });
  }
  const partial = status === "feasible" ? finish({ status, bound, embeddings, conflicts: [] }) : null;
  if (net && (partial === null || quick.objective! < partial.objective!)) {
    return finish({ status: "feasible", bound, embeddings: net, conflicts: [] });
  }
  if (partial !== null) return partial;
  return finish({ status: "infeasible", bound: null, embeddings: [], conflicts: [outOfTime(options)] });
}

function oneByOne(instance: Instance, options: IlpOptions, highs: Highs): Placement {
  const started = options.nowMs();
  const ledger = emptyLedger(instance);
  const embeddings: Embedding[] = [];
  const conflicts: Conflict[] = [];
  const groups = waysTogether(instance);
  for (const [done, chains] of groups.entries()) {
    const [index] = chains as [number];
    const { chain } = instance.chains[index]!;
    const left = options.timeLimitMs === null ? null : options.timeLimitMs - (options.nowMs() - started);
    if (left !== null && left <= 0) {
      conflicts.push({ ...outOfTime(options), ids: [chain.id] });
      continue;
    }
    const scope = { chains, ledger, without: new Set<never>() };
    const solved = solveModel(instance, scope, { timeLimitMs: left, stop: options.stop }, highs);
    options.onProgress?.({ incumbent: null, bound: null, fraction: (done + 1) / groups.length });
    if (solved.embeddings.length > 0) {
      for (const embedding of solved.embeddings) book(instance, ledger, embedding);
      embeddings.push(...solved.embeddings);
    } else if (solved.status === "unknown") conflicts.push({ ...outOfTime(options), ids: [chain.id] });
    else conflicts.push(...rejection(instance, chains));
  }
  const status = embeddings.length === instance.chains.length ? "feasible" : "infeasible";
  return answer(instance, {
    engine: "ilp",
    status,
    bound: null,
    timeMs: options.nowMs() - started,
    embeddings,
    conflicts,
  });
}

function rejection(instance: Instance, chains: readonly number[]): Conflict[] {
  for (const each of chains) {
    const alone = chainConflicts(instance, each);
    if (alone.length > 0) return alone;
  }
  const [index] = chains as [number];
  const { id } = instance.chains[index]!.chain;
  const message = `chain ${id} fits the empty network, but not what the chains before it have left; without online they may be placed differently`;
  return [{ constraint: "online", ids: [id], message }];
}

const limitsFor = (options: IlpOptions, leftMs: number | null): SolveLimits & { nowMs: () => number } => ({
  timeLimitMs: leftMs,
  stop: options.stop,
  nowMs: options.nowMs,
});

const outOfTime = ({ timeLimitMs }: IlpOptions): Conflict => ({
  constraint: "time-limit",
  ids: [],
  message: `the solver was stopped${timeLimitMs === null ? "" : ` after ${timeLimitMs / 1000} s`} before it found a placement or proved that there is none; give it more time`,
});

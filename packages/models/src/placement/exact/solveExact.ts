import { answer } from "../answer.ts";
import { waysTogether } from "../branching/together.ts";
import { chainConflicts } from "../chainConflicts.ts";
import type { Embedding } from "../embedding.ts";
import type { PlaceProgress } from "../engine.ts";
import { type Instance, sumOf } from "../instance.ts";
import { type Conflict, isProof, type Placement } from "../result.ts";
import { embedGroup, type Group } from "./embedGroup.ts";
import { leastObjective } from "./leastObjective.ts";
import { DEFAULT_MAX_LABELS, detoursCost } from "./rules.ts";
import { createExactSession } from "./session.ts";
import { drain, type Steps } from "./steps.ts";
import type { EmbeddedWays } from "./ways/searchWays.ts";

/** Orders that are tried while no one has placed every chain (our choice). */
const MOST_ORDERS = 24;
/** Chains between two pauses, a millisecond or so. */
const CHAINS_PER_PAUSE = 64;

export type ExactOptions = {
  /** for the whole solve; null for none */
  timeLimitMs: number | null;
  /** one chain at a time in the order of the problem, earlier ones kept */
  online: boolean;
  /** monotonic clock */
  nowMs: () => number;
  maxLabels?: number | undefined;
  onProgress?: ((progress: PlaceProgress) => void) | undefined;
};

/**
 * Embeds chains without a general solver. One chain, or each chain for what is left (`online`), at its
 * optimum. Several chains at once are embedded one after another in some orders, and in more while a chain finds
 * no place, which then goes first. The best is given with a lower bound: `optimal` where they meet, else
 * `feasible`; an answer "infeasible" is a proof only when a conflict names a chain that fits nowhere alone
 * (`isProof`).
 */
export const solveExact = (instance: Instance, options: ExactOptions): Placement =>
  drain(exactSteps(instance, options));

/** `solveExact` with pauses. */
export function* exactSteps(instance: Instance, options: ExactOptions): Steps<Placement> {
  const started = options.nowMs();
  const late = (): boolean =>
    options.timeLimitMs !== null && options.nowMs() - started >= options.timeLimitMs;
  const inOrder = waysTogether(instance);
  const single = inOrder.length === 1;
  const orders: (readonly Group[])[] = options.online || single ? [inOrder] : batchOrders(instance, inOrder);
  let best: Placement | null = null;
  const tried = new Set<string>();
  for (const order of orders) {
    if (best !== null && (best.status === "optimal" || late())) break;
    const name = order.map(([first]) => first).join(" ");
    if (tried.has(name)) continue;
    tried.add(name);
    const run = yield* embedInOrder(instance, order, options, late);
    const next = answer(instance, {
      engine: "exact",
      timeMs: options.nowMs() - started,
      ...judge(instance, run, options.online && !single),
    });
    if (best === null || isBetter(next, best)) best = next;
    const left = order.filter((_, i) => !isPlaced(run.placed[i]));
    const settled = options.online || single || best.status !== "infeasible" || isProof(next);
    // who found no place goes first next time; an order that comes again ends the search
    if (!settled && tried.size < MOST_ORDERS)
      orders.push([...left, ...order.filter((i) => !left.includes(i))]);
  }
  return { ...best!, timeMs: options.nowMs() - started };
}

type Run = { order: readonly Group[]; placed: (EmbeddedWays | null)[]; embeddings: Embedding[] };

const isPlaced = (found: EmbeddedWays | null | undefined): boolean => (found?.embeddings.length ?? 0) > 0;

/** One chain after another, each at its best for what the ones before it left. */
function* embedInOrder(
  instance: Instance,
  order: readonly Group[],
  options: ExactOptions,
  late: () => boolean,
): Steps<Run> {
  const session = createExactSession(instance);
  const limits = { maxLabels: options.maxLabels ?? DEFAULT_MAX_LABELS, stop: late };
  const proves = detoursCost(instance);
  const run: Run = { order, placed: [], embeddings: [] };
  for (const [done, group] of order.entries()) {
    if (late()) {
      run.placed.push(null);
      continue;
    }
    const found = yield* embedGroup(instance, session, group, limits);
    run.placed.push(proves ? found : { ...found, bound: Number.NEGATIVE_INFINITY, proven: false });
    for (const embedding of found.embeddings) session.book(embedding);
    run.embeddings.push(...found.embeddings);
    options.onProgress?.({ incumbent: null, bound: null, fraction: (done + 1) / order.length });
    if (done % CHAINS_PER_PAUSE === 0) yield;
  }
  return run;
}

function judge(
  instance: Instance,
  run: Run,
  online: boolean,
): { status: Placement["status"]; bound: number | null; embeddings: Embedding[]; conflicts: Conflict[] } {
  const { embeddings, placed, order } = run;
  const rejected = order.filter((_, i) => !isPlaced(placed[i]));
  if (rejected.length > 0) {
    const conflicts = rejected.flatMap((group) => {
      const tried = placed[order.indexOf(group)] ?? null;
      return reasons(instance, group, tried, order.length === 1, online);
    });
    return { status: "infeasible", bound: null, embeddings, conflicts };
  }
  const feasible = { status: "feasible", embeddings, conflicts: [] } as const;
  if (online) return { ...feasible, bound: null, embeddings, conflicts: [] };
  const only = placed.length === 1 ? placed[0]! : null;
  if (only) {
    const bound = Number.isFinite(only.bound) ? only.bound : null;
    return { status: only.proven ? "optimal" : "feasible", bound, embeddings, conflicts: [] };
  }
  const bound = leastObjective(instance);
  const { objective } = answer(instance, { ...feasible, engine: "exact", bound, timeMs: 0, conflicts: [] });
  const met = objective! <= bound + SAME;
  return { status: met ? "optimal" : "feasible", bound, embeddings, conflicts: [] };
}

/** Objectives that differ by less are equal, as in the integer program. */
const SAME = 1e-6;

function reasons(
  instance: Instance,
  group: Group,
  tried: EmbeddedWays | null,
  single: boolean,
  online: boolean,
): Conflict[] {
  const { chain, way } = instance.chains[group[0]!]!;
  const id = way?.chain ?? chain.id;
  if (tried === null || !tried.proven) {
    const message = `chain ${id}: the search was stopped before it found a place or proved that there is none; give it more time`;
    return [{ constraint: "time-limit", ids: [id], message }];
  }
  for (const index of group) {
    const alone = chainConflicts(instance, index);
    if (alone.length > 0) return alone;
  }
  if (single) {
    const message = `chain ${id} cannot be embedded: each constraint can be met, but no choice of devices and routes meets all of them`;
    return [{ constraint: "5.6", ids: [id], message }];
  }
  const message = online
    ? `chain ${id} fits the empty network, but not what the chains before it have left; without online they may be placed differently`
    : `chain ${id} fits the empty network, but not beside the chains that were placed before it; the engine ilp decides whether all fit together`;
  return [{ constraint: online ? "online" : "one-by-one", ids: [id], message }];
}

/** Orders for several chains at once (our choice): as given, tightest budgets first, largest first. */
function batchOrders(instance: Instance, inOrder: readonly Group[]): (readonly Group[])[] {
  const chainOf = ([index]: Group) => instance.chains[index!]!;
  const size = (group: Group): number =>
    sumOf(group, (index) => instance.chains[index]!.chain.gbps * instance.chains[index]!.functions.length);
  return [
    inOrder,
    [...inOrder].sort((a, b) => compare(chainOf(a).budgetUs, chainOf(b).budgetUs) || size(b) - size(a)),
    [...inOrder].sort((a, b) => size(b) - size(a)),
  ];
}

// budgets may be infinite, and infinity less itself is not a number
const compare = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0);

const isBetter = (a: Placement, b: Placement): boolean =>
  a.embedded !== b.embedded ? a.embedded > b.embedded : a.objective! < b.objective!;

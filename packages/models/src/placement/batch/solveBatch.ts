import type { Highs } from "highs";
import { answer } from "../answer.ts";
import { chainConflicts } from "../chainConflicts.ts";
import { type Embedding, embeddingOf, placedChain } from "../embedding.ts";
import type { PlaceProgress } from "../engine.ts";
import { createEqualBranches } from "../exact/equalBranches.ts";
import { detoursCost } from "../exact/rules.ts";
import { drain } from "../exact/steps.ts";
import { greedy } from "../greedy.ts";
import { findConflicts } from "../ilp/findConflicts.ts";
import { solveModel } from "../ilp/solveModel.ts";
import type { Instance } from "../instance.ts";
import { emptyLedger } from "../ledger.ts";
import type { Conflict, Placement } from "../result.ts";
import { type Alike, alikeChains } from "./alike.ts";
import {
  type Incumbent,
  objectiveOf,
  searchByPatterns,
  searchInOrders,
  searchWithout,
} from "./incumbents.ts";
import { type KindBound, kindBound } from "./kindBound.ts";

export type BatchOptions = {
  /** for the whole solve; null for none */
  timeLimitMs: number | null;
  /** monotonic clock */
  nowMs: () => number;
  onProgress?: ((progress: PlaceProgress) => void) | undefined;
  stop?: (() => boolean) | undefined;
};

/** Shares of the time for the relaxation, and for starts before the whole network is modelled (our choice). */
const BOUND_SHARE = 0.2;
const START_SHARE = 0.5;
/** Variables of the network's model up to which it is made (our choice, some 100 MB). */
const MOST_COLUMNS = 150_000;
const SAME = 1e-6;

/**
 * The whole workload at once (thesis Exp. 1 to 3), with what makes it large left out of the program: chains
 * that are alike are counted instead of numbered, and equal devices are used in order.
 *
 * 1. a relaxation over kinds of devices (`kindBound`) bounds the objective;
 * 2. the chains are placed one by one, guided by the devices which that uses (`incumbents`);
 * 3. where bound and placement do not meet, PA-P4SFC-E over groups of alike chains decides. It has no budgets
 *    of single chains: a group of which a chain comes out too slow is modelled chain by chain from then on,
 *    so that the end is exact.
 *
 * Where chains branch, only the third step is taken. Out of time: the best placement with its bound. Blocks its thread.
 */
export function solveBatch(instance: Instance, options: BatchOptions, highs: Highs): Placement {
  const started = options.nowMs();
  const { timeLimitMs } = options;
  const spent = (): number => options.nowMs() - started;
  const leftMs = (share = 1): number | null =>
    timeLimitMs === null ? null : Math.max(0, timeLimitMs * share - spent());
  const late = (share = 1): boolean => options.stop?.() === true || leftMs(share) === 0;
  const groups = alikeChains(instance);
  let best: Incumbent | null = null;
  let bound: number | null = null;

  const tell = (): void =>
    options.onProgress?.({
      incumbent: best?.objective ?? null,
      bound,
      fraction: timeLimitMs === null ? null : Math.min(1, spent() / timeLimitMs),
    });
  const found = (incumbent: Incumbent): void => {
    if (best !== null && incumbent.objective >= best.objective - SAME) return;
    best = incumbent;
    // a placement below a bound takes the bound back
    if (bound !== null && bound > best.objective + SAME * Math.max(1, Math.abs(best.objective))) bound = null;
    tell();
  };
  const objectiveNow = (): number | null => best?.objective ?? null;
  const proven = (value: number | null): void => {
    if (value === null || (bound !== null && value <= bound)) return;
    // a bound above a placement is no bound
    if (best !== null && value > best.objective + SAME * Math.max(1, Math.abs(best.objective))) return;
    bound = value;
    tell();
  };
  const met = (): boolean => best !== null && bound !== null && best.objective <= bound + SAME;
  const finish = (status: Placement["status"], conflicts: readonly Conflict[] = []): Placement =>
    answer(instance, {
      engine: "batch",
      status,
      bound: status === "infeasible" ? null : bound,
      timeMs: spent(),
      embeddings: status === "infeasible" ? [] : (best?.embeddings ?? []),
      conflicts,
    });
  const infeasible = (): Placement => {
    const limits = { timeLimitMs: leftMs(), stop: options.stop, nowMs: options.nowMs };
    return finish("infeasible", findConflicts(instance, limits, highs));
  };

  if (instance.chains.length === 0) return finish("optimal");
  for (const [index] of groups) {
    const alone = chainConflicts(instance, index!);
    if (alone.length > 0) return finish("infeasible", alone);
  }
  // bound and starts take each chain for itself; ways of one share functions and room, so the program alone decides
  if (instance.problem.ways === undefined) {
    const started = startOf();
    if (started === "infeasible") return infeasible();
    if (met()) return finish("optimal");
  }

  const status = decide();
  if (status === "infeasible") return infeasible();
  if (met() || status === "optimal") return finish("optimal");
  return best === null ? finish("infeasible", [outOfTime(options)]) : finish("feasible");

  /** Steps 1 and 2. */
  function startOf(): "infeasible" | null {
    const quick = greedy(instance, { nowMs: options.nowMs });
    if (quick.status === "feasible") {
      const embeddings = quick.chains.map((c) => embeddingOf(instance, c));
      found({ embeddings, objective: objectiveOf(instance, embeddings) });
    }
    const relaxed = kindBound(
      instance,
      groups,
      {
        timeLimitMs: leftMs(BOUND_SHARE),
        stop: options.stop,
        incumbent: detoursCost(instance) ? objectiveNow() : null,
      },
      highs,
    );
    // the relaxation leaves detours out, which must not make a way faster
    if (detoursCost(instance)) {
      if (relaxed?.status === "infeasible") return "infeasible";
      proven(relaxed?.bound ?? null);
    }
    const search = { instance, groups, late: () => met() || late(START_SHARE), found };
    const open = opened(instance, relaxed);
    if (relaxed?.solution) drain(searchByPatterns(search, relaxed.kinds, relaxed.solution, open.flat()));
    drain(searchInOrders(search, open));
    if (best !== null) drain(searchWithout(search, best));
    return null;
  }

  function decide(): "optimal" | "infeasible" | "unknown" {
    let parts: readonly Alike[] = groups;
    for (;;) {
      const size = parts.length * (instance.devices.length + instance.arcs.length);
      if (late() || size > MOST_COLUMNS) return "unknown";
      const scope = {
        chains: parts.map((part) => part[0]!),
        counts: parts.map((part) => part.length),
        ledger: emptyLedger(instance),
        without: new Set<never>(),
        inOrder: inOrder(instance, best),
      };
      const limits = {
        timeLimitMs: leftMs(),
        incumbent: objectiveNow(),
        stop: () => options.stop?.() === true,
        onProgress: (progress: PlaceProgress): void => proven(progress.bound),
      };
      const start = best && shareOut(best.embeddings, parts);
      const solved = solveModel(instance, scope, limits, highs, start);
      if (solved.status === "infeasible") return "infeasible";
      proven(solved.bound);
      if (solved.embeddings.length === 0) return "unknown";
      const embeddings = named(solved.embeddings, parts);
      const slow = embeddings.filter(
        (e) => placedChain(instance, e).delayUs > instance.chains[e.chain]!.budgetUs,
      );
      if (slow.length === 0) {
        found({ embeddings, objective: objectiveOf(instance, embeddings) });
        return solved.status === "optimal" ? "optimal" : "unknown";
      }
      if (solved.status !== "optimal") return "unknown";
      const single = new Set(slow.map((e) => e.chain));
      parts = parts.flatMap((part) => (part.some((c) => single.has(c)) ? part.map((c) => [c]) : [part]));
    }
  }
}

/** The first devices of each kind, as many as the relaxation uses. */
function opened(instance: Instance, relaxed: KindBound | null): number[][] {
  const { solution = null, kinds = [] } = relaxed ?? {};
  if (solution === null) return [];
  return kinds.map(({ facts }, t) =>
    instance.devices
      .filter((d) => d.facts === facts && !d.isHost)
      .slice(0, solution.counts[t])
      .map((d) => d.index),
  );
}

/** Equal branches that begin with a device; what the best placement uses comes first, so that it keeps the order. */
function inOrder(instance: Instance, best: Incumbent | null): number[][] {
  const ledger = emptyLedger(instance);
  const kinds = new Map([...new Set(instance.devices.map((d) => d.facts))].map((facts, i) => [facts, i]));
  const switches = new Map([...new Set(instance.switchUs)].map((us, i) => [us, i]));
  const equal = createEqualBranches(instance, ledger, (node) => {
    const device = instance.devices[node];
    return device ? 2 * kinds.get(device.facts)! : 2 * switches.get(instance.switchUs[node]!)! + 1;
  });
  const used = new Set<number>();
  for (const { hosts, arcs } of best?.embeddings ?? []) {
    for (const d of hosts) used.add(d);
    for (const a of arcs.flat()) used.add(instance.arcs[a]!.from);
  }
  return equal
    .branches()
    .filter(([first]) => first! < instance.devices.length)
    .map((list) => list.sort((a, b) => Number(used.has(b)) - Number(used.has(a)) || a - b));
}

/** The embeddings of each group. */
const shareOut = (embeddings: readonly Embedding[], parts: readonly Alike[]): Embedding[][] =>
  parts.map((part) => embeddings.filter((e) => part.includes(e.chain)));

/** Embeddings of groups, in the order of the groups, as embeddings of their chains. */
function named(embeddings: readonly Embedding[], parts: readonly Alike[]): Embedding[] {
  const chains = parts.flat();
  return embeddings.map((e, i) => ({ ...e, chain: chains[i]! }));
}

const outOfTime = ({ timeLimitMs }: BatchOptions): Conflict => ({
  constraint: "time-limit",
  ids: [],
  message: `the solver was stopped${timeLimitMs === null ? "" : ` after ${timeLimitMs / 1000} s`} before it found a placement or proved that there is none; give it more time`,
});

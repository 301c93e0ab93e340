import { totalDelayUs } from "../branching/unfold.ts";
import type { DeviceFacts } from "../catalogue.ts";
import { type Embedding, placedChain } from "../embedding.ts";
import { createExactSession } from "../exact/session.ts";
import type { Steps } from "../exact/steps.ts";
import type { ChainInstance, DeviceInstance, FunctionFacts, Instance } from "../instance.ts";
import { book, costOf, emptyLedger, powerOf } from "../ledger.ts";
import type { Alike } from "./alike.ts";
import type { KindSolution } from "./kindBound.ts";
import type { DeviceKind } from "./patterns.ts";

/** A placement of all chains. */
export type Incumbent = { embeddings: readonly Embedding[]; objective: number };

/** Labels that one chain's search may make here (our choice): these placements are starts, not proofs. */
const MAX_LABELS = 20_000;
/** Kinds of devices of which every choice is tried (our choice). */
const MOST_KINDS = 4;

export type Search = {
  instance: Instance;
  groups: readonly Alike[];
  late: () => boolean;
  found: (incumbent: Incumbent) => void;
};

/** Value of the weighted objective of a placement. */
export function objectiveOf(instance: Instance, embeddings: readonly Embedding[]): number {
  const { power, delay, cost } = instance.weights;
  const ledger = emptyLedger(instance);
  for (const embedding of embeddings) book(instance, ledger, embedding);
  const us =
    delay === 0
      ? 0
      : totalDelayUs(
          instance.problem,
          embeddings.map((e) => placedChain(instance, e)),
        );
  return power * powerOf(instance, ledger) + cost * costOf(instance, ledger) + delay * us;
}

/**
 * Places all chains one after another, each at its best for what the ones before left: in some orders, and
 * with the devices that the relaxation uses switched on from the beginning, kind by kind, so that the first
 * chains do not shy at their price. Each complete placement is reported.
 */
export function* searchInOrders(search: Search, opened: readonly (readonly number[])[]): Steps<void> {
  const { instance, groups, late, found } = search;
  const orders = ordersOf(instance, groups);
  const kinds = opened.filter((devices) => devices.length > 0).slice(0, MOST_KINDS);
  // first without, then all, then every other choice
  const choices = Array.from({ length: 2 ** kinds.length }, (_, bits) => bits);
  choices.splice(1, 0, choices.pop()!);
  for (const bits of new Set(choices)) {
    const open = kinds.flatMap((devices, t) => ((bits >> t) & 1 ? devices : []));
    for (const order of orders) {
      if (late()) return;
      const embeddings = yield* placeInOrder(instance, order, open, late);
      if (embeddings) found({ embeddings, objective: objectiveOf(instance, embeddings) });
    }
  }
}

/**
 * The same with each chain on the kinds of devices on which the relaxation has it, where that can be done,
 * else anywhere: chains that stay on one kind first, then last, then in turn.
 */
export function* searchByPatterns(
  search: Search,
  kinds: readonly DeviceKind[],
  { patterns }: KindSolution,
  open: readonly number[],
): Steps<void> {
  const { instance, groups, late, found } = search;
  const restricted = new Map<FunctionFacts, Map<DeviceFacts, FunctionFacts>>();
  const only = (f: FunctionFacts, facts: DeviceFacts): FunctionFacts => {
    const known = restricted.get(f) ?? new Map<DeviceFacts, FunctionFacts>();
    restricted.set(f, known);
    const here = known.get(facts) ?? { ...f, runsOn: (other) => other === facts && f.runsOn(other) };
    known.set(facts, here);
    return here;
  };
  const tasks = groups.flatMap((group, g) => {
    return group.map((index, i) => ({ index, pattern: patterns[g]![i]!, turn: i / group.length }));
  });
  const spread = ({ pattern }: (typeof tasks)[number]): number => new Set(pattern.kinds).size;
  const guided = tasks.map(({ index, pattern }): ChainInstance => {
    const chain = instance.chains[index]!;
    return { ...chain, functions: chain.functions.map((f, k) => only(f, kinds[pattern.kinds[k]!]!.facts)) };
  });
  // the guided chains, then the same as they are
  const both = { ...instance, chains: [...guided, ...tasks.map(({ index }) => instance.chains[index]!)] };
  const inTurn = [...tasks.keys()].sort((a, b) => tasks[a]!.turn - tasks[b]!.turn);
  const orders = [
    [...inTurn].sort((a, b) => spread(tasks[a]!) - spread(tasks[b]!)),
    [...inTurn].sort((a, b) => spread(tasks[b]!) - spread(tasks[a]!)),
    inTurn,
  ];
  for (const order of orders) {
    if (late()) return;
    const placed = yield* placeInOrder(both, order, open, late, (task) => task + tasks.length);
    if (!placed) continue;
    const embeddings = placed.map((e) => ({ ...e, chain: tasks[e.chain % tasks.length]!.index }));
    found({ embeddings, objective: objectiveOf(instance, embeddings) });
  }
}

/**
 * Tries to do without each device of a placement: the chains are placed again on the others. Goes on while that helps.
 */
export function* searchWithout(search: Search, start: Incumbent): Steps<void> {
  const { instance, groups, late, found } = search;
  const [order] = ordersOf(instance, groups);
  let best = start;
  for (let helped = true; helped; ) {
    helped = false;
    for (const device of byLeastUse(instance, best)) {
      if (late()) return;
      const others = usedDevices(instance, best).filter((d) => d !== device);
      const embeddings = yield* placeInOrder(without(instance, device), order!, others, late);
      if (!embeddings) continue;
      const objective = objectiveOf(instance, embeddings);
      if (objective >= best.objective - 1e-7) continue;
      best = { embeddings, objective };
      found(best);
      helped = true;
      break;
    }
  }
}

function* placeInOrder(
  instance: Instance,
  order: readonly number[],
  open: readonly number[],
  late: () => boolean,
  otherwise: ((index: number) => number) | null = null,
): Steps<Embedding[] | null> {
  const session = createExactSession(instance, open);
  const limits = { maxLabels: MAX_LABELS, stop: late };
  const embeddings: Embedding[] = [];
  for (const index of order) {
    let { embedding } = yield* session.embedSteps(index, limits);
    if (!embedding && otherwise) ({ embedding } = yield* session.embedSteps(otherwise(index), limits));
    if (!embedding || late()) return null;
    session.book(embedding);
    embeddings.push(embedding);
  }
  yield;
  return embeddings;
}

/** Orders (our choice): as given, tightest budgets first, largest first, the groups of equal chains in turn. */
function ordersOf(instance: Instance, groups: readonly Alike[]): number[][] {
  const inOrder = [...instance.chains.keys()];
  const chainOf = (index: number): ChainInstance => instance.chains[index]!;
  const size = (index: number): number => chainOf(index).chain.gbps * chainOf(index).functions.length;
  const tight = (a: number, b: number): number => compare(chainOf(a).budgetUs, chainOf(b).budgetUs);
  const longest = Math.max(0, ...groups.map((g) => g.length));
  const orders = [
    inOrder,
    [...inOrder].sort((a, b) => tight(a, b) || size(b) - size(a)),
    [...inOrder].sort((a, b) => size(b) - size(a)),
    Array.from({ length: longest }, (_, i) => groups.flatMap((g) => g[i] ?? [])).flat(),
  ];
  return [...new Map(orders.map((order) => [kindsOf(order, groups), order])).values()];
}

/** Orders that differ in equal chains only are one. */
function kindsOf(order: readonly number[], groups: readonly Alike[]): string {
  const groupOf = new Map(groups.flatMap((group, g) => group.map((index) => [index, g] as const)));
  return order.map((index) => groupOf.get(index)).join(" ");
}

// budgets may be infinite, and infinity less itself is not a number
const compare = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0);

const usedDevices = (instance: Instance, { embeddings }: Incumbent): number[] => {
  const nodes = embeddings.flatMap((e) => [...e.hosts, ...e.arcs.flat().map((a) => instance.arcs[a]!.from)]);
  return [...new Set(nodes)].filter((node) => instance.devices[node]?.isHost === false);
};

/** Devices in use, those with the fewest functions first. */
function byLeastUse(instance: Instance, incumbent: Incumbent): number[] {
  const functions = new Map<number, number>(usedDevices(instance, incumbent).map((d) => [d, 0]));
  for (const { hosts } of incumbent.embeddings)
    for (const d of hosts) if (functions.has(d)) functions.set(d, functions.get(d)! + 1);
  return [...functions].sort((a, b) => a[1] - b[1]).map(([device]) => device);
}

/** The same network with a device on which nothing runs and through which nothing goes. */
function without(instance: Instance, device: number): Instance {
  const devices = instance.devices.map((d): DeviceInstance => {
    if (d.index !== device) return d;
    return { ...d, forwards: false, facts: { ...d.facts, architectures: [] } };
  });
  return { ...instance, devices };
}

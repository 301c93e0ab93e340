import type { Embedding } from "../../embedding.ts";
import { isOpen } from "../../hosts.ts";
import type { Instance } from "../../instance.ts";
import type { Ledger } from "../../ledger.ts";
import { createHeap } from "../heap.ts";
import { detoursCost, type EmbedLimits, type EmbedRules, problemRules, typesOf } from "../rules.ts";
import type { Steps } from "../steps.ts";
import { hasRoom, leftOn } from "./room.ts";
import { planWays } from "./stretches.ts";

/** As `Embedded`, of all ways of a chain that branches. */
export type EmbeddedWays = { embeddings: Embedding[]; objective: number; bound: number; proven: boolean };

/** A part of a placement: some stretches whole, and the next up to `node`. */
type Label = {
  /** the next stretch; all of them: a placement */
  next: number;
  hosts: readonly number[];
  arcs: readonly (readonly number[])[];
  /** of the next stretch, so far: its arcs, where they lead, and the devices that they leave */
  path: readonly number[];
  node: number;
  passed: readonly number[];
  /** delay of the way that is followed, up to `node`, and of the slowest way that is whole */
  us: number;
  slowestUs: number;
  /** devices of the chain, those that it leaves, and what they add to the objective */
  used: ReadonlySet<number>;
  left: ReadonlySet<number>;
  price: number;
  /** least objective of what can become of it */
  bound: number;
  /** ways to nodes of the same stretch, of labels with the same beginning */
  reached: Map<number, Label[]>;
};

/** Labels between two pauses. */
const LABELS_PER_PAUSE = 256;

/**
 * Least objective of a chain that branches on top of the ledger, over devices of its functions and simple ways between
 * them: the label of least bound first, those further on before others. A label is left out where another with the
 * same beginning is at the same node no later, over no other device, and over links that carry the chain whatever
 * follows; what follows then suits it too, cut short where it would come back (no detour shortens a way,
 * `detoursCost`). `rules`: other ones than the problem states for its ways. `only`: the device of all functions. Out
 * of labels or time the best of one device, with the bound.
 */
export function* searchWays(
  instance: Instance,
  ledger: Ledger,
  group: readonly number[],
  limits: EmbedLimits,
  rules: EmbedRules | null,
  only: number | null = null,
): Steps<EmbeddedWays> {
  const { devices, weights } = instance;
  const plan = planWays(instance, group);
  const { chains, keys, stretches, stretchOf, restUs } = plan;
  const budgets = chains.map((chain) => (rules ?? problemRules(chain)).budgetUs);
  const most = stretches.reduce((sum, { gbps }) => sum + gbps, 0);
  const priceOf = (device: number): number => {
    if (ledger.devices[device]!.on) return 0;
    const { powerWatts, costUsd } = devices[device]!.facts;
    return weights.power * powerWatts + weights.cost * costUsd;
  };
  const queue = createHeap<Label>(
    (a, b) =>
      a.bound < b.bound || (a.bound === b.bound && (a.next > b.next || (a.next === b.next && a.us < b.us))),
  );
  const enterUs = (node: number): number => devices[node]?.facts.baseUs ?? instance.switchUs[node]!;
  const isPlacement = ({ next }: Label): boolean => next === stretches.length;

  /** Delay of a way up to its function `k`, that one with it. */
  const upTo = ({ hosts, arcs }: Pick<Label, "hosts" | "arcs">, way: number, k: number): number => {
    let us = enterUs(hosts[keys[way]![0]!]!);
    for (let i = 0; i <= k; i++) {
      if (i > 0) for (const arc of arcs[stretchOf[way]![i]!]!) us += crossUs(arc);
      us += chains[way]!.functions[i]!.delayUs(devices[hosts[keys[way]![i]!]!]!.facts);
    }
    return us;
  };
  const crossUs = (index: number): number => {
    const { from, to, delayUs } = instance.arcs[index]!;
    return (devices[from]?.forwardUs ?? 0) + delayUs + enterUs(to);
  };
  const push = (label: Label): void => {
    const stretch = stretches[label.next];
    // from function `k` on, what it takes at least; the delay so far is that of the way that is followed
    const restOf = stretch ? label.us + restUs[stretch.way]![stretch.k]! : 0;
    if (stretch && restOf > budgets[stretch.way]!) return;
    label.bound = label.price + weights.delay * Math.max(label.slowestUs, restOf);
    queue.push(label);
  };

  /** The next stretch ends at `device`: its function runs there. */
  const settle = (label: Label, device: number): void => {
    const { to, way, k, from, isPlaced, completes } = stretches[label.next]!;
    const f = chains[way]!.functions[k]!;
    const { facts } = devices[device]!;
    if (isPlaced ? label.hosts[to] !== device : !f.runsOn(facts)) return;
    if (only !== null && device !== only && !devices[device]!.isHost) return;
    const hosts = isPlaced ? label.hosts : label.hosts.with(to, device);
    const arcs = from === null ? label.arcs : label.arcs.with(label.next, label.path);
    const left = label.passed.length > 0 ? new Set([...label.left, ...label.passed]) : label.left;
    const decided = { hosts, arcs };
    const used = new Set([...label.used, ...label.passed, device]);
    const changed = new Set([
      ...label.passed.filter((d) => !label.left.has(d)),
      ...(isPlaced ? [] : [device]),
    ]);
    for (const each of changed)
      if (!hasRoom(instance, ledger, plan, decided, devices[each]!, left.has(each))) return;
    let { slowestUs } = label;
    for (const whole of completes) {
      const us = upTo(decided, whole, keys[whole]!.length - 1);
      if (us > budgets[whole]!) return;
      slowestUs = Math.max(slowestUs, us);
    }
    let price = 0;
    for (const each of used) price += priceOf(each);
    const next = label.next + 1;
    const following = stretches[next];
    const source = following === undefined || following.from === null ? -1 : hosts[following.from]!;
    const us = following?.from == null ? 0 : upTo(decided, following.way, following.k - 1);
    const begin = { next, hosts, arcs, left, used, price, slowestUs, us, node: source, bound: 0 };
    push({ ...begin, path: [], passed: [], reached: new Map() });
  };

  /** One arc further on the next stretch. */
  const advance = (label: Label): void => {
    const { node, path, passed } = label;
    const { gbps, way, k } = stretches[label.next]!;
    const device = devices[node];
    if (device && (!device.forwards || (device.isHost && path.length > 0))) return;
    const seen = new Set([node, ...path.map((arc) => instance.arcs[arc]!.from)]);
    for (const index of instance.outgoing[node]!) {
      const { to } = instance.arcs[index]!;
      if (seen.has(to) || !isOpen(devices[to], chains[way]!.functions[k])) continue;
      if (leftOn(instance, ledger, plan, label, index) < gbps) continue;
      const by = device ? [...passed, node] : passed;
      const further: Label = {
        ...label,
        node: to,
        path: [...path, index],
        passed: by,
        us: label.us + crossUs(index),
      };
      if (isDominated(label.reached, further)) continue;
      let { price } = label;
      if (device && !label.used.has(node)) price += priceOf(node);
      push({ ...further, price });
    }
  };
  const isDominated = (reached: Map<number, Label[]>, label: Label): boolean => {
    const others = reached.get(label.node) ?? [];
    if (others.some(({ us, passed }) => us <= label.us && passed.every((d) => label.passed.includes(d))))
      return true;
    const isRoomy = label.path.every((arc) =>
      [arc, arc ^ 1].every((each) => leftOn(instance, ledger, plan, { arcs: [] }, each) >= most),
    );
    if (isRoomy) reached.set(label.node, [...others, label]);
    return false;
  };

  const start: Label = {
    ...{
      next: 0,
      hosts: new Array<number>(Math.max(...keys.flat()) + 1).fill(-1),
      node: -1,
      us: 0,
      slowestUs: 0,
    },
    ...{ arcs: stretches.map(() => []), path: [], passed: [], price: 0, bound: 0 },
    ...{ used: new Set<number>(), left: new Set<number>(), reached: new Map<number, Label[]>() },
  };
  queue.push(start);
  let made = 0;
  for (let label = queue.pop(); label; label = queue.pop()) {
    if (isPlacement(label)) {
      const { hosts, arcs, bound } = label;
      if (rules?.excluded.has(typesOf(instance, hosts))) continue;
      const embeddings = group.map((chain, way): Embedding => {
        const own = keys[way]!.map((key) => hosts[key]!);
        return { chain, hosts: own, arcs: stretchOf[way]!.slice(1).map((index) => arcs[index]!) };
      });
      return { embeddings, objective: bound, bound, proven: detoursCost(instance) };
    }
    if (made++ >= limits.maxLabels || limits.stop()) {
      const found = only === null ? yield* bestWhole(instance, ledger, group, limits, rules) : NONE;
      return { ...found, bound: label.bound, proven: false };
    }
    if (made % LABELS_PER_PAUSE === 0) yield;
    if (label.node < 0) for (const { index } of devices) settle({ ...label, us: 0 }, index);
    else {
      if (label.node < devices.length) settle(label, label.node);
      advance(label);
    }
  }
  return { ...NONE, proven: detoursCost(instance) };
}

const NONE: EmbeddedWays = {
  embeddings: [],
  objective: Number.POSITIVE_INFINITY,
  bound: Number.POSITIVE_INFINITY,
  proven: false,
};

/** Labels for each device that may take all functions, once the search itself has ended (our choice). */
const WHOLE_LABELS = 500;

function* bestWhole(
  instance: Instance,
  ledger: Ledger,
  group: readonly number[],
  { stop }: EmbedLimits,
  rules: EmbedRules | null,
): Steps<EmbeddedWays> {
  let best = NONE;
  for (const { index, isHost } of instance.devices) {
    if (isHost) continue;
    const found = yield* searchWays(instance, ledger, group, { maxLabels: WHOLE_LABELS, stop }, rules, index);
    if (found.objective < best.objective) best = found;
  }
  return best;
}

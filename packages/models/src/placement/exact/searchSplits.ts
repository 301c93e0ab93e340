import { isOpen } from "../hosts.ts";
import type { ChainInstance, Instance } from "../instance.ts";
import type { ChainFit } from "./chainFit.ts";
import type { Verdict } from "./chainKinds.ts";
import { dominance } from "./dominance.ts";
import { createHeap } from "./heap.ts";
import { crossings, type Label, metSinceHost, positionsOn } from "./label.ts";
import { enterUs, leastRest, leaves, leaveUs } from "./leastRest.ts";
import type { Part } from "./part.ts";
import { type EmbedLimits, type EmbedRules, typesOf } from "./rules.ts";
import type { Steps } from "./steps.ts";

/** An embedding that is known already, by what it adds to the objective. */
type Found = { objective: number };

export type SplitSearch = {
  instance: Instance;
  chain: ChainInstance;
  fit: ChainFit;
  /** what the chain can do on a device as it is; null for plain switches */
  verdict: (node: number) => Verdict | null;
  part: Part;
  rules: EmbedRules;
  /** lower bound of what is newly switched on */
  least: number;
  known: Found | null;
  limits: EmbedLimits;
};

/** `label` null: nothing better than what was known. */
export type SplitResult = { label: Label | null; objective: number; bound: number; proven: boolean };

/** Two objectives that differ by less are equal; far below the tolerance of power and delay. */
const EQUAL = 1e-7;
const LABELS_PER_QUESTION = 256;
/** Labels between two pauses, some milliseconds. */
const LABELS_PER_PAUSE = 4096;

/**
 * Label-setting search for the best split of a chain over devices and routes. Labels leave the queue in the
 * order of their lower bound (power or cost of newly used devices, plus weighted delay so far and at least to
 * come), so the first complete one is the best. Pauses now and then, so that who asks can do something else.
 */
export function* searchSplits(search: SplitSearch): Steps<SplitResult> {
  const { instance, chain, fit, part, least, known, limits } = search;
  const { budgetUs, excluded } = search.rules;
  const { functions } = chain;
  const delayWeight = instance.weights.delay;
  const delayMatters = delayWeight > 0 || Number.isFinite(budgetUs);
  const unchanged = known?.objective ?? Number.POSITIVE_INFINITY;
  const rest = leastRest(instance, chain, search.verdict, part);
  if (rest === null) return { label: null, objective: unchanged, bound: unchanged, proven: true };
  const dominates = dominance(instance, fit, search.verdict, delayMatters, excluded.size > 0);
  const bothWays = instance.problem.options.linkDirection === "half-duplex";
  const heap = createHeap<Label>(stands);
  const places = new Map<number, Label[]>();
  let best: Label | null = null;
  let objective = unchanged;
  let made = 0;
  let taken = 0;

  const offer = (begun: Omit<Label, "bound" | "dominated">): void => {
    const { hosting, position, node, us } = begun;
    const toCome = hosting ? rest.hosted(position, node) : rest.passing(position, node);
    if (toCome === Number.POSITIVE_INFINITY || us + toCome > budgetUs) return;
    const bound = Math.max(least, begun.activation) + (delayWeight > 0 ? delayWeight * (us + toCome) : 0);
    if (bound >= objective - EQUAL) return;
    const label: Label = { ...begun, bound, dominated: false };
    if (label.hosting && label.position === fit.last) {
      if (excluded.size > 0 && excluded.has(typesOf(instance, label.hosts))) return;
      best = label;
      objective = bound;
      return;
    }
    const place = (label.position * 2 + (label.hosting ? 1 : 0)) * instance.nodes.length + label.node;
    const others = places.get(place) ?? [];
    if (others.some((other) => dominates(other, label))) return;
    for (const other of others) if (dominates(label, other)) other.dominated = true;
    places.set(place, [...others.filter((other) => !other.dominated), label]);
    made++;
    heap.push(label);
  };

  const serve = (label: Label | null, node: number): void => {
    const k = label === null ? 0 : label.position + 1;
    const device = instance.devices[node];
    if (!device || !search.verdict(node)?.holds[k]) return;
    const positions = label === null ? [k] : [...positionsOn(label, node), k];
    if (!fit.holds(node, positions, label?.left.includes(node) ?? false)) return;
    const startUs = label === null ? device.facts.baseUs : label.us;
    offer({
      position: k,
      node,
      hosting: true,
      parent: label,
      arc: -1,
      us: startUs + functions[k]!.delayUs(device.facts),
      hosts: label === null ? [node] : [...label.hosts, node],
      left: label?.left ?? [],
      ...switchedOn(label, node),
    });
  };

  const switchedOn = (label: Label | null, node: number): Pick<Label, "fresh" | "activation"> => {
    const fresh = label?.fresh ?? [];
    const activation = label?.activation ?? 0;
    const own = fresh.includes(node) ? 0 : fit.activation(node);
    return own > 0 ? { fresh: [...fresh, node], activation: activation + own } : { fresh, activation };
  };

  const goOn = (label: Label): void => {
    const { node } = label;
    if (!leaves(instance, node) || (!label.hosting && instance.devices[node]?.isHost)) return;
    let moved = { fresh: label.fresh, activation: label.activation, left: label.left };
    if (fit.isDevice(node) && !label.left.includes(node)) {
      if (!fit.holds(node, positionsOn(label, node), true)) return;
      moved = { ...switchedOn(label, node), left: [...label.left, node] };
    }
    for (const a of part.leaving(part.local(node))) {
      const arc = instance.arcs[a]!;
      if (!isOpen(instance.devices[arc.to], functions[label.position + 1])) continue;
      if (metSinceHost(label, arc.to) || !fit.carries(a, crossings(label, a, bothWays) + 1)) continue;
      offer({
        position: label.position,
        node: arc.to,
        hosting: false,
        parent: label,
        arc: a,
        us: label.us + leaveUs(instance, node) + arc.delayUs + enterUs(instance, arc.to),
        hosts: label.hosts,
        ...moved,
      });
    }
  };

  for (const node of part.nodes) serve(null, node);
  for (let label = heap.pop(); label; label = heap.pop()) {
    if (label.bound >= objective - EQUAL) break;
    if (label.dominated) continue;
    if (made > limits.maxLabels || (made % LABELS_PER_QUESTION === 0 && limits.stop())) {
      return { label: best, objective, bound: Math.min(label.bound, objective), proven: false };
    }
    serve(label, label.node);
    goOn(label);
    if (++taken % LABELS_PER_PAUSE === 0) yield;
  }
  return { label: best, objective, bound: objective, proven: true };
}

/** Order of the queue: least bound, then nearest to the end of the chain, then least delay. */
const stands = (a: Label, b: Label): boolean =>
  a.bound !== b.bound ? a.bound < b.bound : a.position !== b.position ? a.position > b.position : a.us < b.us;

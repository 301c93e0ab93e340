import { type Completions, createCompletions } from "./completions.ts";
import { dominance } from "./dominance.ts";
import { createHeap } from "./heap.ts";
import type { Begun, Label } from "./label.ts";
import { leastRest, type Rest } from "./leastRest.ts";
import { nextLabels } from "./nextLabels.ts";
import { detoursCost, type EmbedLimits, type EmbedRules, typesOf } from "./rules.ts";
import type { Steps } from "./steps.ts";
import { type Ground, MOST_FUNCTIONS } from "./uses.ts";

export type SplitSearch = Ground & {
  rules: EmbedRules;
  /** lower bound of what is newly switched on */
  least: number;
  /** an embedding that is known already, by what it adds to the objective */
  known: { objective: number } | null;
  limits: EmbedLimits;
};

/** `label` null: nothing better than what was known. */
export type SplitResult = { label: Label | null; objective: number; bound: number; proven: boolean };

/** Two objectives that differ by less are equal; far below the tolerance of power and delay. */
const EQUAL = 1e-7;
/** Labels gone on from between two questions whether to stop, and between two pauses, some milliseconds. */
const LABELS_PER_QUESTION = 64;
const LABELS_PER_PAUSE = 4096;
/**
 * Labels before bounds are tightened for the first time, and then again when something was learnt (our choice): most
 * searches end before. Not before there is a label to so many completions of the last time.
 */
const LABELS_BETWEEN = 500;
const COMPLETIONS_PER_LABEL = 20;

/**
 * Label-setting search for the best split of a chain over devices and routes. Labels leave the queue in the
 * order of their lower bound (power or cost of newly used devices, plus weighted delay so far and at least to
 * come), so the first complete one is the best. At first the bounds do not know what a way has used up. Where no way on
 * from a label is as fast as it was promised, the completions learn what to remember; bounds are found anew now and
 * then, and a label whose bound has grown goes back. Pauses now and then, so that who asks can do something else.
 */
export function* searchSplits(search: SplitSearch): Steps<SplitResult> {
  const { instance, fit, least, known, limits } = search;
  const { budgetUs, excluded } = search.rules;
  const delayWeight = instance.weights.delay;
  const delayMatters = delayWeight > 0 || Number.isFinite(budgetUs);
  const unchanged = known?.objective ?? Number.POSITIVE_INFINITY;
  const first = leastRest(search);
  if (first === null) return { label: null, objective: unchanged, bound: unchanged, proven: true };
  const dominates = dominance(instance, fit, search.verdict, delayMatters, excluded.size > 0);
  const next = nextLabels(search);
  const heap = createHeap<Label>(stands);
  const places = new Map<number, Label[]>();
  const between = limits.labelsBetween ?? LABELS_BETWEEN;
  const mayLearn = fit.last < MOST_FUNCTIONS && detoursCost(instance);
  let best: Label | null = null;
  let objective = unchanged;
  let made = 0;
  let taken = 0;
  let rest: Rest = first;
  let completions: Completions | null = null;
  let tightenAt = mayLearn ? between : Number.POSITIVE_INFINITY;
  let learnt = 1;
  // delay of the fastest way on from the label in hand, at least
  let fastest = 0;

  /** Infinite: no way on is within the budget. */
  const boundOf = ({ activation }: Begun, us: number): number => {
    if (us === Number.POSITIVE_INFINITY || us > budgetUs) return Number.POSITIVE_INFINITY;
    return Math.max(least, activation) + (delayWeight > 0 ? delayWeight * us : 0);
  };
  const offer = (begun: Begun): void => {
    const us = begun.us + rest.toCome(begun);
    if (us < fastest) fastest = us;
    const bound = boundOf(begun, us);
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

  next(null, offer);
  for (let label = heap.pop(); label; label = heap.pop()) {
    if (label.bound >= objective - EQUAL) break;
    if (label.dominated) continue;
    if (made > limits.maxLabels || (taken++ % LABELS_PER_QUESTION === 0 && limits.stop()))
      return { label: best, objective, bound: Math.min(label.bound, objective), proven: false };
    if (taken % LABELS_PER_PAUSE === 0) yield;
    if (learnt > 0 && made >= tightenAt) {
      completions ??= createCompletions(search, limits.stop);
      const count = yield* completions.build();
      if (count === null) tightenAt = Number.POSITIVE_INFINITY;
      else {
        rest = completions;
        tightenAt = made + Math.max(between, count / COMPLETIONS_PER_LABEL);
        learnt = 0;
      }
    }
    const us = label.us + rest.toCome(label);
    const bound = boundOf(label, us);
    if (bound > label.bound + EQUAL) {
      label.bound = bound;
      if (bound < objective - EQUAL) heap.push(label);
      continue;
    }
    fastest = Number.POSITIVE_INFINITY;
    next(label, offer);
    if (completions !== null && fastest > us + EQUAL && completions.learn(label)) learnt++;
  }
  return { label: best, objective, bound: objective, proven: true };
}

/** Order of the queue: least bound, then nearest to the end of the chain, then least delay. */
const stands = (a: Label, b: Label): boolean =>
  a.bound !== b.bound ? a.bound < b.bound : a.position !== b.position ? a.position > b.position : a.us < b.us;

import { uniteSets } from "../header/fieldSet.ts";
import { doOverlap, filterKey, isWithin } from "../header/filter.ts";
import { createRuleIndex, type RuleIndex } from "../header/ruleIndex.ts";
import type { ClassRule } from "./synthesis.ts";

/** Called now and then with the number of rules that are left; may throw to end the work. */
export type Look = (rules: number) => void;

/**
 * The same first-match decision with fewer rules: without those that one earlier rule covers, without those
 * whose class a later rule gives anyway, and with neighbours of one class that differ in one field joined
 * (the thesis' filters are unions per field, Sec. 7.2.1).
 */
export function compress(
  rules: readonly ClassRule[],
  look: Look = () => {},
  isConditional: (id: number) => boolean = () => false,
): ClassRule[] {
  let current = [...rules];
  let steps = 0;
  const step = (): void => {
    if (++steps % LOOK_EVERY === 0) look(current.length);
  };
  for (let before = Number.POSITIVE_INFINITY; current.length < WORTH_A_ROUND * before; ) {
    before = current.length;
    current = withoutShadowed(current, step, isConditional);
    current = withoutRedundant(current, step);
    current = joined(current, step);
  }
  return current;
}

/** Our choice: a round that saves less than this share is the last. */
const WORTH_A_ROUND = 0.98;

/** Our choice: rules between two looks. */
const LOOK_EVERY = 256;

type Step = () => void;

/** A rule that takes only known flows hides those of its own class alone. */
function withoutShadowed(
  rules: readonly ClassRule[],
  step: Step,
  isConditional: (id: number) => boolean,
): ClassRule[] {
  const index = createRuleIndex(rules.map((r) => r.filter));
  return rules.filter(({ filter, class: own }, i) => {
    step();
    const around = index.containing((field) => filter[field], 0, i);
    const hides = ({ class: other, filter: outer }: ClassRule): boolean =>
      (other === own || !isConditional(other)) && isWithin(filter, outer);
    return !around.some((j) => hides(rules[j]!));
  });
}

/**
 * A rule is redundant when the first later rule that covers it has its class, and none of another class
 * between them overlaps it.
 */
function withoutRedundant(rules: readonly ClassRule[], step: Step): ClassRule[] {
  const index = createRuleIndex(rules.map((r) => r.filter));
  return rules.filter(({ filter, class: own }, i) => {
    step();
    const covering = index
      .containing((field) => filter[field], i + 1)
      .find((j) => rules[j]!.class === own && isWithin(filter, rules[j]!.filter));
    return covering === undefined || !isFree(rules, index, rules[i]!, i, covering);
  });
}

/**
 * Joins pairs of one class that are equal but for one field, when no rule of another class between them
 * overlaps the later one.
 */
function joined(rules: readonly ClassRule[], step: Step): ClassRule[] {
  const fields = [...new Set(rules.flatMap((r) => Object.keys(r.filter)))];
  let current = [...rules];
  for (const field of fields) current = joinedIn(current, field, step);
  return current;
}

function joinedIn(rules: readonly ClassRule[], field: string, step: Step): ClassRule[] {
  let index: RuleIndex | null = null;
  const firstWith = new Map<string, number>();
  const next: (ClassRule | null)[] = [...rules];
  rules.forEach((rule, i) => {
    step();
    const { [field]: own, ...others } = rule.filter;
    if (own === undefined) return;
    const key = `${rule.class} ${filterKey(others)}`;
    const at = firstWith.get(key);
    const target = at === undefined ? null : next[at]!;
    index ??= at === undefined ? null : createRuleIndex(rules.map((r) => r.filter));
    if (at === undefined || target === null || index === null || !isFree(rules, index, rule, at, i)) {
      firstWith.set(key, i);
      return;
    }
    next[at] = { class: rule.class, filter: { ...others, [field]: uniteSets(target.filter[field]!, own) } };
    next[i] = null;
  });
  return next.filter((r) => r !== null);
}

/** Whether no rule of another class between positions `from` and `to` overlaps `moved`. */
function isFree(
  rules: readonly ClassRule[],
  index: RuleIndex,
  { filter, class: own }: ClassRule,
  from: number,
  to: number,
): boolean {
  const between = index.candidates((field) => filter[field], from + 1, to);
  return !between.some((k) => rules[k]!.class !== own && doOverlap(rules[k]!.filter, filter));
}

import { uniteSets } from "../header/fieldSet.ts";
import { doOverlap, type Filter, filterKey, isWithin } from "../header/filter.ts";
import { createRuleIndex, type RuleIndex } from "../header/ruleIndex.ts";
import type { ClassRule } from "./synthesis.ts";

/**
 * The same first-match decision with fewer rules: without those that one earlier rule covers, without those whose class a later rule gives
 * anyway, and with neighbours of one class that differ in one field joined (the thesis' filters are unions per field, Sec. 7.2.1).
 */
export function compress(rules: readonly ClassRule[]): ClassRule[] {
  let current = [...rules];
  for (let before = Number.POSITIVE_INFINITY; current.length < WORTH_A_ROUND * before; ) {
    before = current.length;
    current = joined(withoutRedundant(withoutShadowed(current)));
  }
  return current;
}

/** Our choice: a round that saves less than this share is the last. */
const WORTH_A_ROUND = 0.98;

const near = (index: RuleIndex, filter: Filter): readonly number[] =>
  index.candidates((field) => filter[field]);

/** Filters that can contain `filter`. */
const around = (index: RuleIndex, filter: Filter): readonly number[] =>
  index.containing((field) => filter[field]);

function withoutShadowed(rules: readonly ClassRule[]): ClassRule[] {
  const index = createRuleIndex(rules.map((r) => r.filter));
  return rules.filter(
    ({ filter }, i) => !around(index, filter).some((j) => j < i && isWithin(filter, rules[j]!.filter)),
  );
}

/** A rule is redundant when the first later rule that covers it has its class, and none of another class between them overlaps it. */
function withoutRedundant(rules: readonly ClassRule[]): ClassRule[] {
  const index = createRuleIndex(rules.map((r) => r.filter));
  return rules.filter(({ filter, class: own }, i) => {
    const isCovered = (j: number): boolean =>
      j > i && rules[j]!.class === own && isWithin(filter, rules[j]!.filter);
    if (!around(index, filter).some(isCovered)) return true;
    for (const j of near(index, filter)) {
      if (j <= i) continue;
      const later = rules[j]!;
      if (later.class !== own) {
        if (doOverlap(later.filter, filter)) return true;
      } else if (isWithin(filter, later.filter)) return false;
    }
    return true;
  });
}

/** Joins pairs of one class that are equal but for one field, when no rule of another class between them overlaps the later one. */
function joined(rules: readonly ClassRule[]): ClassRule[] {
  const fields = [...new Set(rules.flatMap((r) => Object.keys(r.filter)))];
  let current = [...rules];
  for (const field of fields) current = joinedIn(current, field);
  return current;
}

function joinedIn(rules: readonly ClassRule[], field: string): ClassRule[] {
  let index: RuleIndex | null = null;
  const firstWith = new Map<string, number>();
  const next: (ClassRule | null)[] = [...rules];
  rules.forEach((rule, i) => {
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

function isFree(
  rules: readonly ClassRule[],
  index: RuleIndex,
  moved: ClassRule,
  from: number,
  to: number,
): boolean {
  return !near(index, moved.filter).some((k) => {
    if (k <= from || k >= to) return false;
    const between = rules[k]!;
    return between.class !== moved.class && doOverlap(between.filter, moved.filter);
  });
}

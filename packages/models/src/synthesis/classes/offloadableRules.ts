import { doOverlap, type Filter } from "../header/filter.ts";
import { createRuleIndex } from "../header/ruleIndex.ts";

/** A rule of a table that a target may or may not be able to hold; the higher priority is asked first. */
export type OffloadRule = { filter: Filter; priority: number; isSupported: boolean };

/**
 * Which rules a switch or NIC can take over without changing the first match (thesis Sec. 8.1.3.3): a
 * supported one, unless a rule that stays in software has a higher priority and overlaps it. Rules that do
 * not overlap never compete (our refinement of the thesis). A rule that stays only because of another stays
 * all the same, and holds back those below it.
 */
export function offloadableRules(rules: readonly OffloadRule[]): boolean[] {
  const index = createRuleIndex(rules.map((r) => r.filter));
  const taken = rules.map(() => false);
  const descending = rules.map((_, i) => i).sort((a, b) => rules[b]!.priority - rules[a]!.priority);
  for (const i of descending) {
    const { filter, priority, isSupported } = rules[i]!;
    taken[i] =
      isSupported &&
      !index
        .candidates((field) => filter[field])
        .some((j) => rules[j]!.priority > priority && !taken[j] && doOverlap(rules[j]!.filter, filter));
  }
  return taken;
}

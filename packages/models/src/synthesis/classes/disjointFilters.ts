import { doOverlap, type Filter, isWithin, subtract } from "../header/filter.ts";
import type { Layout } from "../header/layout.ts";
import { createRuleIndex } from "../header/ruleIndex.ts";
import type { ClassRule } from "./synthesis.ts";

/**
 * The same decision with pairwise disjoint filters, for targets without priorities ([katsikas-synthesis]: the
 * lazy form is expanded only then). Null when more than `maxFilters` are needed: large access lists grow
 * beyond any table.
 */
export function disjointFilters(
  rules: readonly ClassRule[],
  layout: Layout,
  maxFilters: number,
): ClassRule[] | null {
  const index = createRuleIndex(rules.map((r) => r.filter));
  const out: ClassRule[] = [];
  for (const [i, rule] of rules.entries()) {
    let left: Filter[] = [rule.filter];
    for (const j of index.candidates((field) => rule.filter[field], 0, i)) {
      const earlier = rules[j]!.filter;
      left = left.flatMap((f) => {
        if (isWithin(f, earlier)) return [];
        return doOverlap(f, earlier) ? subtract(f, earlier, layout) : [f];
      });
      if (out.length + left.length > maxFilters) return null;
    }
    for (const filter of left) out.push({ filter, class: rule.class });
  }
  return out;
}

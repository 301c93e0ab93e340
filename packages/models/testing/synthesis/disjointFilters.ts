import type { ClassRule } from "../../src/synthesis/classes/synthesis.ts";
import { doOverlap, type Filter, isWithin, subtract } from "../../src/synthesis/header/filter.ts";
import type { Layout } from "../../src/synthesis/header/layout.ts";
import { createRuleIndex } from "../../src/synthesis/header/ruleIndex.ts";

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

import { needsKnownFlow, type Synthesis } from "../../src/synthesis/classes/synthesis.ts";
import { doOverlap, type Filter, subtractFrom } from "../../src/synthesis/header/filter.ts";
import { PACKET_LAYOUT } from "../../src/synthesis/header/layout.ts";

/** Filters of a rule that are looked at; a rule whose packets fall into more is drawn from as far as they go. */
const MOST_FILTERS = { few: 500, many: 20 };
/** So many rules are few. */
const FEW_RULES = 1000;

/**
 * For each rule of an entry that some packet meets, `count` of them evenly spread where there are more, filters of
 * packets that no earlier rule takes: a packet of each shows what the rule does.
 */
export function ruleFilters({ classifiers, classes }: Synthesis, entry: number, count: number): Filter[][] {
  const { rules } = classifiers[entry]!;
  const most = rules.length <= FEW_RULES ? MOST_FILTERS.few : MOST_FILTERS.many;
  const sure = rules.map((r) => !needsKnownFlow(classes[r.class]!));
  const step = Math.max(1, rules.length / Math.max(1, count));
  const drawn = Array.from({ length: Math.ceil(rules.length / step) }, (_, i) => Math.floor(i * step));
  return drawn.flatMap((i) => {
    const { filter } = rules[i]!;
    let left: Filter[] = [filter];
    for (let j = 0; j < i && left.length > 0 && left.length <= most; j++)
      if (sure[j] && doOverlap(rules[j]!.filter, filter))
        left = subtractFrom(left, rules[j]!.filter, PACKET_LAYOUT);
    return left.length === 0 ? [] : [left];
  });
}

import { needsKnownFlow, type Synthesis } from "../../src/synthesis/classes/synthesis.ts";
import { doOverlap, type Filter, subtractFrom } from "../../src/synthesis/header/filter.ts";
import { PACKET_LAYOUT } from "../../src/synthesis/header/layout.ts";

/** Filters of a rule that are looked at; a rule whose packets fall into more is drawn from as far as they go. */
const MOST_FILTERS = 500;

/**
 * For each rule of an entry that some packet meets, filters of packets that no earlier rule takes: a packet of each
 * shows what the rule does.
 */
export function ruleFilters({ classifiers, classes }: Synthesis, entry: number): Filter[][] {
  const { rules } = classifiers[entry]!;
  const sure = rules.map((r) => !needsKnownFlow(classes[r.class]!));
  return rules.flatMap(({ filter }, i) => {
    let left: Filter[] = [filter];
    for (let j = 0; j < i && left.length > 0 && left.length <= MOST_FILTERS; j++)
      if (sure[j] && doOverlap(rules[j]!.filter, filter))
        left = subtractFrom(left, rules[j]!.filter, PACKET_LAYOUT);
    return left.length === 0 ? [] : [left];
  });
}

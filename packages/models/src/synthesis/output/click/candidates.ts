import { type ClassRule, needsKnownFlow, type TrafficClass } from "../../classes/synthesis.ts";
import type { FlowStep } from "../../graph/unit.ts";
import { doOverlap, type Filter, intersect, isWithin, subtractFrom } from "../../header/filter.ts";
import type { Layout } from "../../header/layout.ts";
import { createRuleIndex } from "../../header/ruleIndex.ts";

/** Our choice: filters of a class that are compared with the rules behind it. */
export const MAX_OWN_FILTERS = 64;

/** Whether two uses of rewriters are one: what a rewriter answers to the first, it answers to the second. */
const isSame = (a: FlowStep, b: FlowStep | undefined): boolean =>
  b !== undefined &&
  a.state === b.state &&
  a.input === b.input &&
  a.known === b.known &&
  a.isForward === b.isForward &&
  a.port === b.port;

/** Whether `later` takes only packets that `first` takes, from step `from` on. */
const isHidden = (later: TrafficClass, first: TrafficClass, from: number): boolean => {
  const asked = first.flows.findLastIndex((f) => f.known) + 1;
  return first.flows.slice(from, asked).every((f, i) => isSame(f, later.flows[from + i]));
};

/**
 * Of classes whose rules match a packet, in their order, those that it can be when it has crossed `from` rewriters: up
 * to the first that asks for no known flow from there on.
 */
export function candidatesOf(classes: readonly TrafficClass[], from: number): TrafficClass[] {
  const out: TrafficClass[] = [];
  for (const c of classes) if (!out.some((first) => isHidden(c, first, from))) out.push(c);
  return out;
}

/** Of rules that take some packets of `within` (null: of any), those that earlier ones do not hide. */
export function visible(
  rules: readonly ClassRule[],
  classes: readonly TrafficClass[],
  within: readonly Filter[] | null,
): readonly ClassRule[] {
  if (!within) return rules;
  const hides = (e: ClassRule, f: Filter): boolean =>
    !needsKnownFlow(classes[e.class]!) && isWithin(f, e.filter);
  return rules.filter((r, i) => {
    const met = within.map((f) => intersect(f, r.filter)).filter((f) => f !== null);
    return met.some((f) => !rules.slice(0, i).some((e) => hides(e, f)));
  });
}

/** Rules that the first match of a list reaches: those that no earlier one takes whole, whatever is known of flows. */
export function reached(rules: readonly ClassRule[]): readonly ClassRule[] {
  const index = createRuleIndex(rules.map((r) => r.filter));
  return rules.filter(
    ({ filter }, i) =>
      !index.containing((field) => filter[field], 0, i).some((e) => isWithin(filter, rules[e]!.filter)),
  );
}

/** Packets of a rule that no earlier one of another class takes; all of the rule when these are many pieces. */
export function metBy(rules: readonly ClassRule[], at: number, layout: Layout): Filter[] {
  const { filter, class: id } = rules[at]!;
  let met: Filter[] = [filter];
  for (const earlier of rules.slice(0, at)) {
    if (earlier.class === id || !met.some((f) => doOverlap(f, earlier.filter))) continue;
    met = subtractFrom(met, earlier.filter, layout);
    if (met.length > MAX_OWN_FILTERS) return [filter];
  }
  return met;
}

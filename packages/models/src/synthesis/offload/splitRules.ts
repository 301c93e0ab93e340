import { offloadableRules } from "../classes/offloadableRules.ts";
import { type ClassRule, needsKnownFlow, type Synthesis, type TrafficClass } from "../classes/synthesis.ts";
import type { Filter } from "../header/filter.ts";
import { beyondClasses } from "../output/beyondClasses.ts";
import { expandFilter, type FieldMatch } from "./expandFilter.ts";
import { type SplitWrites, splitWrites } from "./hardwareWrites.ts";
import type { OffloadTarget } from "./target.ts";

/**
 * How much a target takes over. offload: classification and stateless writes, so that the server need not
 * classify again. dispatch: it only chooses the core and drops what it can be sure of, and the server does
 * the whole function; for targets that cannot match the TTL, or write, and for chains that treat IP options in their
 * own way: no target can tell packets with options apart.
 */
export type OffloadMode = "offload" | "dispatch";

/**
 * Where a rule of a classifier ends up: done in the target, done there up to the server's part, or left in software.
 */
type RulePart = "hardware" | "split" | "software";

export type SplitRule = {
  /** position in the classifier: the first that matches counts; parts of one rule share it */
  index: number;
  class: number;
  filter: Filter;
  part: RulePart;
  entries: FieldMatch[][];
  /** why it stays in software, null when it does not */
  reason: string | null;
};

/**
 * One entry's classifier of `length` rules, split for a target. `tableEntries`: those of the table, with the
 * one that leads the rest to the server.
 */
export type SplitClassifier = {
  entry: string;
  mode: OffloadMode;
  /** why it only chooses the core, null when it does more */
  dispatches: string | null;
  length: number;
  rules: SplitRule[];
  tableEntries: number;
};

/** Why `target` only chooses the core, null when it can do more for the chain. */
const dispatchReason = (target: OffloadTarget, isByOptions: boolean): string | null => {
  if (target.match.ipTtl === undefined || target.language === "dpdk")
    return "the device cannot match the TTL or write, so it only chooses cores and drops";
  return isByOptions
    ? "the chain treats packets with IP options in its own way and the device does not match them, so it only chooses cores"
    : null;
};

/**
 * Splits the ordered rules of one entry (thesis Secs. 8.1.3.1, 8.1.3.3): supported ones are taken over unless
 * one that stays in software comes before and overlaps them (R19). Rules after the last of the classifier do
 * not exist: it covers the entry space.
 */
export function splitRules(
  synthesis: Synthesis,
  { entry, rules }: { entry: string; rules: readonly ClassRule[] },
  target: OffloadTarget,
): SplitClassifier {
  const { classes } = synthesis;
  const isByOptions = beyondClasses(synthesis).options;
  const dispatches = dispatchReason(target, isByOptions);
  const mode: OffloadMode = dispatches === null ? "offload" : "dispatch";
  const relaxed = rules.map((rule) => {
    const isDrop = isSureDrop(classes[rule.class]!);
    return isDrop && isByOptions ? null : relax(rule, mode, isDrop);
  });
  const expanded = relaxed.map((filter) =>
    filter === null
      ? { field: "ipTtl", reason: `the server looks at ${isByOptions ? "IP options" : "the TTL"}` }
      : expandFilter(filter, target),
  );
  // in dispatch mode a rule that is left out costs nothing but its core: the server classifies again
  const taken = offloadableRules(
    rules.flatMap((rule, i) =>
      relaxed[i] === null
        ? []
        : [
            {
              filter: relaxed[i]!,
              priority: rules.length - i,
              isSupported: "entries" in expanded[i]!,
              rule,
            },
          ],
    ),
  );
  let next = 0;
  const split = rules.map((rule, index): SplitRule => {
    const isTaken = relaxed[index] !== null && taken[next++]!;
    const made = expanded[index]!;
    const base = { index, class: rule.class, filter: relaxed[index] ?? rule.filter };
    if (isTaken && "entries" in made) {
      const isDrop = isSureDrop(classes[rule.class]!);
      const isWhole = mode === "offload" && isWholeAt(classes[rule.class]!, target);
      return { ...base, part: isDrop || isWhole ? "hardware" : "split", entries: made.entries, reason: null };
    }
    const reason = "field" in made ? made.reason : "a rule before it that overlaps it stays in software";
    return { ...base, part: "software", entries: [], reason };
  });
  return {
    entry,
    mode,
    dispatches,
    length: rules.length,
    rules: split,
    tableEntries: split.reduce((sum, r) => sum + r.entries.length, 0) + 1,
  };
}

/** The filter that the target is given; null when only the server can judge the rule. */
function relax({ filter }: ClassRule, mode: OffloadMode, isDrop: boolean): Filter | null {
  if (mode === "offload" || filter.ipTtl === undefined) return filter;
  if (isDrop) return null;
  const { ipTtl: _ttl, ...rest } = filter;
  return rest;
}

const isSureDrop = (c: TrafficClass): boolean => c.ending.kind === "drop" && !needsKnownFlow(c);

function isWholeAt(c: TrafficClass, target: OffloadTarget): boolean {
  return (
    c.ending.kind === "exit" &&
    c.state === null &&
    c.flows.length === 0 &&
    Object.keys(splitWrites(c, target, { tagField: null }).software).length === 0
  );
}

/** What the server still does for a class of a split rule. */
export const softwareShare = (
  mode: OffloadMode,
  c: Parameters<typeof splitWrites>[0],
  target: OffloadTarget,
  tagField: string | null,
): SplitWrites =>
  mode === "dispatch" ? { hardware: {}, software: c.writes } : splitWrites(c, target, { tagField });

import { doOverlap, type Filter } from "../header/filter.ts";

/** A rule of a table that a target may or may not be able to hold; the higher priority is asked first. */
export type OffloadRule = { filter: Filter; priority: number; isSupported: boolean };

/**
 * Which rules a switch or NIC can take over without changing the first match (thesis Sec. 8.1.3.3): a supported one, unless a rule that
 * stays in software has a higher priority and overlaps it. Rules that do not overlap never compete (our refinement of the thesis).
 */
export function offloadableRules(rules: readonly OffloadRule[]): boolean[] {
  const staying = rules.filter((r) => !r.isSupported);
  return rules.map(
    (rule) =>
      rule.isSupported &&
      !staying.some((u) => u.priority > rule.priority && doOverlap(u.filter, rule.filter)),
  );
}

import type { Catalogue } from "./catalogue.ts";
import { delayRange } from "./delayRange.ts";
import type { Problem } from "./problem.ts";
import type { DelayTerm } from "./result.ts";
import type { DelayRange } from "./whatIf/evaluation.ts";
import { factsAt } from "./whatIf/network.ts";

/** `delayRange` of steps through the devices of one problem. */
export function delayRangeIn(
  problem: Problem,
  catalogue: Catalogue,
): (terms: readonly DelayTerm[]) => DelayRange {
  const functions = new Map([...catalogue.functions, ...problem.functions].map((f) => [f.type, f]));
  return (terms) =>
    delayRange(
      terms,
      (id) => factsAt(problem, catalogue, id),
      (type) => functions.get(type) ?? null,
    );
}

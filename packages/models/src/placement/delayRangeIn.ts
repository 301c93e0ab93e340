import type { Catalogue } from "./catalogue.ts";
import { delayRange } from "./delayRange.ts";
import { sumOf } from "./instance.ts";
import type { Problem } from "./problem.ts";
import type { DelayTerm, PlacedChain } from "./result.ts";
import type { DelayRange, DelaySum } from "./whatIf/evaluation.ts";
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

/** The delays of several chains in sum, with what fits and runs leave open of its mean (SPEC WI16). */
export function delaySumOf(
  problem: Problem,
  catalogue: Catalogue,
  chains: readonly Pick<PlacedChain, "delayUs" | "terms">[],
): DelaySum {
  const range = delayRangeIn(problem, catalogue)(chains.flatMap(({ terms }) => terms));
  const { meanLowUs, meanHighUs } = range;
  return { delayUs: sumOf(chains, (chain) => chain.delayUs), meanLowUs, meanHighUs };
}

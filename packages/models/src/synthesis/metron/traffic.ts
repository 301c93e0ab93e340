import type { Random } from "../../core/index.ts";
import { groupShare } from "../../server/index.ts";
import type { OffloadPlan } from "../offload/planOffload.ts";
import { type RunningChain, restId, ruleId, type TrafficShares } from "./runningChain.ts";

/** Cores that a chain uses, ascending. */
export const coresOf = (chain: RunningChain): number[] =>
  [...new Set(chain.groups.map((g) => g.core))].sort((a, b) => a - b);

/** Share of the chain's traffic on a core. */
export const shareOn = (chain: RunningChain, core: number): number =>
  chain.scaled.filter((g) => g.core === core).reduce((sum, g) => sum + groupShare(g), 0);

/**
 * Our choice: what rules carry is unknown, so each gets a random part of the traffic; the rest as much as one
 * rule for each that stays.
 */
export const trafficShares = (plan: OffloadPlan, random: Random): TrafficShares =>
  sharesBy(plan, () => 0.5 + random.next());

/** The same where nothing is made up: as much for each rule. */
export const equalShares = (plan: OffloadPlan): TrafficShares => sharesBy(plan, () => 1);

function sharesBy(plan: OffloadPlan, weight: () => number): TrafficShares {
  const weights = new Map<string, number>();
  for (const { entry, split } of plan.places) {
    const staying = split.rules.filter((r) => r.part === "software").length;
    if (staying > 0) weights.set(restId(entry), staying * weight());
    for (const [at, rule] of split.rules.entries())
      if (rule.part === "split") weights.set(ruleId(entry, at), weight());
  }
  const whole = [...weights.values()].reduce((sum, w) => sum + w, 0);
  return new Map([...weights].map(([key, w]) => [key, w / whole]));
}

import { formatLatencyWithUnit } from "@p4twin/ui/format";

export type BudgetDraft = { percent: number | null; maxUs: number | null };
export type ThresholdDraft = {
  plUs: number | null;
  dlUs: number | null;
  triggerUs: number | null;
  resetUs: number | null;
  raiseAfter: number | null;
  outOf: number | null;
  clearAfter: number | null;
  quietS: number | null;
  drift?: boolean | undefined;
  budgets: BudgetDraft[];
};

/** How many budgets a segment may have; as the API demands. */
export const MAX_BUDGETS = 8;

/** What the draft means, or what is wrong with it. */
export function readThresholds(draft: ThresholdDraft) {
  const { plUs, dlUs, triggerUs, resetUs, raiseAfter, outOf, clearAfter, quietS } = draft;
  if (plUs === null || dlUs === null || triggerUs === null || resetUs === null)
    return { wrong: "Every level needs a number." };
  if (raiseAfter === null || outOf === null || clearAfter === null || quietS === null)
    return { wrong: "Every count of seconds needs a number." };
  if (plUs > dlUs)
    return { wrong: "PL must be at most DL: a packet is given priority before it is dropped." };
  if (resetUs > triggerUs) return { wrong: "The reset level must not be above the trigger." };
  if (raiseAfter > outOf) return { wrong: "The alarm cannot need more seconds than it looks at." };
  const budgets = draft.budgets.flatMap(({ percent, maxUs }) =>
    percent !== null && maxUs !== null && percent > 0 && percent < 100 && maxUs > 0
      ? [{ percent, maxUs }]
      : [],
  );
  if (budgets.length < draft.budgets.length)
    return { wrong: "A budget needs a percentile between 0 and 100 and a latency above 0." };
  const rule = { triggerUs, resetUs, raiseAfter, outOf, clearAfter, quietS, budgets };
  const alarm = draft.drift ? { ...rule, drift: true } : rule;
  return { thresholds: { plUs, dlUs, alarm } };
}

type Alarm = NonNullable<ReturnType<typeof readThresholds>["thresholds"]>["alarm"] & { drift?: boolean };

/** The rule in plain words, as somebody would say it at the console. */
export function alarmWords(alarm: Alarm): string {
  const { triggerUs, resetUs, raiseAfter, outOf, clearAfter, quietS, budgets } = alarm;
  const limits = [
    `p99 is above ${formatLatencyWithUnit(triggerUs)}`,
    ...budgets.map((b) => `p${b.percent} is above ${formatLatencyWithUnit(b.maxUs)}`),
    "more than 1 % of its packets are dropped",
  ];
  const listed = `${limits.slice(0, -1).join(", or ")}, or ${limits.at(-1)}`;
  const reset = Math.round((100 * resetUs) / triggerUs);
  const below = `below ${formatLatencyWithUnit(resetUs)}${budgets.length > 0 ? ` (${reset} % of each limit)` : ""}`;
  const quiet = quietS > 0 ? ` For ${quietS} s after that no new event opens.` : "";
  const drift = alarm.drift ? " A drift of the model opens one, too, until it is over." : "";
  return `An event opens when in ${raiseAfter} of the last ${outOf} seconds ${listed}. It closes after ${clearAfter} seconds ${below}.${drift}${quiet}`;
}

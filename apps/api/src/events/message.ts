import { latencyText, significantText } from "@p4twin/models/core";
import type { CauseKind } from "@p4twin/models/twin";
import type { Evidence } from "./schema.ts";

export const droppedShareOf = ({ dropped, count }: Pick<Evidence, "dropped" | "count">): number =>
  dropped / Math.max(1, dropped + count);

/** Did the segment exceed anything? An event of a drift alone is within all limits. */
export const exceeds = (evidence: Evidence): boolean =>
  droppedShareOf(evidence) > 0.01 ||
  (evidence.p99Us !== null && evidence.p99Us > evidence.triggerUs) ||
  evidence.budgets.some(({ observedUs, maxUs }) => observedUs !== null && observedUs > maxUs);

/** What the segment exceeded: its alarm level, a percentile budget, or the drops that an alarm allows. */
export function excessText(evidence: Evidence): string {
  const { p99Us, triggerUs, budgets } = evidence;
  if (p99Us !== null && p99Us > triggerUs)
    return `p99 ${latencyText(p99Us)} is above ${latencyText(triggerUs)}`;
  const over = budgets.find((b) => b.observedUs !== null && b.observedUs > b.maxUs);
  if (over?.observedUs)
    return `p${over.percent} ${latencyText(over.observedUs)} is above its budget of ${latencyText(over.maxUs)}`;
  return `${Math.round(100 * droppedShareOf(evidence))} % of its packets dropped`;
}

const listed = (labels: readonly string[]): string => labels.join(", ");

function pathText({ missing, added }: Evidence): string {
  const left = missing.length > 0 ? `no longer pass ${listed(missing)}` : null;
  const came = added.length > 0 ? `now pass ${listed(added)}` : null;
  return `the path changed: packets ${[left, came].filter(Boolean).join(" and ")}`;
}

/** Who is to blame, with the numbers that show it. */
export function causeText(cause: CauseKind, evidence: Evidence): string {
  const { blame } = evidence;
  if (cause === "path") return pathText(evidence);
  if (cause === "loss") return "packets are lost, and no element takes longer";
  if (cause === "drift") return "every element takes its usual time, but the model drifts";
  if (!blame) return "no element stands out";
  const { queueDepth, usualQueueDepth } =
    evidence.elements.find((e) => e.label === blame.label && e.meanUs === blame.meanUs) ?? {};
  const depth =
    queueDepth != null && usualQueueDepth != null
      ? `, with ${significantText(queueDepth, 2)} packets in its queue instead of ${significantText(usualQueueDepth, 2)}`
      : "";
  // nothing was usual yet: what it holds, of all
  if (blame.usualUs === null)
    return `${blame.label} holds ${latencyText(blame.meanUs)} of ${latencyText(blame.meanUs / blame.shareOfExcess)}${cause === "queueing" ? " in its queue" : ""} (${Math.round(blame.shareOfExcess * 100)} %)`;
  // events from before causes had kinds name the element alone
  const what = { queueing: "queueing at ", processing: "processing at ", vnf: "VNF ", link: "link " };
  const who = `${cause === "unknown" ? "" : what[cause]}${blame.label}`;
  return `${who} takes ${latencyText(blame.meanUs)} instead of ${latencyText(blame.usualUs)}${depth} (${Math.round(blame.shareOfExcess * 100)} % of the excess)`;
}

/** One sentence for the list: segment, what was exceeded, and the element to blame with its numbers. */
export const eventMessage = (segmentName: string, cause: CauseKind, evidence: Evidence): string =>
  cause === "drift" && !exceeds(evidence)
    ? `${segmentName}: the model drifts: observed latency has left the prediction, within the limits of the alarm`
    : `${segmentName}: ${excessText(evidence)}; ${causeText(cause, evidence)}`;

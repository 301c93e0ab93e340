import type { Evidence } from "./schema.ts";

const ms = (us: number): string =>
  us >= 1000 ? `${(us / 1000).toPrecision(3)} ms` : `${us.toPrecision(3)} µs`;

/** One sentence for the list: segment, what was exceeded, and the element to blame with its numbers. */
export function eventMessage(segmentName: string, evidence: Evidence): string {
  const { blame, p99Us, triggerUs, dropped, count } = evidence;
  const late = p99Us !== null && p99Us > triggerUs;
  const lost = `${Math.round((100 * dropped) / Math.max(1, dropped + count))} % of its packets are dropped`;
  const what = `${segmentName}: ${late ? `p99 ${ms(p99Us)} is above ${ms(triggerUs)}` : lost}`;
  if (!blame) return `${what}; no element stands out`;
  const who = blame.kind === "switch" ? `queueing or processing at ${blame.label}` : blame.label;
  return `${what}; ${who} takes ${ms(blame.meanUs)} instead of ${ms(blame.usualUs)} (${Math.round(blame.shareOfExcess * 100)} % of the excess)`;
}

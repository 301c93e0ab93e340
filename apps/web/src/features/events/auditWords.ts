import { formatDateTime, formatLatencyWithUnit } from "@p4twin/ui/format";
import type { RouterOutputs } from "@/lib/trpc.ts";
import { CAUSE_WORDS } from "./eventWords.ts";

export type AuditEntry = RouterOutputs["events"]["audit"][number];
type Detail = NonNullable<AuditEntry["after"]>;
type Thresholds = Extract<Detail, { plUs: number }>;

const TITLES: Record<AuditEntry["what"], string> = {
  opened: "Opened",
  changed: "Changed",
  closed: "Closed",
  suppressed: "Rose again within the quiet time, no new event",
  acknowledged: "Acknowledged",
  unacknowledged: "Acknowledgement taken back",
  muted: "Muted",
  unmuted: "Mute ended",
  delivered: "Delivered",
  deliveryFailed: "Delivery failed",
  thresholds: "Thresholds changed",
};

function alarmText({ alarm, plUs }: Thresholds): string {
  if (!alarm) return `default alarm above ${formatLatencyWithUnit(plUs)}`;
  const budgets = alarm.budgets.map((b) => `, p${b.percent} at most ${formatLatencyWithUnit(b.maxUs)}`);
  const quiet = alarm.quietS > 0 ? `, quiet for ${alarm.quietS} s` : "";
  return `alarm above ${formatLatencyWithUnit(alarm.triggerUs)} in ${alarm.raiseAfter} of ${alarm.outOf} s, clear below ${formatLatencyWithUnit(alarm.resetUs)} for ${alarm.clearAfter} s${budgets.join("")}${quiet}`;
}

/** The numbers of an entry, as short as they can be said. */
function detailText(detail: Detail): string {
  if ("plUs" in detail)
    return `PL ${formatLatencyWithUnit(detail.plUs)}, DL ${formatLatencyWithUnit(detail.dlUs)}, ${alarmText(detail)}`;
  if ("cause" in detail)
    return `${detail.severity}, ${CAUSE_WORDS[detail.cause]}${detail.hop === null ? "" : ` at ${detail.hop}`}`;
  if ("channel" in detail)
    return `“${detail.what}” to ${detail.channel}, ${detail.attempts === 1 ? "first try" : `try ${detail.attempts}`}: ${detail.answer}`;
  if ("text" in detail) return `${detail.severity}, ${detail.text}`;
  return `${detail.reason}, until ${formatDateTime(Date.parse(detail.until))}`;
}

/** An entry of the audit in words: what was done, and what was before and after. */
export function auditWords({ what, before, after }: AuditEntry): { title: string; detail: string | null } {
  const parts = [before, after].flatMap((d) => (d ? [detailText(d)] : []));
  return { title: TITLES[what], detail: parts.length > 0 ? parts.join(" → ") : null };
}

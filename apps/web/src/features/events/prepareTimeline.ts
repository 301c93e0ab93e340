import { formatDateTime } from "@p4twin/ui/format";
import { causeWords, lastedMs, lastedWords, placeWords } from "./eventWords.ts";
import type { SegmentEvent, SwitchEvent } from "./useEvents.ts";

type Common = "id" | "kind" | "severity" | "openedAt" | "closedAt" | "muted";
type TimelineEvent =
  | Pick<
      SegmentEvent,
      | Common
      | "deploymentId"
      | "deploymentName"
      | "segmentId"
      | "segmentName"
      | "cause"
      | "hop"
      | "lastDataAt"
    >
  | Pick<SwitchEvent, Common | "switchId" | "switchName">;

/** One event as a bar: places are shares of the range's width. */
type TimelineBar = {
  id: string;
  left: number;
  width: number;
  open: boolean;
  critical: boolean;
  muted: boolean;
  /** what the bar says to those who do not see it */
  label: string;
};
export type TimelineLane = { key: string; name: string; of: string; bars: TimelineBar[] };

/**
 * The range from `fromMs` to `toMs`, one lane a segment or switch (worst first: most time open), bars in order of time.
 */
export function prepareTimeline(
  events: readonly TimelineEvent[],
  fromMs: number,
  toMs: number,
): TimelineLane[] {
  const lanes = new Map<string, TimelineLane & { openMs: number }>();
  const span = toMs - fromMs;
  for (const event of [...events].sort((a, b) => Date.parse(a.openedAt) - Date.parse(b.openedAt))) {
    const openedMs = Date.parse(event.openedAt);
    const start = Math.max(fromMs, openedMs);
    const end = Math.min(toMs, openedMs + lastedMs(event, toMs));
    if (end < fromMs || start > toMs) continue;
    const key = event.kind === "intent" ? event.switchId : `${event.deploymentId}/${event.segmentId}`;
    const lane = lanes.get(key) ?? { key, ...placeWords(event), bars: [], openMs: 0 };
    lanes.set(key, lane);
    lane.openMs += end - start;
    lane.bars.push({
      id: event.id,
      left: (start - fromMs) / span,
      width: (end - start) / span,
      open: event.closedAt === null,
      critical: event.severity === "critical",
      muted: event.muted !== null,
      label: labelOf(event, toMs),
    });
  }
  return [...lanes.values()].sort((a, b) => b.openMs - a.openMs).map(({ openMs: _openMs, ...lane }) => lane);
}

function labelOf(event: TimelineEvent, nowMs: number): string {
  const { severity, openedAt, closedAt, muted } = event;
  const at = event.kind === "intent" || event.hop === null ? "" : ` at ${event.hop}`;
  const lasted = lastedWords(event, nowMs);
  return `${placeWords(event).name}: ${severity}, ${causeWords(event)}${at}, from ${formatDateTime(Date.parse(openedAt))} ${
    closedAt === null ? `${lasted}, still open` : lasted
  }${muted ? ", muted" : ""}`;
}

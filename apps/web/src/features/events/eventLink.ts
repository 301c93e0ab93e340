import type { SegmentEvent, SwitchEvent } from "./useEvents.ts";

const AROUND_S = 120;

type Linked =
  | Pick<SegmentEvent, "kind" | "deploymentId" | "segmentId" | "openedAt" | "closedAt">
  | Pick<SwitchEvent, "kind" | "switchId">;

/**
 * Where an event shows: the drift of its switch, or the twin of its segment, from two minutes before it opened to two
 * minutes after it closed (our choice).
 */
export function eventLink(event: Linked): string {
  if (event.kind === "intent") return `/switches/${event.switchId}?tab=drift`;
  const segment = `segment=${encodeURIComponent(event.segmentId)}`;
  const twin = `/twin/${event.deploymentId}?${segment}`;
  // an open event is best seen live
  if (event.closedAt === null) return twin;
  const from = Math.floor(Date.parse(event.openedAt) / 1000) - AROUND_S;
  const to = Math.ceil(Date.parse(event.closedAt) / 1000) + AROUND_S;
  return `${twin}&from=${from}&to=${to}`;
}

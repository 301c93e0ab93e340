import type { Event } from "./useEvents.ts";

const AROUND_S = 120;

/**
 * The twin around an event: its segment, from two minutes before it opened to two minutes after it closed (our choice).
 */
export function eventLink(
  event: Pick<Event, "deploymentId" | "segmentId" | "openedAt" | "closedAt">,
): string {
  const segment = `segment=${encodeURIComponent(event.segmentId)}`;
  const twin = `/twin/${event.deploymentId}?${segment}`;
  // an open event is best seen live
  if (event.closedAt === null) return twin;
  const from = Math.floor(Date.parse(event.openedAt) / 1000) - AROUND_S;
  const to = Math.ceil(Date.parse(event.closedAt) / 1000) + AROUND_S;
  return `${twin}&from=${from}&to=${to}`;
}

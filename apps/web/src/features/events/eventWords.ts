import { formatDateTime, formatDuration } from "@p4twin/ui/format";
import type { SegmentEvent, SwitchEvent } from "./useEvents.ts";

/** Causes as they are shown and filtered by. */
export const CAUSE_WORDS: Record<SegmentEvent["cause"], string> = {
  path: "path change",
  queueing: "queueing",
  processing: "processing",
  vnf: "VNF",
  link: "link",
  loss: "loss",
  drift: "drift",
  unknown: "unknown cause",
};

export const CAUSE_VALUES = [
  "path",
  "queueing",
  "processing",
  "vnf",
  "link",
  "loss",
  "drift",
  "unknown",
] as const satisfies readonly SegmentEvent["cause"][];

/** What an event is about, as a name and what that is part of. */
export type Place =
  | Pick<SegmentEvent, "kind" | "deploymentName" | "segmentName">
  | Pick<SwitchEvent, "kind" | "switchName">;
export const placeWords = (event: Place): { name: string; of: string } =>
  event.kind === "intent"
    ? { name: event.switchName, of: "switch" }
    : { name: event.segmentName, of: event.deploymentName };

/** Why it was raised, in a word or two. */
export const causeWords = (
  event: Pick<SegmentEvent, "kind" | "cause"> | Pick<SwitchEvent, "kind">,
): string => (event.kind === "intent" ? "left its intent" : CAUSE_WORDS[event.cause]);

type Times = Pick<SegmentEvent, "kind" | "openedAt" | "closedAt" | "lastDataAt"> | SwitchTimes;
type SwitchTimes = Pick<SwitchEvent, "kind" | "openedAt" | "closedAt">;

/** An open event whose segment had no packets for longer is not known to go on (our choice). */
const SILENT_MS = 60_000;

/** Since when nothing is known of an open event, because its segment has no packets; null: it is known. */
export function silentSinceMs(event: Times, nowMs: number): number | null {
  if (event.kind !== "latency" || event.closedAt !== null || event.lastDataAt === null) return null;
  const sinceMs = Date.parse(event.lastDataAt) + 1000;
  return nowMs - sinceMs > SILENT_MS ? sinceMs : null;
}

/** How long it lasted, or is known to last, in ms. */
export const lastedMs = (event: Times, nowMs: number): number =>
  (event.closedAt === null ? (silentSinceMs(event, nowMs) ?? nowMs) : Date.parse(event.closedAt)) -
  Date.parse(event.openedAt);

/** For how long it lasts or lasted, and since when nothing is known of it. */
export function lastedWords(event: Times, nowMs: number): string {
  const lasted = formatDuration(lastedMs(event, nowMs));
  if (event.closedAt !== null) return `lasted ${lasted}`;
  const silentMs = silentSinceMs(event, nowMs);
  return silentMs === null ? `for ${lasted}` : `for ${lasted}, no data since ${formatDateTime(silentMs)}`;
}

import type { Event, SegmentEvent, SwitchEvent } from "./useEvents.ts";

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

/** How long it lasted, or lasts, in ms. */
export const lastedMs = (event: Pick<Event, "openedAt" | "closedAt">, nowMs: number): number =>
  (event.closedAt === null ? nowMs : Date.parse(event.closedAt)) - Date.parse(event.openedAt);

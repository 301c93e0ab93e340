import type { Event } from "./useEvents.ts";

/** Causes as they are shown and filtered by. */
export const CAUSE_WORDS: Record<Event["cause"], string> = {
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
] as const satisfies readonly Event["cause"][];

/** How long it lasted, or lasts, in ms. */
export const lastedMs = (event: Pick<Event, "openedAt" | "closedAt">, nowMs: number): number =>
  (event.closedAt === null ? nowMs : Date.parse(event.closedAt)) - Date.parse(event.openedAt);

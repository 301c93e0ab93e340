"use client";
import { parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { CAUSE_VALUES } from "./eventWords.ts";
import type { EventFilter } from "./useEvents.ts";

const HOUR_MS = 3_600_000;
export const RANGES = [
  { value: "1h", label: "1 h", ms: HOUR_MS },
  { value: "24h", label: "24 h", ms: 24 * HOUR_MS },
  { value: "7d", label: "7 d", ms: 7 * 24 * HOUR_MS },
  { value: "30d", label: "30 d", ms: 30 * 24 * HOUR_MS },
] as const;
const RANGE_VALUES = RANGES.map((r) => r.value);
/** Events of one page; more are found by filters. */
export const LIMIT = 300;

/** What the events page shows: all of it is in the URL. */
export function useEventsUrl() {
  return useQueryStates(
    {
      view: parseAsStringLiteral(["events", "audit"]).withDefault("events"),
      state: parseAsStringLiteral(["open", "closed", "all"]).withDefault("all"),
      range: parseAsStringLiteral(RANGE_VALUES).withDefault("24h"),
      severity: parseAsStringLiteral(["warning", "critical"]),
      about: parseAsStringLiteral(["segments", "switches"]),
      cause: parseAsStringLiteral(CAUSE_VALUES),
      deployment: parseAsString,
      segment: parseAsString,
      muted: parseAsBoolean,
      event: parseAsString,
    },
    { history: "push" },
  );
}
export type EventsUrl = ReturnType<typeof useEventsUrl>[0];

/**
 * Range and filter of the URL at `nowMs`; the range begins at a whole minute, so that it is asked for anew
 * once a minute.
 */
export function filterOf(url: EventsUrl, nowMs: number): EventFilter & { from: string } {
  const span = RANGES.find((r) => r.value === url.range)?.ms ?? HOUR_MS;
  const minute = Math.floor(nowMs / 60_000) * 60_000;
  return {
    limit: LIMIT,
    from: new Date(minute - span).toISOString(),
    ...(url.state === "all" ? {} : { open: url.state === "open" }),
    ...(url.severity && { severity: url.severity }),
    ...(url.about && { kind: url.about === "switches" ? ("intent" as const) : ("latency" as const) }),
    ...(url.cause && { kind: "latency" as const, cause: url.cause }),
    ...(url.deployment && { deploymentId: url.deployment }),
    ...(url.segment && { segmentId: url.segment }),
    ...(url.muted !== null && { muted: url.muted }),
  };
}

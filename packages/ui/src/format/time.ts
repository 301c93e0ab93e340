import { MISSING } from "./significant.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A span in milliseconds in at most two parts: "45 s", "12 min 5 s", "3 h 20 min", "4 d 2 h". */
export function formatDuration(ms: number | null | undefined): string {
  if (ms === null || ms === undefined || !Number.isFinite(ms)) return MISSING;
  const size = Math.abs(ms);
  if (size < SECOND) return `${Math.round(size)} ms`;
  const parts: [number, string][] = [
    [Math.floor(size / DAY), "d"],
    [Math.floor((size % DAY) / HOUR), "h"],
    [Math.floor((size % HOUR) / MINUTE), "min"],
    [Math.floor((size % MINUTE) / SECOND), "s"],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(" ");
}

/** How long ago (or ahead) a time is, both in epoch milliseconds: "just now", "5 min ago", "in 2 h". */
export function formatRelativeTime(timeMs: number | null | undefined, nowMs: number): string {
  if (timeMs === null || timeMs === undefined || !Number.isFinite(timeMs)) return MISSING;
  const ahead = timeMs - nowMs;
  const size = Math.abs(ahead);
  if (size < 5 * SECOND) return "just now";
  const [count, unit] =
    size < MINUTE
      ? [Math.floor(size / SECOND), "s"]
      : size < HOUR
        ? [Math.floor(size / MINUTE), "min"]
        : size < DAY
          ? [Math.floor(size / HOUR), "h"]
          : [Math.floor(size / DAY), "d"];
  return ahead > 0 ? `in ${count} ${unit}` : `${count} ${unit} ago`;
}

/** Time of day "14:02:07" of epoch milliseconds in `timeZone` (the browser's when left out). */
export function formatClock(timeMs: number | null | undefined, timeZone?: string): string {
  if (timeMs === null || timeMs === undefined || !Number.isFinite(timeMs)) return MISSING;
  return new Intl.DateTimeFormat("en-GB", { timeStyle: "medium", timeZone }).format(timeMs);
}

/** Date and time "2026-03-01 14:02:07" of epoch milliseconds in `timeZone` (the browser's when left out). */
export function formatDateTime(timeMs: number | null | undefined, timeZone?: string): string {
  if (timeMs === null || timeMs === undefined || !Number.isFinite(timeMs)) return MISSING;
  const date = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone }).format(timeMs);
  return `${date} ${formatClock(timeMs, timeZone)}`;
}

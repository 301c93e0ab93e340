import { formatBytes, formatDuration, formatPercent } from "@p4twin/ui/format";
import type { SystemState } from "./useSystem.ts";

type Tone = "ok" | "warn" | "bad" | "neutral";
/** A state in one or two words, and how bad it is. */
export type Verdict = { word: string; tone: Tone };

/** Share of the connections from which it is worth a look (our choice). */
const MANY_CONNECTIONS = 0.8;

const DATABASE_WORDS = {
  ok: "answers",
  unreachable: "cannot be reached",
  silent: "does not answer",
  full: "no free connection",
  "read-only": "takes no writes",
} as const;

export function databaseVerdict({
  state,
  connectionsUsed,
  connectionsMax,
}: SystemState["database"]): Verdict {
  if (state === null) return { word: "unknown", tone: "neutral" };
  if (state !== "ok") return { word: DATABASE_WORDS[state], tone: "bad" };
  const share = connectionsUsed !== null && connectionsMax ? connectionsUsed / connectionsMax : 0;
  return share >= MANY_CONNECTIONS
    ? { word: `${formatPercent(share)} of its connections are taken`, tone: "warn" }
    : { word: DATABASE_WORDS.ok, tone: "ok" };
}

const DISK: Record<NonNullable<SystemState["disk"]>["step"], Verdict> = {
  ok: { word: "has room", tone: "ok" },
  low: { word: "low", tone: "warn" },
  "very-low": { word: "very low", tone: "bad" },
  full: { word: "full", tone: "bad" },
};
export const diskVerdict = (disk: SystemState["disk"]): Verdict =>
  disk ? DISK[disk.step] : { word: "unknown", tone: "neutral" };

/** Free room in words: bytes and their share. */
export const freeWords = (disk: NonNullable<SystemState["disk"]>): string | null =>
  disk.freeBytes === null || disk.totalBytes === null
    ? null
    : `${formatBytes(disk.freeBytes)} of ${formatBytes(disk.totalBytes)} free (${formatPercent(disk.freeBytes / disk.totalBytes)})`;

export function spoolVerdict({ windowsWaiting, windowsDropped }: SystemState["spool"]): Verdict {
  if (windowsDropped > 0) return { word: "windows were given up", tone: "bad" };
  return windowsWaiting > 0 ? { word: "windows wait", tone: "neutral" } : { word: "empty", tone: "ok" };
}

export function clockVerdict(clock: SystemState["clock"]): Verdict {
  if (!clock) return { word: "unknown", tone: "neutral" };
  return clock.steps === 0 ? { word: "steady", tone: "ok" } : { word: "was set", tone: "warn" };
}

/** A step of the clock: direction and length. */
export const stepWords = (byMs: number): string =>
  `${byMs > 0 ? "forward" : "back"} by ${formatDuration(Math.abs(byMs))}`;

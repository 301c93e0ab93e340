import { type WindowCounter, windowCounters } from "@p4twin/models/telemetry";
import type { WindowRow } from "../bus/windowRow.ts";

/** Largest and smallest magnitude of REAL, with some room for its rounding. */
const [MAX_REAL, MIN_REAL] = [3.4e38, 1.2e-38];
const MAX_SMALLINT = 32_767;
/** What a B-tree takes as part of a key, shared by two texts (our choice: well below PostgreSQL's 2,700 bytes). */
const MAX_KEY_CHARS = 300;
/** No window is of another century (our choice): each day has a partition of its own. */
const [FIRST_MS, END_MS] = [Date.UTC(2000, 0), Date.UTC(2100, 0)];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const NUL = "\u0000";

const isKeyText = (text: string): boolean => text.length <= MAX_KEY_CHARS && !text.includes(NUL);
const isIndex = (value: number, max: number): boolean =>
  Number.isInteger(value) && value >= 0 && value <= max;

/** Whether a window's key is one: which segment and part, when, and the number that tells it from all others. */
export const hasKey = (w: WindowRow): boolean =>
  UUID.test(w.deploymentId) &&
  isKeyText(w.segmentId) &&
  isKeyText(w.collectorId) &&
  isIndex(w.part, MAX_SMALLINT) &&
  isIndex(w.lengthS, MAX_SMALLINT) &&
  isIndex(w.sequence, Number.MAX_SAFE_INTEGER) &&
  w.startMs >= FIRST_MS &&
  w.startMs < END_MS;

const whole = (value: number, min: number, max: number): number =>
  Number.isNaN(value) ? 0 : Math.min(max, Math.max(min, Math.trunc(value)));
const real = (us: number | null): number | null => {
  if (us === null || Number.isNaN(us) || Math.abs(us) > MAX_REAL) return null;
  return Math.abs(us) < MIN_REAL ? 0 : us;
};

/** Highest value of each counter's column. */
export type CounterLimits = Readonly<Record<"count" | WhollyCounted, number>>;

/** Counters of whole things; the others are figures of any size. */
const whollyCounted = ["abovePl", "aboveDl", "dropped", "sequenceGaps", "congested", "sampleOneIn"] as const;
type WhollyCounted = (typeof whollyCounted)[number];
const figures = windowCounters.filter((c) => !whollyCounted.some((whole) => whole === c));
const MAX_INTEGER = 2_147_483_647;

/** What BIGINT takes and JavaScript counts exactly. */
export const wideLimits: CounterLimits = {
  ...{ count: Number.MAX_SAFE_INTEGER, abovePl: Number.MAX_SAFE_INTEGER, aboveDl: Number.MAX_SAFE_INTEGER },
  ...{ dropped: Number.MAX_SAFE_INTEGER, sequenceGaps: Number.MAX_SAFE_INTEGER },
  ...{ congested: Number.MAX_SAFE_INTEGER, sampleOneIn: MAX_INTEGER },
};

/** The counters as their columns take them; of a version before some are not there: then 0, nothing was said. */
function clampCounters(w: Readonly<Partial<Record<WindowCounter, number>>>, limits: CounterLimits) {
  const clamped: Partial<Record<WindowCounter, number>> = {};
  // a late arrival takes back what another window counted
  for (const counter of whollyCounted)
    clamped[counter] = whole(
      w[counter] ?? 0,
      counter === "sequenceGaps" ? -limits[counter] : 0,
      limits[counter],
    );
  for (const figure of figures) {
    const value = w[figure] ?? 0;
    clamped[figure] = Number.isFinite(value) && value > 0 ? value : 0;
  }
  return clamped as Record<WindowCounter, number>;
}

/**
 * A window with every figure one that its column takes: counters at their bound, what is no number null (or 0
 * where null is not taken).
 */
export function clampWindow(w: WindowRow, limits: CounterLimits): WindowRow {
  return {
    ...w,
    partLabel: w.partLabel?.includes(NUL) ? null : w.partLabel,
    count: whole(w.count, 0, limits.count),
    sumUs: Number.isNaN(w.sumUs) ? 0 : Math.min(Number.MAX_VALUE, Math.max(-Number.MAX_VALUE, w.sumUs)),
    minUs: real(w.minUs),
    maxUs: real(w.maxUs),
    ...clampCounters(w, limits),
  };
}

/** Whether clamping changed a figure that is read; rounding a tiny latency to 0 is not a change. */
export const isChanged = (a: WindowRow, b: WindowRow): boolean =>
  a.count !== b.count ||
  a.sumUs !== b.sumUs ||
  a.partLabel !== b.partLabel ||
  (a.minUs === null) !== (b.minUs === null) ||
  (a.maxUs === null) !== (b.maxUs === null) ||
  windowCounters.some((counter) => a[counter] !== (b[counter] ?? 0));

/** What is left when the database still refuses it: the figures that every reader needs, without what is optional. */
export const withoutOptional = (w: WindowRow): WindowRow => ({
  ...w,
  ...{ partLabel: null, minUs: null, maxUs: null, histogram: null },
});

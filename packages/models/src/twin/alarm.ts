import { z } from "zod";

/** So many percent of a window's packets must take at most `maxUs`. */
const PercentileBudget = z.object({
  percent: z.number().gt(0).lt(100),
  maxUs: z.number().positive(),
});

/**
 * Hysteresis of a segment's alarm: raised when its level (see `alarmLevelUs`) was above `triggerUs` in
 * `raiseAfter` of the last `outOf` windows, cleared when it stayed below `resetUs` for `clearAfter` windows
 * in a row. Windows without packets count for neither. For `quietS` after an event has closed no other one of
 * its segment and kind opens.
 */
export const AlarmRule = z
  .object({
    triggerUs: z.number().positive(),
    resetUs: z.number().positive(),
    raiseAfter: z.number().int().min(1).max(60).default(3),
    outOf: z.number().int().min(1).max(60).default(5),
    clearAfter: z.number().int().min(1).max(600).default(10),
    budgets: z.array(PercentileBudget).max(8).default([]),
    quietS: z.number().int().min(0).max(86_400).default(0),
    drift: z.boolean().optional().describe("open an event, too, while the twin says that the model drifts"),
  })
  .refine((r) => r.resetUs <= r.triggerUs, {
    message: "the reset level must not be above the trigger",
    path: ["resetUs"],
  })
  .refine((r) => r.raiseAfter <= r.outOf, {
    message: "cannot need more windows than are looked at",
    path: ["raiseAfter"],
  });
export type AlarmRule = z.infer<typeof AlarmRule>;

/** The rule a segment has until someone sets another: trigger at PL, reset at 80 % of it (our choice). */
export const defaultAlarm = (plUs: number): AlarmRule =>
  AlarmRule.parse({ triggerUs: plUs, resetUs: 0.8 * plUs });

/**
 * What a window tells the alarm: percentiles of the packets that arrived (us, `null` without any), and the
 * share that was dropped.
 */
export type AlarmWindow = { percentileUs(share: number): number | null; droppedShare: number };

/** The percentile that the trigger watches. */
const WATCHED_PERCENT = 99;

/**
 * The level that is held against trigger and reset, in us: p99, or what a percentile budget is exceeded by,
 * on the trigger's scale; the worst of them. A dropped packet never arrives: where more are dropped than a
 * percentile leaves out, it is infinite. `null` for a window that says nothing.
 */
export function alarmLevelUs(rule: AlarmRule, window: AlarmWindow): number | null {
  const limits = [{ percent: WATCHED_PERCENT, maxUs: rule.triggerUs }, ...rule.budgets];
  let worst: number | null = null;
  for (const { percent, maxUs } of limits) {
    const lost = window.droppedShare > 1 - percent / 100;
    const us = lost ? Number.POSITIVE_INFINITY : window.percentileUs(percent / 100);
    if (us !== null) worst = Math.max(worst ?? 0, us / maxUs);
  }
  return worst === null ? null : worst * rule.triggerUs;
}

/** Does an alarm that rises at `atMs` stay without an event, because the one before closed less than `quietS` ago? */
export const isQuiet = (rule: AlarmRule, lastClosedMs: number | null, atMs: number): boolean =>
  lastClosedMs !== null && atMs < lastClosedMs + rule.quietS * 1000;

export type AlarmState = { raised: boolean; recent: boolean[]; quiet: number };
export type AlarmChange = "raised" | "cleared" | null;

export const calm = (): AlarmState => ({ raised: false, recent: [], quiet: 0 });

/**
 * One window further. `p99Us` is its level, `null` for a window without packets. Pure: returns the new state
 * and what changed.
 */
export function stepAlarm(
  state: AlarmState,
  rule: AlarmRule,
  p99Us: number | null,
): { state: AlarmState; change: AlarmChange } {
  if (p99Us === null) return { state, change: null };
  if (state.raised) {
    const quiet = p99Us < rule.resetUs ? state.quiet + 1 : 0;
    return quiet >= rule.clearAfter
      ? { state: calm(), change: "cleared" }
      : { state: { ...state, quiet }, change: null };
  }
  const recent = [...state.recent, p99Us > rule.triggerUs].slice(-rule.outOf);
  return recent.filter(Boolean).length >= rule.raiseAfter
    ? { state: { raised: true, recent: [], quiet: 0 }, change: "raised" }
    : { state: { ...state, recent }, change: null };
}

import { z } from "zod";

/**
 * Hysteresis of a segment's alarm: raised when p99 was above `triggerUs` in `raiseAfter` of the last `outOf` windows,
 * cleared when it stayed below `resetUs` for `clearAfter` windows in a row. Windows without packets count for neither.
 */
export const AlarmRule = z
  .object({
    triggerUs: z.number().positive(),
    resetUs: z.number().positive(),
    raiseAfter: z.number().int().min(1).max(60).default(3),
    outOf: z.number().int().min(1).max(60).default(5),
    clearAfter: z.number().int().min(1).max(600).default(10),
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

export type AlarmState = { raised: boolean; recent: boolean[]; quiet: number };
export type AlarmChange = "raised" | "cleared" | null;

export const calm = (): AlarmState => ({ raised: false, recent: [], quiet: 0 });

/** One window further. `p99Us` is `null` for a window without packets. Pure: returns the new state and what changed. */
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

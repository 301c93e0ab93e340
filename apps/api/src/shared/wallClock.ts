/** What a process knows of its machine's clock since it began to watch it. */
export type ClockState = {
  /** times that the machine's clock was set */
  steps: number;
  /** size of the last step in ms, negative when the clock went back; null before the first */
  lastStepMs: number | null;
  /** when the last step was noticed, ms since 1970 by the new time; null before the first */
  lastStepAtMs: number | null;
  /** how far the clock was set and slewed in all since the start, ms */
  offsetMs: number;
};

/** Deadlines and rates by time that passes evenly; wall time for stamps only. */
export type WallClock = {
  /**
   * Time now in ms since 1970 as it would be had nobody set the clock since this one was made: never steps,
   * never goes back.
   */
  steadyMs(): number;
  /** What to add to a steady time for wall time, as of the last `steadyMs()`. */
  correctionMs(): number;
  state(): ClockState;
};

/**
 * Beyond this the clock was set; below, it drifts and is followed smoothly (our choice: NTP daemons slew up
 * to 128 ms by default).
 */
export const STEP_MS = 250;
/**
 * Share of the time passed by which a drift is made up: twenty times what a kernel slews at most,
 * unnoticeable in a window (our choice).
 */
const SLEW = 0.01;

type Sources = { monotonicMs(): number; wallMs(): number };
const machine: Sources = { monotonicMs: () => performance.now(), wallMs: Date.now };

/**
 * Follows the machine's clock by a monotonic one. `onStep` hears of each step, by which `correctionMs` has
 * changed already. A machine that slept counts as one whose clock was set.
 */
export function createWallClock(
  { monotonicMs, wallMs }: Sources = machine,
  onStep: (state: ClockState) => void = () => {},
): WallClock {
  const startMs = wallMs() - monotonicMs();
  let lastMs = monotonicMs();
  let correctionMs = 0;
  let steps = 0;
  let lastStepMs: number | null = null;
  let lastStepAtMs: number | null = null;
  const state = (): ClockState => ({ steps, lastStepMs, lastStepAtMs, offsetMs: Math.round(correctionMs) });

  return {
    steadyMs() {
      const now = monotonicMs();
      const steady = startMs + now;
      const wall = wallMs();
      const off = wall - steady - correctionMs;
      const most = SLEW * (now - lastMs);
      lastMs = now;
      if (Math.abs(off) > STEP_MS) {
        correctionMs += off;
        steps++;
        lastStepMs = Math.round(off);
        lastStepAtMs = wall;
        onStep(state());
      } else correctionMs += Math.max(-most, Math.min(most, off));
      return steady;
    },
    correctionMs: () => correctionMs,
    state,
  };
}

/**
 * The clock, but never ahead of even time since this was made: what deletes by age must not take a clock that
 * was set forward for age.
 */
export function notAhead(clock: () => Date): () => Date {
  const even = createWallClock({ monotonicMs: machine.monotonicMs, wallMs: () => clock().getTime() });
  return () => new Date(Math.min(clock().getTime(), even.steadyMs()));
}

import { type AlarmRule, alarmLevelUs, calm, stepAlarm } from "../alarm.ts";
import { stepDrift } from "../drift/detectDrift.ts";
import type { DriftSettings } from "../drift/driftSettings.ts";
import { type DriftState, startDrift } from "../drift/driftState.ts";
import { withRunSpread } from "../drift/runSpread.ts";
import type { Prediction } from "../predict/prediction.ts";
import { type Held, holdAgainst, type ObservedWindow } from "./holdAgainst.ts";

/** A stored window with its percentiles (us), within the histogram's 1 %. */
export type StoredWindow = ObservedWindow & {
  percentileUs(share: number): number | null;
};

export type ReplayModel = {
  predictionOf(window: ObservedWindow, index: number): Prediction | null;
  plUs: number;
  dlUs: number;
  alarm: AlarmRule;
  drift: DriftSettings;
};

/** An alarm that would have been raised; `clearedMs` is null when it was still up at the end. */
type ReplayedAlarm = { raisedMs: number; clearedMs: number | null; worstP99Us: number | null };
/** A drift that would have been called: when it was called, since when it was one, and how far the residual moved. */
type ReplayedDrift = {
  calledMs: number;
  sinceMs: number | null;
  clearedMs: number | null;
  shift: number;
};

export type Replay = Held & {
  packets: number;
  dropped: number;
  /** shares of the packets that arrived; null without any */
  shareAbovePl: number | null;
  shareAboveDl: number | null;
  alarms: ReplayedAlarm[];
  drifts: ReplayedDrift[];
  /** state of the detector after the last window */
  driftState: DriftState;
  alarmRaised: boolean;
};

/** Where more than this share is dropped, what arrives says nothing about the model (the loss of rule T14). */
const LOST_SHARE = 0.01;

/**
 * What would have happened: stored windows, oldest first, held against another model or other limits. The
 * band, residuals and coverage are those of `predictionOf`; alarms and drifts are stepped by the code that
 * runs live, the residual of a window under alarm not counted (rule T12).
 */
export function replaySegment(windows: readonly StoredWindow[], model: ReplayModel): Replay {
  // asked once for each window
  const predictions = windows.map(model.predictionOf);
  const held = holdAgainst(windows, (_, i) => predictions[i] ?? null);
  let alarm = calm();
  let drift = startDrift();
  const alarms: ReplayedAlarm[] = [];
  const drifts: ReplayedDrift[] = [];
  let [packets, dropped, abovePl, aboveDl] = [0, 0, 0, 0];
  windows.forEach((window, i) => {
    const { startMs, lengthS, count, p99Us } = window;
    const endMs = startMs + 1000 * lengthS;
    packets += count;
    dropped += window.dropped;
    if (count > 0) {
      abovePl += window.countAbove(model.plUs);
      aboveDl += window.countAbove(model.dlUs);
    }
    const droppedShare = window.dropped / Math.max(1, count + window.dropped);
    const level = alarmLevelUs(model.alarm, { percentileUs: window.percentileUs, droppedShare });
    const stepped = stepAlarm(alarm, model.alarm, level);
    alarm = stepped.state;
    const open = alarms.at(-1);
    if (stepped.change === "raised") alarms.push({ raisedMs: startMs, clearedMs: null, worstP99Us: p99Us });
    else if (open && open.clearedMs === null) {
      if (p99Us !== null) open.worstP99Us = Math.max(open.worstP99Us ?? 0, p99Us);
      if (stepped.change === "cleared") open.clearedMs = endMs;
    }
    const share =
      alarm.raised || droppedShare > LOST_SHARE ? null : (held.windows[i]?.residual?.share ?? null);
    const moved = stepDrift(drift, withRunSpread(model.drift, predictions[i] ?? null), startMs, share);
    drift = moved.state;
    if (moved.change === "drifted")
      drifts.push({ calledMs: endMs, sinceMs: drift.sinceMs, clearedMs: null, shift: drift.shift ?? 0 });
    const called = drifts.at(-1);
    if (moved.change === "cleared" && called) called.clearedMs = endMs;
    else if (called && called.clearedMs === null) called.shift = drift.shift ?? called.shift;
  });
  return {
    ...held,
    packets,
    dropped,
    shareAbovePl: packets > 0 ? abovePl / packets : null,
    shareAboveDl: packets > 0 ? aboveDl / packets : null,
    alarms,
    drifts,
    driftState: drift,
    alarmRaised: alarm.raised,
  };
}

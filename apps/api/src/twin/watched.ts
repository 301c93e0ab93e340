import {
  type BoundSegment,
  type DriftSettings,
  type DriftState,
  type PreparedSegment,
  residual,
  type SegmentPrediction,
  stepDrift,
  withRunSpread,
} from "@p4twin/models/twin";
import type { WindowRow } from "../bus/windowRow.ts";
import type { RecentWindows } from "./recentWindows.ts";

/** The model of a segment now: its prediction at the load of now, and its drift detector. */
export type CurrentModel = {
  predicted: SegmentPrediction;
  drift: Pick<DriftState, "phase" | "sinceMs" | "shift"> | null;
};

/** A segment whose model is watched. */
export type Watched = {
  workspaceId: string;
  deploymentId: string;
  segment: BoundSegment;
  prepared: PreparedSegment;
  current: SegmentPrediction | null;
  kept: { basis: string; predicted: SegmentPrediction } | null;
  drift: DriftState;
  /** windows put together until they hold enough packets */
  pending: { count: number; sumUs: number };
  recent: RecentWindows;
  dirty: boolean;
};

/** Where more than this share of a window is dropped, what arrives says nothing about the model (twin/SPEC T14). */
const LOSS_SHARE = 0.01;
export const key = (deploymentId: string, segmentId: string): string => `${deploymentId}/${segmentId}`;

export function modelOf({ current, drift: { phase, sinceMs, shift } }: Watched): CurrentModel | null {
  return current && { predicted: current, drift: { phase, sinceMs, shift } };
}

/** A window further: what it says of the load, and, where enough packets say something of the model, of its drift. */
export function judgeWindow(
  w: Watched,
  row: WindowRow,
  { minPackets, rules, isRaised }: { minPackets: number; rules: DriftSettings | null; isRaised: boolean },
): "drifted" | "cleared" | null {
  w.recent.note(row);
  const predictedUs = w.current?.prediction.meanUs ?? null;
  const lost = row.dropped > LOSS_SHARE * (row.count + row.dropped);
  if (!rules || predictedUs === null || lost || isRaised) {
    w.pending = { count: 0, sumUs: 0 };
    return null;
  }
  w.pending = { count: w.pending.count + row.count, sumUs: w.pending.sumUs + row.sumUs };
  if (w.pending.count < minPackets) return null;
  const off = residual(w.pending.sumUs / w.pending.count, predictedUs);
  w.pending = { count: 0, sumUs: 0 };
  const { state, change } = stepDrift(
    w.drift,
    withRunSpread(rules, w.current?.prediction ?? null),
    row.startMs,
    off?.share ?? null,
  );
  w.drift = state;
  w.dirty = true;
  return change;
}

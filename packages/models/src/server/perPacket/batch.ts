import { US_PER_S } from "../../core/index.ts";
import { batches } from "../data/library.ts";

/** What an operator wants from a batch size (thesis Sec. 6.5.1). */
export const batchGoals = ["latency", "density", "jitter"] as const;
export type BatchGoal = (typeof batchGoals)[number];

/** Batch sizes that the thesis advises per goal, and the one to take: the best measured latency among them. */
export const advisedBatches: Readonly<Record<BatchGoal, { from: number; to: number; take: number }>> = {
  latency: { from: 2, to: 32, take: 32 },
  density: { from: 8, to: 64, take: 32 },
  jitter: { from: 2, to: 2, take: 2 },
};

export type BatchLatency = { us: number; basis: "measured" | "interpolated" };

/**
 * Profiled latency of the thesis' user-space router with `batch` packets a system call, us (Table 6.7): a
 * row, or the line between two over log2 of the batch; null outside 1..256. What packets wait for the batch
 * is not in it: `batchFillUs`.
 */
export function batchLatency(batch: number): BatchLatency | null {
  const { rows } = batches();
  const right = rows.findIndex((r) => r.batch >= batch);
  const b = rows[right];
  if (b === undefined) return null;
  if (b.batch === batch) return { us: b.latencyUs, basis: "measured" };
  const a = rows[right - 1];
  if (a === undefined) return null;
  const share = Math.log2(batch / a.batch) / Math.log2(b.batch / a.batch);
  return { us: a.latencyUs + (b.latencyUs - a.latencyUs) * share, basis: "interpolated" };
}

/** Latency at `to` packets a call over that at `from`; null where one is not measured. */
export function batchEffect(from: number, to: number): number | null {
  const [before, after] = [batchLatency(from), batchLatency(to)];
  return before === null || after === null ? null : after.us / before.us;
}

/**
 * Whether the median at the sink is worse than without batches (Fig. 6.10): the Profiler's own sum does not show it.
 */
export const worseAtSink = (batch: number): boolean => batch >= batches().sink.worseThanUnbatchedFrom;

/** Longest wait for a full batch at `pps`, us; a call that returns what is there (the thesis' own) waits for none. */
export const batchFillUs = (batch: number, pps: number, blocking: boolean): number =>
  blocking ? (batch / pps) * US_PER_S : 0;

import { ratios } from "../data/library.ts";
import type { Policy } from "../data/serverProfile.ts";
import type { Fabric } from "../data/tables.ts";

/** Times of a process over a run, one unit for all three. */
export type ProcessTimes = {
  run: number | null;
  /** asleep or blocked, waiting for I/O included */
  notRunnable: number | null;
  /** ready, but another process had the core */
  runnable: number | null;
};

/**
 * What yielding and the scheduler cost against the time of work (thesis Sec. 6.3.2.1); null where a time is unknown.
 */
export type TimeRatios = { wait: number | null; contention: number | null };

/** Wait/RunTime and SchedContention/RunTime of one process. */
export const timeRatios = ({ run, notRunnable, runnable }: ProcessTimes): TimeRatios => {
  const over = (time: number | null): number | null =>
    time === null || run === null || run === 0 ? null : time / run;
  return { wait: over(notRunnable), contention: over(runnable) };
};

/** The greatest ratios of several processes: the chain waits for the slowest. */
export const greatestRatios = (all: readonly TimeRatios[]): TimeRatios => {
  const greatest = (values: (number | null)[]): number | null => {
    const known = values.filter((v) => v !== null);
    return known.length === 0 ? null : Math.max(...known);
  };
  return { wait: greatest(all.map((r) => r.wait)), contention: greatest(all.map((r) => r.contention)) };
};

/** Share of the clock in which a process works: 1 / (1 + wait + contention) [katsikas-m4]. */
export const usefulShare = (wait: number, contention: number): number => 1 / (1 + wait + contention);

type Row = { functions: number; ratio: number };

/** A row, or the line between two; null outside the table. */
function between(rows: readonly Row[], functions: number): number | null {
  const right = rows.findIndex((r) => r.functions >= functions);
  const b = rows[right];
  if (b === undefined) return null;
  if (b.functions === functions) return b.ratio;
  const a = rows[right - 1];
  if (a === undefined) return null;
  return a.ratio + ((b.ratio - a.ratio) * (functions - a.functions)) / (b.functions - a.functions);
}

/** Wait/RunTime of a chain of routers over OVSK (Table 6.5), interpolated between its rows; null outside them. */
export const expectedWait = (functions: number): number | null => between(ratios().wait.rows, functions);

/** SchedContention/RunTime (Table 6.8), interpolated between its rows; null outside them and for other realisations. */
export function expectedContention(
  realisation: { fabric: Fabric; policy: Policy; batch: number },
  functions: number,
): number | null {
  const column = ratios().contention.columns.find(
    (c) =>
      c.fabric === realisation.fabric && c.policy === realisation.policy && c.batch === realisation.batch,
  );
  return column === undefined ? null : between(column.rows, functions);
}

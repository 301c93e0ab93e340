import type { Study, StudyComparison, StudyFigure, StudySeries, StudyTools } from "../../placement/index.ts";

/** What a study of latency control needs; it blocks its thread, so a page runs it in a worker. */
export type ControlTools = Pick<StudyTools, "nowMs" | "onProgress">;

/** A figure of a work on latency control that can be computed here. */
export type ControlStudy = Omit<Study, "run"> & { run(tools: ControlTools): StudyFigure };

/** One value of a figure: a number of the runs at every x. */
type Line<R> = { name: string; unit: string; value: (run: R) => number | null };

type Sweep<R> = {
  x: string;
  /** values of x, in the order of the axis */
  at: readonly number[];
  run: (x: number) => R;
  lines: readonly Line<R>[];
  comparisons: (runs: ReadonlyMap<number, R>) => StudyComparison[];
  assumptions: string[];
};

/** Runs a simulation at every x; values that a run does not have are left out of their line. */
export function sweep<R>({ nowMs, onProgress }: ControlTools, sweep: Sweep<R>): StudyFigure {
  const started = nowMs();
  const runs = new Map<number, R>();
  for (const [i, x] of sweep.at.entries()) {
    onProgress?.(i / sweep.at.length);
    runs.set(x, sweep.run(x));
  }
  const series: StudySeries[] = sweep.lines.map(({ name, unit, value }) => ({
    name,
    unit,
    points: [...runs].flatMap(([x, run]) => {
      const y = value(run);
      return y === null || !Number.isFinite(y) ? [] : [{ x, y }];
    }),
  }));
  const { x, assumptions } = sweep;
  return { x, series, comparisons: sweep.comparisons(runs), assumptions, costMs: nowMs() - started };
}

/** From `from` to `to` in equal steps, both included. */
export const steps = (from: number, to: number, step: number): number[] =>
  Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => Number((from + i * step).toFixed(6)));

/** The least x from which on the value stays at or below `limit`, in steps of the sweep; null when it never does. */
export function settlesAt<R>(
  runs: ReadonlyMap<number, R>,
  value: (run: R) => number,
  limit: number,
): number | null {
  let found: number | null = null;
  for (const [x, run] of runs) {
    if (value(run) > limit) found = null;
    else found ??= x;
  }
  return found;
}

/** A number for a table of comparisons; what is not known says so. */
export const text = (value: number | null | undefined, unit: string, digits = 2): string =>
  value === null || value === undefined || !Number.isFinite(value)
    ? "none"
    : `${value.toFixed(digits)} ${unit}`;

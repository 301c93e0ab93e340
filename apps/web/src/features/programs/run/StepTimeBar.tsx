import { cn } from "@p4twin/ui";
import type { RunStep } from "@/workers/run/runQuestions.ts";

export type StepTimeBarProps = { time: NonNullable<RunStep["time"]>; endUs: number };

/**
 * One bar of the waterfall: from where the packet's time was to where it is behind the step; the thin line is the
 * interval of the time so far.
 */
export function StepTimeBar({ time, endUs }: StepTimeBarProps) {
  const { us, elapsedUs, lowUs, highUs } = time;
  const share = (at: number): number => (100 * Math.min(Math.max(at, 0), endUs)) / endUs;
  const [from, to] = [share(Math.min(elapsedUs - us, elapsedUs)), share(Math.max(elapsedUs - us, elapsedUs))];
  return (
    <span aria-hidden className="relative block h-1 w-full rounded-full bg-sunken">
      <span
        className={cn("absolute inset-y-0 min-w-px rounded-full", us < 0 ? "bg-ok" : "bg-predicted")}
        // a step at the end of the axis, too short to be seen, has its pixel within it
        style={{ left: `min(${from}%, 100% - 1px)`, width: `${to - from}%` }}
      />
      {lowUs === null || highUs === null ? null : (
        <span
          className="absolute top-1/2 h-px bg-ink"
          style={{ left: `${share(lowUs)}%`, width: `${share(highUs) - share(lowUs)}%` }}
        />
      )}
    </span>
  );
}

/** Where the time axis of a run ends: the latest time that is in doubt; 0: nothing takes time. */
export const endOfTimes = (steps: readonly RunStep[]): number =>
  Math.max(0, ...steps.flatMap(({ time }) => (time ? [time.highUs ?? time.elapsedUs] : [])));

import { cn } from "@p4twin/ui";
import type { RunStep } from "@/workers/run/runQuestions.ts";

export type StepTimeBarProps = { time: NonNullable<RunStep["time"]>; endUs: number };

/**
 * One bar of the waterfall: from where the packet's time was to where it is behind the step; the thin line is
 * where a packet may be, the thicker one where the mean may be.
 */
export function StepTimeBar({ time, endUs }: StepTimeBarProps) {
  const { us, elapsedUs, meanLowUs, meanHighUs, lowUs, highUs } = time;
  const share = (at: number): number => (100 * Math.min(Math.max(at, 0), endUs)) / endUs;
  const [from, to] = [share(Math.min(elapsedUs - us, elapsedUs)), share(Math.max(elapsedUs - us, elapsedUs))];
  const lineOf = (look: string, low: number | null, high: number | null) =>
    low === null || high === null ? null : (
      <span
        className={cn("absolute bg-ink", look)}
        style={{ left: `${share(low)}%`, width: `${share(high) - share(low)}%` }}
      />
    );
  return (
    <span aria-hidden className="relative block h-1 w-full rounded-full bg-sunken">
      <span
        className={cn("absolute inset-y-0 min-w-px rounded-full", us < 0 ? "bg-ok" : "bg-predicted")}
        // a step at the end of the axis, too short to be seen, has its pixel within it
        style={{ left: `min(${from}%, 100% - 1px)`, width: `${to - from}%` }}
      />
      {lineOf("top-1/2 h-px", lowUs, highUs)}
      {lineOf("top-1/4 h-0.5", meanLowUs, meanHighUs)}
    </span>
  );
}

/** Where the time axis of a run ends: the latest time that is in doubt; 0: nothing takes time. */
export const endOfTimes = (steps: readonly RunStep[]): number =>
  Math.max(0, ...steps.flatMap(({ time }) => (time ? [time.highUs ?? time.elapsedUs] : [])));

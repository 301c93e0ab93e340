import {
  formatLatencyInterval,
  formatLatencyRange,
  type LatencyIntervals,
  type LatencyUnit,
} from "../format/index.ts";
import { cn } from "../lib/cn.ts";

export interface PredictedLatencyProps extends Partial<LatencyIntervals> {
  /** Predicted mean in microseconds; null when unknown. */
  us: number | null;
  /** The column's unit. */
  unit: LatencyUnit;
  /** Significant digits of the mean, three unless given. */
  digits?: number;
  /** Stands on hover instead of the exact numbers. */
  title?: string | undefined;
  className?: string | undefined;
}

/** A predicted latency in a table: mean with its interval, below it that of a packet; hover gives all exactly. */
export function PredictedLatency({
  us,
  unit,
  digits,
  title,
  className,
  ...intervals
}: PredictedLatencyProps) {
  const { meanLowUs = null, meanHighUs = null, lowUs = null, highUs = null } = intervals;
  // a sum over chains has none
  const packet = lowUs === null && highUs === null ? "" : `; a packet ${lowUs ?? "?"} to ${highUs ?? "?"} µs`;
  const exact =
    us === null ? "not known" : `mean ${us} µs, ${meanLowUs ?? "?"} to ${meanHighUs ?? "?"} µs${packet}`;
  return (
    <span className={cn("whitespace-nowrap", className)} title={title ?? exact}>
      {formatLatencyInterval(us, meanLowUs, meanHighUs, unit, digits)}
      {us === null || lowUs === null || highUs === null ? null : (
        <span className="block text-2xs text-ink-3">packet {formatLatencyRange(lowUs, highUs, unit)}</span>
      )}
    </span>
  );
}

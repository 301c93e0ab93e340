import { formatLatencyWithUnit, MISSING } from "@p4twin/ui/format";
import type { TelemetryState } from "./useTelemetry.ts";

/** What is known of the offset of two clocks, in words: an estimate, a bound, or nothing. */
export function offsetWords({
  offsetUs,
  uncertaintyUs,
  offsetAtMostUs,
}: TelemetryState["clocks"][number]["skew"]): string {
  if (offsetUs !== null)
    return `${formatLatencyWithUnit(offsetUs)}${uncertaintyUs === null ? "" : ` ± ${formatLatencyWithUnit(uncertaintyUs)}`}`;
  return offsetAtMostUs === null ? MISSING : `at most ${formatLatencyWithUnit(offsetAtMostUs)}`;
}

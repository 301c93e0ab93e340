import { formatLatency, formatLatencyWithUnit } from "@p4twin/ui/format";
import { countOf } from "@/lib/countOf.ts";
import type { BranchTime, PacketRun } from "@/workers/run/runQuestions.ts";

/** What became of a packet, in one line. */
export function runWords(run: PacketRun, device: string | null): string {
  const out =
    run.sent.length === 0
      ? "Nothing leaves"
      : `Leaves on ${run.sent.length === 1 ? "port" : "ports"} ${run.sent.map(({ port }) => port).join(", ")}`;
  const steps = countOf(run.steps.length + run.leftOut, "step");
  const [time] = run.times.filter(({ branch }) => branch === 0);
  return [out, steps, ...(device && time ? [timeWords(time, device)] : [])].join(" · ");
}

/** `9.05 µs (mean 8.65–9.45, packet 8.60–9.49) on agilio-cx`; unknown is said so. */
function timeWords({ us, ...time }: BranchTime, device: string): string {
  if (us === null) return `time on ${device} unknown`;
  const of = (what: string, lowUs: number | null, highUs: number | null): string[] =>
    lowUs === null || highUs === null
      ? []
      : [`${what} ${formatLatency(lowUs, "us")}–${formatLatency(highUs, "us")}`];
  const both = [...of("mean", time.meanLowUs, time.meanHighUs), ...of("packet", time.lowUs, time.highUs)];
  const range = both.length === 0 ? "" : ` (${both.join(", ")})`;
  return `${formatLatencyWithUnit(us)}${range} on ${device}`;
}

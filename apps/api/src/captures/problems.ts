import {
  cutElsewhereSentence,
  cutSentence,
  type DecodeCounters,
  deviationsOf,
  type ExporterTallies,
  FRAME_CUT,
  type FrameTally,
  MARK_SINK_CLONE_LATENCY,
  repeatedSentence,
} from "@p4twin/models/telemetry";
import type { UptimeCount } from "./nodeLatencies.ts";
import type { CaptureSummary } from "./schema.ts";

type Problem = CaptureSummary["problems"][number];
const warning = (code: string, message: string): Problem => ({ severity: "warning", code, message });

/** Which of the marks says that a sink wrote its uptime. */
const SINK_UPTIME = 31 - Math.clz32(MARK_SINK_CLONE_LATENCY);

/** What is wrong with the reports of a capture, and what the capture tool cost, in sentences for people. */
export function problemsOf(
  exporters: ExporterTallies,
  tally: FrameTally,
  counters: DecodeCounters,
  uptimes: readonly UptimeCount[],
): Problem[] {
  const { size, leftOut } = exporters;
  const { cutDatagrams, zeroChecksums } = tally;
  const { byReason, received } = counters;
  const problems = deviations(exporters, uptimes);
  if (leftOut > 0)
    problems.unshift(
      warning(
        "exporters-left-out",
        `only the first ${size} exporters are distinguished; ${leftOut} datagrams of others count in the totals alone`,
      ),
    );
  if (cutDatagrams > 0)
    problems.push(
      warning("frame-cut", `${cutSentence({ cut: cutDatagrams, unread: byReason[FRAME_CUT], received })}.`),
    );
  const cutElsewhere = received === 0 ? cutElsewhereSentence(tally.cutElsewhere) : null;
  if (cutElsewhere !== null) problems.push(warning("frame-cut", `${cutElsewhere}.`));
  const repeated = repeatedSentence(tally.repeated, received);
  if (repeated !== null) problems.push(warning("repeated-datagrams", `${repeated}.`));
  if (zeroChecksums > 0)
    problems.push(
      warning(
        "outer-checksum-zero",
        `${zeroChecksums} of ${received} datagrams have an outer IPv4 checksum of 0: hosts drop such packets, so a collector on a UDP port never receives them.`,
      ),
    );
  return problems;
}

/** In what exporters deviate from the specification, with the sentence that their makers could be sent. */
function deviations(exporters: ExporterTallies, uptimes: readonly UptimeCount[]): Problem[] {
  const byMark = (address: string, { byMark: counted }: DecodeCounters): Float64Array => {
    const all = counted.slice();
    for (const { reports } of uptimes.filter((u) => u.address === address)) all[SINK_UPTIME] += reports;
    return all;
  };
  return [...exporters].flatMap(([address, { counters }]) =>
    deviationsOf({ byMark: byMark(address, counters) }).map(({ name, sentence, reports }) =>
      warning(name, `${reports} of ${counters.reports} reports of ${address}: ${sentence}`),
    ),
  );
}

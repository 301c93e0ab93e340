import type { Intervals } from "../../latency/index.ts";
import { around, type MeanError, type Prediction } from "./prediction.ts";

/**
 * Segments one after the other, with both intervals of their sum (us): errors of one source add, spreads of packets are
 * independent between segments (our choice). Null where the mean of a segment is not known.
 */
export function chainLatency(
  segments: readonly Pick<Prediction, "meanUs" | "errors" | "packet">[],
): ({ meanUs: number } & Intervals) | null {
  let meanUs = 0;
  let errors: MeanError[] | null = [];
  let variance: number | null = 0;
  for (const segment of segments) {
    if (segment.meanUs === null) return null;
    meanUs += segment.meanUs;
    errors = errors && segment.errors && [...errors, ...segment.errors];
    variance = variance === null || segment.packet === null ? null : variance + segment.packet.spreadUs ** 2;
  }
  const { lowUs, highUs } = around(meanUs, errors, null);
  const isKnown = variance !== null && lowUs !== null && highUs !== null;
  const spreadUs = Math.sqrt(variance ?? 0);
  return {
    ...{ meanUs, meanLowUs: lowUs, meanHighUs: highUs },
    lowUs: isKnown ? Math.max(0, meanUs - Math.hypot(meanUs - (lowUs ?? 0), spreadUs)) : null,
    highUs: isKnown ? meanUs + Math.hypot((highUs ?? 0) - meanUs, spreadUs) : null,
  };
}

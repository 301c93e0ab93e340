import type { LatencyIntervals } from "../../format/index.ts";

type Range = { lowUs: number; highUs: number };

/** What a chart draws of both intervals of a prediction; null where one is not known or has no width. */
export type DrawnIntervals = { mean: Range | null; packet: Range | null };

const rangeOf = (lowUs: number | null, highUs: number | null): Range | null =>
  lowUs !== null && highUs !== null && highUs > lowUs ? { lowUs, highUs } : null;

export const drawnIntervals = (of: LatencyIntervals): DrawnIntervals => ({
  mean: rangeOf(of.meanLowUs, of.meanHighUs),
  packet: rangeOf(of.lowUs, of.highUs),
});

/** What the scale of the chart has to hold. */
export const edgesOf = ({ mean, packet }: DrawnIntervals): number[] =>
  [mean, packet].flatMap((range) => (range ? [range.lowUs, range.highUs] : []));

/** Columns of a table twin, with what stands in them. */
export const INTERVAL_ENDS = [
  ["mean from", "meanLowUs"],
  ["mean to", "meanHighUs"],
  ["packet from", "lowUs"],
  ["packet to", "highUs"],
] as const;

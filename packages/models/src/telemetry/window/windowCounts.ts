/** What a window counts beside its latencies. */
export const windowCounters = ["abovePl", "aboveDl", "dropped", "sequenceGaps"] as const;
export type WindowCounts = Record<(typeof windowCounters)[number], number>;

export const noCounts = (): WindowCounts => ({ abovePl: 0, aboveDl: 0, dropped: 0, sequenceGaps: 0 });

/** Adds the counts of another window of the same part. */
export function addCounts(to: WindowCounts, more: Readonly<WindowCounts>): void {
  for (const counter of windowCounters) to[counter] += more[counter];
}

/** How what two windows of a part say becomes one: counts add, extremes stay. */
const merges = {
  abovePl: "sum",
  aboveDl: "sum",
  dropped: "sum",
  sequenceGaps: "sum",
  /** reports whose exporter says that the queue was congested */
  congested: "sum",
  /** depth of the hop's queue times how long it was seen to stand (ms), and that time: their ratio is the mean */
  queueDepthMs: "sum",
  queueMs: "sum",
  /** deepest queue seen, in what the switch counts in (packets or cells) */
  queueMax: "max",
  /** transmit utilisation as the hop's reports contain it, added, and how many contained it */
  utilisation: "sum",
  utilisationCount: "sum",
  /** one of so many datagrams of the exporters was read, the largest; 0: not known */
  sampleOneIn: "max",
} as const;
export type WindowCounter = keyof typeof merges;
export type WindowCounts = Record<WindowCounter, number>;

const isCounter = (name: string): name is WindowCounter => name in merges;
/** What a window counts beside its latencies. */
export const windowCounters: readonly WindowCounter[] = Object.keys(merges).filter(isCounter);

/** How two windows' values of a counter become one: also the name of the aggregate in SQL. */
export const mergeOf = (counter: WindowCounter): "sum" | "max" => merges[counter];

export const noCounts = (): WindowCounts => ({
  ...{ abovePl: 0, aboveDl: 0, dropped: 0, sequenceGaps: 0, congested: 0 },
  ...{ queueDepthMs: 0, queueMs: 0, queueMax: 0, utilisation: 0, utilisationCount: 0, sampleOneIn: 0 },
});

/** Adds the counts of another window of the same part. */
export function addCounts(to: WindowCounts, more: Readonly<WindowCounts>): void {
  for (const counter of windowCounters)
    to[counter] =
      merges[counter] === "sum" ? to[counter] + more[counter] : Math.max(to[counter], more[counter]);
}

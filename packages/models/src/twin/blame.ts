/** One element of a segment while an alarm is up: what it takes now and what it took, or should take, before. */
export type ElementReading = {
  label: string;
  kind: "switch" | "vnf" | "link";
  meanUs: number | null;
  usualUs: number | null;
  /** how many of the segment's packets showed it, now and usually */
  share?: number | null;
  usualShare?: number | null;
  /** packets in the queue of a switch, now and usually; `null` where the switch does not tell */
  queueDepth?: number | null;
  usualQueueDepth?: number | null;
};

/** The element with the largest excess, and the numbers that show it. */
export type Blame = {
  label: string;
  kind: ElementReading["kind"];
  index: number;
  meanUs: number;
  usualUs: number;
  excessUs: number;
  shareOfExcess: number;
};

/** Growth below this share of its usual time is noise, not a cause (our choice). */
const MIN_GROWTH = 0.1;

/**
 * Which element made the segment slow: the largest growth over its usual time. `null` when no element was both observed
 * and known before, or none grew by more than a tenth.
 */
export function blame(elements: readonly ElementReading[]): Blame | null {
  let worst: Blame | null = null;
  let total = 0;
  elements.forEach((e, index) => {
    if (e.meanUs === null || e.usualUs === null) return;
    const excessUs = e.meanUs - e.usualUs;
    if (excessUs > 0) total += excessUs;
    if (excessUs > MIN_GROWTH * e.usualUs && excessUs > (worst?.excessUs ?? 0))
      worst = {
        label: e.label,
        kind: e.kind,
        index,
        meanUs: e.meanUs,
        usualUs: e.usualUs,
        excessUs,
        shareOfExcess: 0,
      };
  });
  return worst && { ...(worst as Blame), shareOfExcess: (worst as Blame).excessUs / total };
}

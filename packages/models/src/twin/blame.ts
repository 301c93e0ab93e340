/** One element of a segment while an alarm is up: what it takes now and what it took, or should take, before. */
export type ElementReading = {
  label: string;
  kind: "switch" | "vnf" | "link";
  meanUs: number | null;
  usualUs: number | null;
  /** spread of what is usual, one sigma; null or absent where it is not known */
  usualSpreadUs?: number | null;
  /** how many of the segment's packets showed it, now and usually */
  share?: number | null;
  usualShare?: number | null;
  /** packets in the queue of a switch, now and usually; `null` where the switch does not tell */
  queueDepth?: number | null;
  usualQueueDepth?: number | null;
};

/**
 * The element that made the segment slow, and the numbers that show it: its excess over what is usual, and its share of
 * the excess of all. Where nobody knows what is usual (`usualUs` null): the time that it holds, and its share of all.
 */
export type Blame = {
  label: string;
  kind: ElementReading["kind"];
  index: number;
  meanUs: number;
  usualUs: number | null;
  excessUs: number;
  shareOfExcess: number;
};

/** Growth below this share of its usual time is noise, not a cause (our choice). */
const MIN_GROWTH = 0.1;
/** So is growth within so many sigmas of what its windows usually spread (our choice). */
const MIN_SIGMAS = 3;
/** An element that holds at least this share of the time stands out before anything is usual (our choice). */
const MOST = 0.5;

/**
 * Which element made the segment slow: the largest growth over its usual time, beyond noise. Else, because the segment
 * was slow from its first window on: an element of which nothing is usual and that holds half of the time at least.
 * Null when none stands out.
 */
export function blame(elements: readonly ElementReading[]): Blame | null {
  return grown(elements) ?? holding(elements);
}

function grown(elements: readonly ElementReading[]): Blame | null {
  let worst: Blame | null = null;
  let total = 0;
  elements.forEach(({ label, kind, meanUs, usualUs, usualSpreadUs }, index) => {
    if (meanUs === null || usualUs === null) return;
    const excessUs = meanUs - usualUs;
    if (excessUs > 0) total += excessUs;
    const noiseUs = Math.max(MIN_GROWTH * usualUs, MIN_SIGMAS * (usualSpreadUs ?? 0));
    if (excessUs > noiseUs && excessUs > (worst?.excessUs ?? 0))
      worst = { label, kind, index, meanUs, usualUs, excessUs, shareOfExcess: 0 };
  });
  return worst && { ...(worst as Blame), shareOfExcess: (worst as Blame).excessUs / total };
}

function holding(elements: readonly ElementReading[]): Blame | null {
  const known = elements.flatMap(({ label, kind, meanUs, usualUs }, index) =>
    meanUs === null ? [] : [{ label, kind, index, meanUs, usualUs }],
  );
  // one alone holds everything, whatever it takes
  if (known.length < 2) return null;
  const total = known.reduce((sum, { meanUs }) => sum + meanUs, 0);
  const most = known.reduce((a, b) => (b.meanUs > a.meanUs ? b : a));
  if (total <= 0 || most.meanUs < MOST * total || most.usualUs !== null) return null;
  return { ...most, excessUs: most.meanUs, shareOfExcess: most.meanUs / total };
}

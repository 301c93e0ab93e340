import { around, type Prediction } from "./prediction.ts";
import { inQuadrature } from "./predictSwitch.ts";

/**
 * A segment: means add, deviations to each side add in quadrature (the elements err independently; our choice).
 * A part without a mean makes the segment's mean unknown; a part without a spread makes its interval unknown.
 */
export function predictSegment(elements: readonly Prediction[]): Prediction {
  const notes = [...new Set(elements.flatMap((e) => e.notes))];
  const terms = elements.flatMap((e) => e.terms);
  let meanUs = 0;
  for (const e of elements) {
    if (e.meanUs === null) return { meanUs: null, lowUs: null, highUs: null, terms, notes };
    meanUs += e.meanUs;
  }
  const side = (bound: "lowUs" | "highUs"): number | null =>
    inQuadrature(
      elements.map((e) => {
        const value = e[bound];
        return value === null || e.meanUs === null ? null : Math.abs(e.meanUs - value);
      }),
    );
  const [below, above] = [side("lowUs"), side("highUs")];
  // one side alone is no interval
  const known = below !== null && above !== null;
  const lossShare = 1 - elements.reduce((kept, e) => kept * (1 - (e.lossShare ?? 0)), 1);
  const bounds = around(meanUs, known ? below : null, known ? above : null);
  return { ...bounds, terms, notes, ...(lossShare > 0 ? { lossShare } : {}) };
}

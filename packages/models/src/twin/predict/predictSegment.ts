import { type Delays, fixedDelay, plusDelays } from "./delays.ts";
import { around, type DelayPrediction, type MeanError } from "./prediction.ts";

/**
 * A segment: means add; errors of one source (the fit of a device that is met twice, the run of a switch) add too,
 * those of different sources in quadrature; packets' delays are independent between the elements (our choice). A part
 * without a mean makes the segment's mean unknown; a part without an error or a spread makes that interval unknown.
 */
export function predictSegment(elements: readonly DelayPrediction[]): DelayPrediction {
  const notes = [...new Set(elements.flatMap((e) => e.notes))];
  const terms = elements.flatMap((e) => e.terms);
  let meanUs = 0;
  let errors: MeanError[] | null = [];
  let delays: Delays | null = fixedDelay(0);
  for (const e of elements) {
    if (e.meanUs === null)
      return {
        ...{ meanUs: null, lowUs: null, highUs: null, packet: null, errors: null, delays: null },
        ...{ terms, notes },
      };
    meanUs += e.meanUs;
    errors = errors && e.errors && [...errors, ...e.errors];
    delays = delays && e.delays && plusDelays(delays, e.delays);
  }
  const lossShare = 1 - elements.reduce((kept, e) => kept * (1 - (e.lossShare ?? 0)), 1);
  return { ...around(meanUs, errors, delays), terms, notes, ...(lossShare > 0 ? { lossShare } : {}) };
}

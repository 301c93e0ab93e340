import { meanWait } from "../queueing/index.ts";

/** One term of a predicted latency, as the waterfall shows it. */
export type PredictedTerm = { label: string; us: number };

/**
 * Predicted mean latency with its interval (one standard deviation to each side); bounds are `null` where no source
 * states a spread. `us` is `null` when the element cannot be predicted at all, and `notes` say why.
 */
export type Prediction = {
  meanUs: number | null;
  lowUs: number | null;
  highUs: number | null;
  terms: PredictedTerm[];
  notes: string[];
};

/** What an estimator says about one pass through a switch (contract: `estimate --json`). */
export type SwitchEstimate = {
  meanUs: number;
  lowUs: number | null;
  highUs: number | null;
  terms: readonly { construct: string; totalUs: number }[];
  notes: readonly string[];
};

/** The egress queue that a packet meets: its rate and what is offered to it. */
export type QueueLoad = { ratePps: number; offeredPps: number };

const unknown = (note: string): Prediction => ({
  meanUs: null,
  lowUs: null,
  highUs: null,
  terms: [],
  notes: [note],
});

/**
 * One pass through a switch: the estimate plus the wait in its egress queue. The queue serves at a fixed rate, so
 * its wait is M/G/1 with no service spread (thesis Eq. 4.10); the wait of a single packet spreads about as wide as its
 * mean (our choice), which widens the interval.
 */
export function predictSwitch(
  estimate: SwitchEstimate | null,
  queue: QueueLoad | null,
  label: string,
): Prediction {
  if (!estimate) return unknown(`${label}: no estimate, because its program or device profile is not known`);
  const terms: PredictedTerm[] = estimate.terms.map((t) => ({ label: t.construct, us: t.totalUs }));
  const notes = [...estimate.notes];
  if (!queue) return { ...estimate, terms, notes };
  const wait = meanWait(queue.offeredPps, 1e6 / queue.ratePps, 0);
  if (!wait.stable)
    return unknown(
      `${label}: ${Math.round(queue.offeredPps)} packets/s are offered to a queue of ${Math.round(queue.ratePps)}: it has no steady state`,
    );
  terms.push({ label: "queue", us: wait.waitUs });
  const widen = (bound: number | null): number | null =>
    bound === null ? null : Math.hypot(bound - estimate.meanUs, wait.waitUs);
  const below = widen(estimate.lowUs);
  const above = widen(estimate.highUs);
  const meanUs = estimate.meanUs + wait.waitUs;
  return {
    meanUs,
    lowUs: below === null ? null : Math.max(0, meanUs - below),
    highUs: above === null ? null : meanUs + above,
    terms,
    notes,
  };
}

/** A VNF by its declared or measured profile (mean and standard deviation in us). */
export function predictVnf(vnf: {
  label: string;
  meanUs: number | null;
  sigmaUs: number | null;
}): Prediction {
  const { label, meanUs, sigmaUs } = vnf;
  if (meanUs === null) return unknown(`${label}: its delay was never stated or measured`);
  return {
    meanUs,
    lowUs: sigmaUs === null ? null : Math.max(0, meanUs - sigmaUs),
    highUs: sigmaUs === null ? null : meanUs + sigmaUs,
    terms: [{ label: "VNF", us: meanUs }],
    notes: sigmaUs === null ? [`${label}: no spread stated, so its interval is unknown`] : [],
  };
}

/**
 * A segment: means add, deviations to each side add in quadrature (the elements err independently; our choice).
 * A part without a mean makes the segment's mean unknown; a part without a spread makes its interval unknown.
 */
export function predictSegment(elements: readonly Prediction[]): Prediction {
  const notes = [...new Set(elements.flatMap((e) => e.notes))];
  const terms = elements.flatMap((e) => e.terms);
  let meanUs = 0;
  let below = 0;
  let above = 0;
  let bounded = true;
  for (const e of elements) {
    if (e.meanUs === null) return { meanUs: null, lowUs: null, highUs: null, terms, notes };
    meanUs += e.meanUs;
    if (e.lowUs === null || e.highUs === null) bounded = false;
    else {
      below += (e.meanUs - e.lowUs) ** 2;
      above += (e.highUs - e.meanUs) ** 2;
    }
  }
  return {
    meanUs,
    lowUs: bounded ? Math.max(0, meanUs - Math.sqrt(below)) : null,
    highUs: bounded ? meanUs + Math.sqrt(above) : null,
    terms,
    notes,
  };
}

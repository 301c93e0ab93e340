/** What a term of a prediction is made of. */
export const termKinds = ["program", "flows", "queue", "controller", "vnf", "link"] as const;
type TermKind = (typeof termKinds)[number];

/**
 * One term of a predicted latency, as the waterfall shows it; bounds are `null` where no source states a
 * spread for it alone.
 */
export type PredictedTerm = {
  label: string;
  us: number;
  kind: TermKind;
  lowUs: number | null;
  highUs: number | null;
};

/**
 * Predicted mean latency with its interval (one standard deviation to each side); bounds are `null` where no source
 * states a spread. `meanUs` is `null` when the element cannot be predicted at all, and `notes` say why.
 */
export type Prediction = {
  meanUs: number | null;
  lowUs: number | null;
  highUs: number | null;
  terms: PredictedTerm[];
  notes: string[];
  /** share of the packets that a queue loses; left out where none does */
  lossShare?: number;
};

/** Nothing can be said, for this reason. */
export const unknownPrediction = (...notes: string[]): Prediction => ({
  meanUs: null,
  lowUs: null,
  highUs: null,
  terms: [],
  notes,
});

/** A mean with deviations to both sides; a `null` deviation leaves that bound unknown. Latencies are not negative. */
export const around = (
  meanUs: number,
  belowUs: number | null,
  aboveUs: number | null,
): Pick<Prediction, "meanUs" | "lowUs" | "highUs"> => ({
  meanUs,
  lowUs: belowUs === null ? null : Math.max(0, meanUs - belowUs),
  highUs: aboveUs === null ? null : meanUs + aboveUs,
});

import { type Delays, quantileOf, spreadOf } from "./delays.ts";

/** What a term of a prediction is made of. */
export const termKinds = ["program", "flows", "queue", "controller", "vnf", "link"] as const;
type TermKind = (typeof termKinds)[number];

/**
 * One term of a predicted latency, as the waterfall shows it, with the interval of its mean; bounds are `null` where no
 * source states an error for it alone.
 */
export type PredictedTerm = {
  label: string;
  us: number;
  kind: TermKind;
  lowUs: number | null;
  highUs: number | null;
};

/**
 * By how much a predicted mean may be off to each side (one standard deviation, us), and what makes it so. Errors of
 * one `source` go together wherever it appears on a path; different ones are independent.
 */
export type MeanError = { source: string; belowUs: number; aboveUs: number };

/**
 * What a single packet is predicted to take (us): one standard deviation around the mean, error of the mean included;
 * how far packets spread, and percentiles.
 */
export type PacketDelay = {
  lowUs: number;
  highUs: number;
  spreadUs: number;
  p50Us: number;
  p95Us: number;
  p99Us: number;
};

/**
 * Predicted mean latency with the interval of that mean (fit, run and load: one standard deviation to each side), and
 * what single packets take. Means of windows are held against the first, percentiles of windows against the second.
 * Bounds and `packet` are `null` where no source states the error or the spread. `meanUs` is `null` when the element
 * cannot be predicted at all, and `notes` say why.
 */
export type Prediction = {
  meanUs: number | null;
  lowUs: number | null;
  highUs: number | null;
  packet: PacketDelay | null;
  /** what the interval of the mean is made of; null where a part is not known */
  errors: MeanError[] | null;
  terms: PredictedTerm[];
  notes: string[];
  /** share of the packets that a queue loses; left out where none does */
  lossShare?: number;
  /** packets that reports show in its queue, by which the wait is predicted; left out where the load decides */
  queueDepth?: number;
};

/** A prediction with how its packets' delays are distributed; null where their spread is not known. */
export type DelayPrediction = Prediction & { delays: Delays | null };

/** Nothing can be said, for this reason. */
export const unknownPrediction = (...notes: string[]): DelayPrediction => ({
  ...{ meanUs: null, lowUs: null, highUs: null, packet: null, errors: null, delays: null },
  ...{ terms: [], notes },
});

/** The mean with the interval that its errors leave, and the packets' own. Latencies are not negative. */
export function around(
  meanUs: number,
  errors: readonly MeanError[] | null,
  delays: Delays | null,
): Pick<DelayPrediction, "meanUs" | "lowUs" | "highUs" | "packet" | "errors" | "delays"> {
  const together = errors && bySource(errors);
  const below = together && Math.hypot(...together.map((e) => e.belowUs));
  const above = together && Math.hypot(...together.map((e) => e.aboveUs));
  const known = below !== null && above !== null;
  return {
    meanUs,
    lowUs: known ? Math.max(0, meanUs - below) : null,
    highUs: known ? meanUs + above : null,
    packet: delays && known ? packetOf(meanUs, below, above, delays) : null,
    errors: together,
    delays,
  };
}

function packetOf(meanUs: number, belowUs: number, aboveUs: number, delays: Delays): PacketDelay {
  const spreadUs = spreadOf(delays);
  return {
    lowUs: Math.max(0, meanUs - Math.hypot(belowUs, spreadUs)),
    highUs: meanUs + Math.hypot(aboveUs, spreadUs),
    spreadUs,
    p50Us: quantileOf(delays, 0.5),
    p95Us: quantileOf(delays, 0.95),
    p99Us: quantileOf(delays, 0.99),
  };
}

/** Errors of one source are the same error: they add. */
function bySource(errors: readonly MeanError[]): MeanError[] {
  const found = new Map<string, MeanError>();
  for (const { source, belowUs, aboveUs } of errors) {
    const before = found.get(source);
    found.set(source, {
      source,
      belowUs: (before?.belowUs ?? 0) + belowUs,
      aboveUs: (before?.aboveUs ?? 0) + aboveUs,
    });
  }
  return [...found.values()].filter(({ belowUs, aboveUs }) => belowUs > 0 || aboveUs > 0);
}

/**
 * The interval of a mean over `packets` packets: that of the predicted mean, and what so few packets spread by. Null
 * where the first is not known; where only the second is not, the first alone.
 */
export function intervalOfMean(
  {
    meanUs,
    lowUs,
    highUs,
    packet,
  }: Pick<Prediction, "meanUs" | "lowUs" | "highUs"> & { packet: Pick<PacketDelay, "spreadUs"> | null },
  packets: number,
): { lowUs: number; highUs: number } | null {
  if (meanUs === null || lowUs === null || highUs === null) return null;
  const chanceUs = packet && packets > 0 ? packet.spreadUs / Math.sqrt(packets) : 0;
  return {
    lowUs: Math.max(0, meanUs - Math.hypot(meanUs - lowUs, chanceUs)),
    highUs: meanUs + Math.hypot(highUs - meanUs, chanceUs),
  };
}

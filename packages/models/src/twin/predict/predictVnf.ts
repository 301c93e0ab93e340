import { around, type Prediction, unknownPrediction } from "./prediction.ts";

/** A measured distribution: latencies with how often they occur; the shares need not add up to one. */
type DelayShares = readonly { us: number; share: number }[];

export type VnfProfile = {
  label: string;
  meanUs: number | null;
  sigmaUs: number | null;
  /** where it is given it decides, mean and interval both */
  distribution?: DelayShares | null | undefined;
};

/** Share of a normal distribution below one standard deviation under its mean. */
const ONE_SIGMA_TAIL = 0.158655;

/**
 * A VNF by its declared or measured profile: a distribution (mean, and the quantiles one standard deviation
 * out), or mean and standard deviation in us.
 */
export function predictVnf({ label, meanUs, sigmaUs, distribution }: VnfProfile): Prediction {
  const total = distribution?.reduce((sum, { share }) => sum + share, 0) ?? 0;
  if (distribution && total > 0) {
    const mean = distribution.reduce((sum, { us, share }) => sum + us * share, 0) / total;
    const low = Math.min(mean, quantile(distribution, ONE_SIGMA_TAIL * total));
    const high = Math.max(mean, quantile(distribution, (1 - ONE_SIGMA_TAIL) * total));
    return {
      meanUs: mean,
      lowUs: low,
      highUs: high,
      terms: [{ label: "VNF", us: mean, kind: "vnf", lowUs: low, highUs: high }],
      notes: [],
    };
  }
  if (meanUs === null) return unknownPrediction(`${label}: its delay was never stated or measured`);
  const told = around(meanUs, sigmaUs, sigmaUs);
  return {
    ...told,
    terms: [{ label: "VNF", us: meanUs, kind: "vnf", lowUs: told.lowUs, highUs: told.highUs }],
    notes: sigmaUs === null ? [`${label}: no spread stated, so its interval is unknown`] : [],
  };
}

function quantile(distribution: DelayShares, mass: number): number {
  const sorted = [...distribution].sort((a, b) => a.us - b.us);
  let seen = 0;
  for (const { us, share } of sorted) {
    seen += share;
    if (seen >= mass) return us;
  }
  return sorted[sorted.length - 1]!.us;
}

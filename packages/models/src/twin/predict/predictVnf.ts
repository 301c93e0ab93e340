import { type Delays, lognormalDelays, merged } from "./delays.ts";
import { around, type DelayPrediction, unknownPrediction } from "./prediction.ts";

const known = new WeakMap<Delays, Delays>();
function mergedOnce(distribution: Delays): Delays {
  const found = known.get(distribution) ?? merged(distribution);
  known.set(distribution, found);
  return found;
}

export type VnfProfile = {
  label: string;
  meanUs: number | null;
  sigmaUs: number | null;
  /** measured: latencies with how often they occur, the shares need not add up to one; it decides where it is given */
  distribution?: Delays | null | undefined;
};

/**
 * A VNF by its declared or measured profile: a distribution, or mean and standard deviation of its packets in us
 * (lognormal, our choice). What the operator states of the mean is held against what is observed: it has no error.
 */
export function predictVnf({ label, meanUs, sigmaUs, distribution }: VnfProfile): DelayPrediction {
  const told = distribution?.some(({ share }) => share > 0) ? mergedOnce(distribution) : null;
  const mean = told ? told.reduce((sum, { us, share }) => sum + us * share, 0) : meanUs;
  if (mean === null) return unknownPrediction(`${label}: its delay was never stated or measured`);
  const delays = told ?? (sigmaUs === null ? null : lognormalDelays(mean, sigmaUs));
  return {
    ...around(mean, [], delays),
    terms: [{ label: "VNF", us: mean, kind: "vnf", lowUs: mean, highUs: mean }],
    notes: delays === null ? [`${label}: no spread stated, so what single packets take is unknown`] : [],
  };
}

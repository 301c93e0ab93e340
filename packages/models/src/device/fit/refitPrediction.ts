import { constructs } from "../../core/index.ts";
import type { Construct } from "../../program/index.ts";
import { dot } from "./leastSquares.ts";
import type { RefitResult } from "./refitProfile.ts";

/** One standard deviation to each side: of the mean, and of a packet; null where it is not known. */
type Both = {
  meanUs: number;
  meanLowUs: number | null;
  meanHighUs: number | null;
  lowUs: number | null;
  highUs: number | null;
};
type Counted = Readonly<Record<Construct, number>>;

/** Mean of a program in one more run, and its standard deviation (us): of coefficients, programs and runs. */
function meanOf(
  { coefficients, covariance, misfitUs, runSpreadUs }: RefitResult,
  counted: Counted,
): { meanUs: number; sigmaUs: number | null } {
  const x = [1, ...constructs.map((construct) => counted[construct])];
  const meanUs = dot(
    x,
    coefficients.map(({ us }) => us),
  );
  if (coefficients.some(({ lowUs }, j) => lowUs === null && x[j] !== 0)) return { meanUs, sigmaUs: null };
  const variance = dot(
    x,
    covariance.map((row) => dot(row, x)),
  );
  return { meanUs, sigmaUs: Math.sqrt(Math.max(0, variance) + misfitUs ** 2 + (runSpreadUs ?? 0) ** 2) };
}

/**
 * Mean of a program that was not fitted, with the 95 % interval of its mean in one more run: coefficients and what
 * programs and runs differ by; none where a coefficient has none.
 */
export function refitPrediction(
  refit: RefitResult,
  counted: Counted,
): { meanUs: number; lowUs: number | null; highUs: number | null } {
  const { meanUs, sigmaUs } = meanOf(refit, counted);
  if (sigmaUs === null) return { meanUs, lowUs: null, highUs: null };
  const half = refit.quantile * sigmaUs;
  return { meanUs, lowUs: meanUs - half, highUs: meanUs + half };
}

/** The same with both intervals; `offsetUs`: known otherwise, and taken for exact. */
export function refitIntervals(refit: RefitResult, counted: Counted, offsetUs = 0): Both {
  const { meanUs: countedUs, sigmaUs } = meanOf(refit, counted);
  const meanUs = countedUs + offsetUs;
  if (sigmaUs === null) return { meanUs, meanLowUs: null, meanHighUs: null, lowUs: null, highUs: null };
  const packetUs = refit.spreadUs === null ? null : Math.hypot(sigmaUs, refit.spreadUs);
  return {
    ...{ meanUs, meanLowUs: meanUs - sigmaUs, meanHighUs: meanUs + sigmaUs },
    lowUs: packetUs === null ? null : Math.max(0, meanUs - packetUs),
    highUs: packetUs === null ? null : meanUs + packetUs,
  };
}

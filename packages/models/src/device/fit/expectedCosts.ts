import { dot } from "./leastSquares.ts";
import { inverse } from "./mixedModel.ts";

/** Variances of costs that are tried, as multiples of the mean variance of the fitted costs; 0: all costs alike. */
const RATIOS = [0, ...Array.from({ length: 33 }, (_, i) => 10 ** (-4 + i / 4))];
/** Before the data: as likely as not no construct costs more than another, else every size is alike (our choice). */
const PRIOR = RATIOS.map((ratio) => (ratio === 0 ? 0.5 : 0.5 / (RATIOS.length - 1)));
const NEGLIGIBLE = 1e-6;

/**
 * What to expect of one more program: the fitted costs, each drawn to 0 by as much as the measurements leave open
 * (empirical Bayes, Efron and Morris 1973). Costs are taken as drawn from one normal distribution around 0; how wide
 * it is, the fitted costs tell more or less well, so the answers of all widths are averaged by how likely each makes
 * the fitted costs (Hoeting et al. 1999): the likeliest alone would believe one chance slope among few. The other
 * coefficients follow by their covariance. Costs that the measurements determine stay as they are. `costs` are their
 * places in `beta`; the covariance is that of the answer.
 */
export function expectedCosts(
  beta: readonly number[],
  covariance: readonly (readonly number[])[],
  costs: readonly number[],
): { beta: number[]; covariance: number[][] } {
  const own = costs.map((i) => costs.map((j) => covariance[i]![j]!));
  const unit = own.reduce((sum, row, i) => sum + row[i]!, 0) / costs.length;
  if (costs.length === 0 || !(unit > 0))
    return { beta: [...beta], covariance: covariance.map((row) => [...row]) };
  const fitted = costs.map((j) => beta[j]!);
  const weighed = (variance: number) =>
    inverse(own.map((row, i) => row.map((value, j) => value + (i === j ? variance : 0))));
  /** twice the negative logarithm of the likelihood of the fitted costs */
  const unlikelihood = (variance: number): number => {
    const { inverse: precision, logDeterminant } = weighed(variance);
    return (
      logDeterminant +
      dot(
        fitted,
        precision.map((row) => dot(row, fitted)),
      )
    );
  };
  const values = RATIOS.map((ratio) => unlikelihood(ratio * unit));
  const least = Math.min(...values);
  const weights = values.map((value, i) => PRIOR[i]! * Math.exp((least - value) / 2));
  const all = weights.reduce((a, b) => a + b, 0);
  const drawn = RATIOS.flatMap((ratio, i) => {
    const weight = weights[i]! / all;
    return weight < NEGLIGIBLE ? [] : [{ weight, ...drawnBy(ratio * unit) }];
  });
  const mean = beta.map((_, i) => drawn.reduce((sum, each) => sum + each.weight * each.beta[i]!, 0));
  return {
    beta: mean,
    // what each variance leaves open, and what the answers of the variances differ by
    covariance: covariance.map((row, i) =>
      row.map((_, j) =>
        drawn.reduce(
          (sum, each) =>
            sum +
            each.weight * (each.covariance[i]![j]! + (each.beta[i]! - mean[i]!) * (each.beta[j]! - mean[j]!)),
          0,
        ),
      ),
    ),
  };

  /** What is expected at one variance: what is fitted less covariance . (own + variance)^-1 . the fitted costs. */
  function drawnBy(variance: number): { beta: number[]; covariance: number[][] } {
    const { inverse: precision } = weighed(variance);
    const shares = covariance.map((row) =>
      precision.map((each) =>
        dot(
          each,
          costs.map((j) => row[j]!),
        ),
      ),
    );
    return {
      beta: beta.map((value, i) => value - dot(shares[i]!, fitted)),
      covariance: covariance.map((row, i) =>
        row.map(
          (value, j) =>
            value -
            dot(
              shares[i]!,
              costs.map((k) => covariance[k]![j]!),
            ),
        ),
      ),
    };
  }
}

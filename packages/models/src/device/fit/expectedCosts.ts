import { dot } from "./leastSquares.ts";
import { inverse } from "./mixedModel.ts";

/** Variances of costs that are tried, as multiples of the mean variance of the fitted costs; 0: all costs alike. */
const RATIOS = [0, ...Array.from({ length: 33 }, (_, i) => 10 ** (-4 + i / 4))];

/**
 * What to expect of one more program: the fitted costs, each drawn to 0 by as much as the measurements leave open
 * (empirical Bayes, Efron and Morris 1973). Costs are taken as drawn from one normal distribution around 0 whose
 * variance makes the fitted ones likeliest; the other coefficients follow by their covariance. Costs that the
 * measurements determine stay as they are. `costs` are their places in `beta`; the covariance is that of the answer.
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
  const tried = RATIOS.map((ratio) => ({ ratio, value: unlikelihood(ratio * unit) }));
  const best = tried.reduce((a, b) => (b.value < a.value ? b : a)).ratio;
  // what is expected is what is fitted less covariance . (own + variance)^-1 . the fitted costs
  const { inverse: precision } = weighed(best * unit);
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

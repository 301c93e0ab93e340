/** Delays in us of the packets that got through; null when there was none. Percentiles by nearest rank. */
export type DelaySummary = {
  meanUs: number | null;
  minUs: number | null;
  p50Us: number | null;
  p95Us: number | null;
  p99Us: number | null;
  maxUs: number | null;
};

/** Exact statistics of delays: every one is kept. */
export function summariseDelays(delaysUs: readonly number[]): DelaySummary {
  const sorted = Float64Array.from(delaysUs).sort();
  const count = sorted.length;
  // nearest rank: the smallest delay that at least this share of the packets did not exceed
  const rank = (share: number): number | null =>
    count === 0 ? null : sorted[Math.max(0, Math.ceil(share * count) - 1)];
  return {
    meanUs: count === 0 ? null : sorted.reduce((sum, x) => sum + x, 0) / count,
    minUs: rank(0),
    p50Us: rank(0.5),
    p95Us: rank(0.95),
    p99Us: rank(0.99),
    maxUs: rank(1),
  };
}

/** The 99th percentile by nearest rank of `all` packets, those without a delay above the others; null if it is one. */
export function p99OfAll(delaysUs: readonly number[], all: number): number | null {
  const rank = Math.ceil(0.99 * all);
  return rank === 0 || rank > delaysUs.length ? null : Float64Array.from(delaysUs).sort()[rank - 1];
}

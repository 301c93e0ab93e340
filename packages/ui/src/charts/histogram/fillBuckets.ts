export interface Bucket {
  fromUs: number;
  toUs: number;
  count: number;
}

/**
 * Edges and counts of log-spaced buckets of which only those with packets are listed, ascending. The empty
 * ones between them come back, so that a bucket never reaches over a gap.
 */
export function fillBuckets(buckets: readonly Bucket[]): { edgesUs: number[]; counts: number[] } {
  const [first, last] = [buckets[0], buckets.at(-1)];
  if (!first || !last) return { edgesUs: [], counts: [] };
  const step = Math.log(first.toUs / first.fromUs);
  const placeOf = (us: number): number => Math.round(Math.log(us / first.fromUs) / step);
  const counts = Array.from({ length: placeOf(last.fromUs) + 1 }, () => 0);
  for (const { fromUs, count } of buckets) counts[placeOf(fromUs)] = count;
  return { edgesUs: [...counts, 0].map((_, i) => first.fromUs * Math.exp(i * step)), counts };
}

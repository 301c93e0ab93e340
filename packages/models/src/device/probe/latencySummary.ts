/** What a sheet holds of the packets of one start; times in us. */
export type LatencySummary = {
  packets: number;
  latencyUs: number;
  /** standard deviation; null of a single packet */
  spreadUs: number | null;
  p50Us: number;
  p95Us: number;
  p99Us: number;
};

/** Mean, spread and percentiles (nearest rank) of latencies in us; null without any. */
export function summariseLatencies(latenciesUs: readonly number[]): LatencySummary | null {
  const packets = latenciesUs.length;
  if (packets === 0) return null;
  const sorted = [...latenciesUs].sort((a, b) => a - b);
  const latencyUs = sorted.reduce((sum, us) => sum + us, 0) / packets;
  const squares = sorted.reduce((sum, us) => sum + (us - latencyUs) ** 2, 0);
  const rank = (percent: number): number => sorted[Math.ceil((percent * packets) / 100) - 1]!;
  const spreadUs = packets === 1 ? null : Math.sqrt(squares / (packets - 1));
  return { packets, latencyUs, spreadUs, p50Us: rank(50), p95Us: rank(95), p99Us: rank(99) };
}

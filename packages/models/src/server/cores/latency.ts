import type { CoreCurve, CoreWorkload } from "../data/curves.ts";

/** Latency of a system over that of tag dispatch with as many cores. */
export type LatencyRatio =
  | { known: true; low: number; high: number; basis: "calibration" | "interpolated" }
  | { known: false; reason: string };

/**
 * Latency ratio of `system` with `cores` cores (thesis Figs. 8.4, 8.5): the stated values, and between two of
 * them a line over 1 / cores, since work per core falls so (our choice).
 */
export function latencyRatio(system: CoreCurve, cores: number): LatencyRatio {
  if (system.latencyReference) return { known: true, low: 1, high: 1, basis: "calibration" };
  const points = system.latencyRatios.toSorted((a, b) => a.cores - b.cores);
  const exact = points.find((p) => p.cores === cores);
  if (exact) return { known: true, low: exact.low, high: exact.high, basis: "calibration" };
  const right = points.findIndex((p) => p.cores > cores);
  const [a, b] = [points[right - 1], points[right]];
  if (a === undefined || b === undefined) return { known: false, reason: rangeOf(points) };
  const share = (1 / a.cores - 1 / cores) / (1 / a.cores - 1 / b.cores);
  const at = (from: number, to: number): number => from + (to - from) * share;
  return { known: true, low: at(a.low, b.low), high: at(a.high, b.high), basis: "interpolated" };
}

const rangeOf = (points: readonly { cores: number }[]): string => {
  const [first, last] = [points[0], points.at(-1)];
  return first === undefined || last === undefined
    ? "no latency is stated for this system"
    : `stated from ${first.cores} to ${last.cores} cores`;
};

/** Latency of tag dispatch and of the best other system in a workload, us, where stated (about 650 us at 100 Gbps). */
export function workloadLatency({ tagLatencyUs, othersRatio }: CoreWorkload): {
  tagUs: number;
  othersLowUs: number | null;
  othersHighUs: number | null;
} | null {
  if (tagLatencyUs === null) return null;
  const tagUs = tagLatencyUs.value;
  return {
    tagUs,
    othersLowUs: othersRatio === null ? null : tagUs * othersRatio.low.value,
    othersHighUs: othersRatio === null ? null : tagUs * othersRatio.high.value,
  };
}

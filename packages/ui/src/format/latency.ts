import { formatSigned, formatSignificant, MISSING } from "./significant.ts";

/** Unit in which a column of latencies is shown. */
export type LatencyUnit = "us" | "ms" | "s";

const US_PER_UNIT: Record<LatencyUnit, number> = { us: 1, ms: 1_000, s: 1_000_000 };

/** The unit as it stands on screen. */
export const LATENCY_UNIT_LABEL: Record<LatencyUnit, string> = { us: "µs", ms: "ms", s: "s" };

/**
 * The one unit for a column of latencies in microseconds: by the median size of the known, non-zero values
 * (our choice), so that one outlier does not turn a column of microseconds into 0.00x ms.
 */
export function chooseLatencyUnit(valuesUs: readonly (number | null | undefined)[]): LatencyUnit {
  const sizes: number[] = [];
  for (const value of valuesUs) {
    if (typeof value === "number" && Number.isFinite(value) && value !== 0) sizes.push(Math.abs(value));
  }
  if (sizes.length === 0) return "us";
  sizes.sort((a, b) => a - b);
  const median = sizes[Math.floor(sizes.length / 2)] ?? 0;
  if (median >= 1_000_000) return "s";
  return median >= 1_000 ? "ms" : "us";
}

/** A latency in microseconds as a bare number in `unit`, three significant digits unless `digits` says otherwise. */
export function formatLatency(us: number | null | undefined, unit: LatencyUnit, digits = 3): string {
  return us === null || us === undefined ? MISSING : formatSignificant(us / US_PER_UNIT[unit], digits);
}

/** A difference of latencies in microseconds as a bare, signed number in `unit`. */
export function formatLatencyDelta(us: number | null | undefined, unit: LatencyUnit): string {
  return us === null || us === undefined ? MISSING : formatSigned(us / US_PER_UNIT[unit]);
}

/** A single latency in microseconds with its unit: `inUnit`, or the one that suits it alone. For prose. */
export function formatLatencyWithUnit(
  us: number | null | undefined,
  inUnit: LatencyUnit | null = null,
): string {
  if (us === null || us === undefined || !Number.isFinite(us)) return MISSING;
  const unit = inUnit ?? chooseLatencyUnit([us]);
  return `${formatLatency(us, unit)} ${LATENCY_UNIT_LABEL[unit]}`;
}

/** Both intervals of a predicted latency (us): of its mean and of a single packet. Null: not known. */
export type LatencyIntervals = {
  meanLowUs: number | null;
  meanHighUs: number | null;
  lowUs: number | null;
  highUs: number | null;
};

/** Ends of an interval, "380 to 450"; microseconds in. */
export const formatLatencyRange = (lowUs: number, highUs: number, unit: LatencyUnit): string =>
  `${formatLatency(lowUs, unit)} to ${formatLatency(highUs, unit)}`;

/** A predicted latency with both intervals, "405 ± 20, a packet 360 to 470"; what is not known is left out. */
export function formatPredicted(
  meanUs: number | null,
  intervals: LatencyIntervals,
  unit: LatencyUnit,
): string {
  const { meanLowUs, meanHighUs, lowUs, highUs } = intervals;
  const mean = formatLatencyInterval(meanUs, meanLowUs, meanHighUs, unit);
  return meanUs === null || lowUs === null || highUs === null
    ? mean
    : `${mean}, a packet ${formatLatencyRange(lowUs, highUs, unit)}`;
}

/**
 * Mean with its interval, "405 ± 20" when symmetric within a tenth of its width, else "405 (380–450)"; microseconds in.
 */
export function formatLatencyInterval(
  meanUs: number | null,
  lowUs: number | null,
  highUs: number | null,
  unit: LatencyUnit,
  digits = 3,
): string {
  const mean = formatLatency(meanUs, unit, digits);
  if (meanUs === null || lowUs === null || highUs === null || highUs <= lowUs) return mean;
  const below = meanUs - lowUs;
  const above = highUs - meanUs;
  if (Math.abs(above - below) <= (highUs - lowUs) / 10) {
    return `${mean} ± ${formatSignificant((highUs - lowUs) / 2 / US_PER_UNIT[unit], 2)}`;
  }
  return `${mean} (${formatLatency(lowUs, unit)}–${formatLatency(highUs, unit)})`;
}

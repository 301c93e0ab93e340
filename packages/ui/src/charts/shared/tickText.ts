import { formatLatency, type LatencyUnit } from "../../format/index.ts";

const US_IN: Record<LatencyUnit, number> = { us: 1, ms: 1e3, s: 1e6 };

/** Text of an axis tick: round numbers without the zeros that measured values carry ("10", not "10.0"). */
export function tickText(us: number, unit: LatencyUnit): string {
  const value = Number((us / US_IN[unit]).toPrecision(6));
  return Math.abs(value) >= 1e-4 || value === 0
    ? value.toLocaleString("en-US", { maximumFractionDigits: 6 }).replace("-", "−")
    : formatLatency(us, unit);
}

import type { Histogram } from "../../telemetry/index.ts";

/** Above it too few packets meet an idle server to be told from those that wait (our choice). */
const MOST_UTILISATION = 0.9;

/** The packets of a stay that met an idle server: how many, and what the stay took them. */
type Unqueued = { packets: number; meanUs: number; varianceUs2: number | null };

/** Standard deviations of a normal distribution between its quartiles. */
const QUARTILES_APART = 1.349;

/**
 * The part of a stay that is no wait, read from its histogram. A server of utilisation rho is idle for a
 * share 1 - rho of the packets, whatever their priority or size (Poisson arrivals see time averages), and
 * these are the fastest: their mean is that of the middle half of the lowest 1 - rho of the values, their
 * variance that of a normal distribution with the same quartiles (our choice). `null` without values or above
 * MOST_UTILISATION.
 */
export function unqueued(histogram: Histogram, utilisation: number): Unqueued | null {
  const idle = histogram.count * (1 - utilisation);
  if (!(utilisation >= 0 && utilisation <= MOST_UTILISATION) || idle < 1) return null;
  const [from, to] = [idle / 4, (3 * idle) / 4];
  let seen = 0;
  let sum = 0;
  let lowUs: number | null = null;
  let highUs = 0;
  histogram.forEachBucket((us, count) => {
    const inside = Math.min(seen + count, to) - Math.max(seen, from);
    seen += count;
    if (inside <= 0) return;
    sum += inside * us;
    lowUs ??= us;
    highUs = us;
  });
  const spreadUs = lowUs === null ? 0 : (highUs - lowUs) / QUARTILES_APART;
  return {
    packets: Math.max(1, Math.round(idle)),
    meanUs: sum / (to - from),
    varianceUs2: idle < 2 ? null : spreadUs ** 2,
  };
}

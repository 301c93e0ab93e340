import type { Random } from "../core/index.ts";
import type { Station } from "./sojourn.ts";

/**
 * Stages of the Erlang distribution with this mean and spread: (mean / sigma)^2, at least one; null without
 * spread (thesis Sec. 4.3.3).
 */
export const erlangShape = ({ serviceUs, sigmaUs }: Station): number | null =>
  sigmaUs > 0 && serviceUs > 0 ? Math.max(1, Math.round((serviceUs / sigmaUs) ** 2)) : null;

/** A few stages are cheapest to add up; beyond, a gamma draw costs the same for any number. */
const FEW_STAGES = 4;

/**
 * Draws service times in us: Erlang with the station's mean and spread (thesis Sec. 4.3.3), constant without spread.
 */
export function createServiceTimes(station: Station, random: Random): () => number {
  const mean = station.serviceUs;
  const shape = erlangShape(station);
  if (shape === null) return () => mean;
  if (shape <= FEW_STAGES) return () => random.erlang(shape, mean);
  // Marsaglia and Tsang 2000: exact for a gamma distribution of any shape, one normal and one uniform per draw
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  const scale = mean / shape;
  return () => {
    for (;;) {
      const x = random.normal();
      const v = (1 + c * x) ** 3;
      if (v <= 0) continue;
      const u = random.next();
      const squared = x * x;
      if (u < 1 - 0.0331 * squared * squared) return d * v * scale;
      if (u > 0 && Math.log(u) < 0.5 * squared + d * (1 - v + Math.log(v))) return d * v * scale;
    }
  };
}

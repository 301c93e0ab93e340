import { assert, type Random } from "../core/index.ts";
import type { Station } from "./sojourn.ts";

/** Shape of a gamma distribution with this mean and spread: the stages of an Erlang one. Null: fixed. */
export const gammaShape = ({ serviceUs, sigmaUs }: Station): number | null =>
  sigmaUs > 0 && serviceUs > 0 ? (serviceUs / sigmaUs) ** 2 : null;

/** From here on the thesis' whole stages: rounding moves the spread by less than 2 %. */
const MANY_STAGES = 16;
/** A gamma draw costs the same for any shape; a few whole stages are cheaper to add up. */
const FEW_STAGES = 4;

/**
 * Draws service times in us, gamma-distributed with the station's mean and spread: Erlang where (mean / sigma)^2 is
 * whole or large (thesis Sec. 4.3.3), also more uneven than chance; constant without spread.
 */
export function createServiceTimes(station: Station, random: Random): () => number {
  const mean = station.serviceUs;
  const stated = gammaShape(station);
  if (stated === null) return () => mean;
  const shape = stated >= MANY_STAGES ? Math.round(stated) : stated;
  if (shape <= FEW_STAGES && Math.abs(shape - Math.round(shape)) < 1e-9)
    return () => random.erlang(Math.round(shape), mean);
  if (shape >= 1) return gammaTimes(shape, mean / shape, random);
  // a shape below one: that of one more stage, times a power of a uniform (Marsaglia and Tsang 2000, Sec. 6)
  const larger = gammaTimes(shape + 1, mean / shape, random);
  return () => larger() * (1 - random.next()) ** (1 / shape);
}

/** Marsaglia and Tsang 2000: exact for a gamma distribution of any shape from one on. */
function gammaTimes(shape: number, scale: number, random: Random): () => number {
  assert(shape >= 1, "smaller shapes are drawn by a larger one");
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
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

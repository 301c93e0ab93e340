import { type ClockWaits, clockWaits } from "./clocks.ts";

/** Who fills a queue: so many alike sources, whose gaps have this coefficient of variation (0: a clock, 1: chance). */
export type Sources = { sources: number; variation: number };

/** What arrivals that are not Poisson's change of a wait. */
export type ArrivalEffect = {
  /** mean wait over that behind Poisson arrivals */
  factor: number;
  /** share of the packets that wait */
  busyShare: number;
  /** wait in services that a hundredth of the packets exceeds; null: as far as mean and share tell */
  p99Services: number | null;
};

/** Services that vary more than this (standard deviation over mean) hide that sources are clocks (our choice). */
const VARIED = 0.5;
/** Fitted to simulated sources, see `arrivals.test.ts`. */
const [TAIL_POWER, TAIL_SCALE, MEAN_SCALE] = [2.5, 0.37, 2.2];

/**
 * Wait in a G/G/1 queue over that of M/G/1, by two moments: the sources together are between their own variation (near
 * saturation, one source) and chance (little load, many sources; Whitt 1983, Eqs. 29, 33), the wait goes with the
 * squared variations (Kingman 1961) as corrected by Kraemer and Langenbach-Belz 1976 (Whitt 1983, Eqs. 44-49).
 * From several sources that are evener than chance, before services that vary little, what clocks do is known exactly
 * and counts too. `serviceVariation`: standard deviation of a service over its mean; 0 < utilisation < 1.
 */
export function arrivalEffect(
  { sources, variation }: Sources,
  utilisation: number,
  serviceVariation: number,
): ArrivalEffect {
  const free = 1 - utilisation;
  const own = 1 / (1 + 4 * free ** 2 * (sources - 1));
  const arrivals = own * variation ** 2 + 1 - own;
  const services = serviceVariation ** 2;
  const both = arrivals + services;
  if (both === 0) return { factor: 0, busyShare: 0, p99Services: null };
  const isEven = arrivals < 1;
  const corrected = isEven ? Math.exp((-2 * free * (1 - arrivals) ** 2) / (3 * utilisation * both)) : 1;
  const part = isEven
    ? (1 + arrivals + utilisation * services) /
      (1 + utilisation * (services - 1) + utilisation ** 2 * (4 * arrivals + services))
    : (4 * utilisation) / (arrivals + utilisation ** 2 * (4 * arrivals + services));
  const byMoments = {
    factor: (corrected * both) / (1 + services),
    busyShare: Math.min(1, Math.max(0, utilisation * (1 + (arrivals - 1) * free * part))),
    p99Services: null,
  };
  const clocks = variation < 1 && serviceVariation < VARIED ? clockWaits(sources, utilisation) : null;
  return clocks === null
    ? byMoments
    : betweenClocks(byMoments, clocks, { sources, variation }, utilisation, serviceVariation);
}

/**
 * Between clocks (exact) and two moments, by the wait that the sources' own variation makes near saturation (Kingman
 * 1961) over that behind clocks: whichever is longer rules.
 */
function betweenClocks(
  { factor, busyShare }: ArrivalEffect,
  clocks: ClockWaits,
  { variation }: Sources,
  utilisation: number,
  serviceVariation: number,
): ArrivalEffect {
  const free = 1 - utilisation;
  const chance = (utilisation * (1 + serviceVariation ** 2)) / (2 * free);
  const ratio = (utilisation * (variation ** 2 + serviceVariation ** 2)) / (2 * free) / clocks.mean;
  const even = 1 - (serviceVariation / VARIED) ** 2;
  const ofMean = even * Math.exp(-MEAN_SCALE * ratio);
  const ofTail = (even * TAIL_SCALE) / (TAIL_SCALE + ratio ** TAIL_POWER);
  const between = (byClocks: number, byMoments: number, share: number): number =>
    byClocks ** share * byMoments ** (1 - share);
  const mean = chance * factor;
  const p99 = busyShare > SLOWEST ? (mean / busyShare) * Math.log(busyShare / SLOWEST) : 0;
  return {
    factor: between(clocks.mean, mean, ofMean) / chance,
    busyShare: between(clocks.busyShare, busyShare, ofMean),
    p99Services: p99 > 0 && clocks.p99 > 0 ? between(clocks.p99, p99, ofTail) : null,
  };
}
const SLOWEST = 0.01;

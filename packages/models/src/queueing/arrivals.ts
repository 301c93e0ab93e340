/** Who fills a queue: so many alike sources, whose gaps have this coefficient of variation (0: a clock, 1: chance). */
export type Sources = { sources: number; variation: number };

/** What arrivals that are not Poisson's change of a wait. */
export type ArrivalEffect = {
  /** mean wait over that behind Poisson arrivals */
  factor: number;
  /** share of the packets that wait */
  busyShare: number;
};

/**
 * Wait in a G/G/1 queue over that of M/G/1, by two moments: the sources together are between their own variation (near
 * saturation, one source) and chance (little load, many sources; Whitt 1983, Eqs. 29, 33), the wait goes with the
 * squared variations (Kingman 1961) as corrected by Kraemer and Langenbach-Belz 1976 (Whitt 1983, Eqs. 44-49).
 * `serviceVariation`: standard deviation of a service over its mean; 0 < utilisation < 1.
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
  if (both === 0) return { factor: 0, busyShare: 0 };
  const isEven = arrivals < 1;
  const corrected = isEven ? Math.exp((-2 * free * (1 - arrivals) ** 2) / (3 * utilisation * both)) : 1;
  const part = isEven
    ? (1 + arrivals + utilisation * services) /
      (1 + utilisation * (services - 1) + utilisation ** 2 * (4 * arrivals + services))
    : (4 * utilisation) / (arrivals + utilisation ** 2 * (4 * arrivals + services));
  return {
    factor: (corrected * both) / (1 + services),
    busyShare: Math.min(1, Math.max(0, utilisation * (1 + (arrivals - 1) * free * part))),
  };
}

import type { Random } from "../core/index.ts";

/** How the packets of a source follow each other. */
export type Pace = {
  /** gaps are spread evenly by this share of the mean gap to both sides */
  jitter: number;
  /** `poisson`: by chance, whatever the jitter */
  arrivals?: "paced" | "poisson" | undefined;
};

/** The time (us) from one packet of a source of `pps` packets a second to its next. */
export const nextGapUs = ({ jitter, arrivals }: Pace, pps: number, random: Random): number =>
  arrivals === "poisson"
    ? random.exponential(1e6 / pps)
    : (1e6 / pps) * (1 + jitter * (2 * random.next() - 1));

/** Coefficient of variation of those gaps: their standard deviation over their mean. */
export const gapVariation = ({ jitter, arrivals }: Pace): number =>
  arrivals === "poisson" ? 1 : jitter / Math.sqrt(3);

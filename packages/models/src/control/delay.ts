import type { Random } from "../core/index.ts";
import type { DelayBehaviour } from "./scenario.ts";

/** Draws delays of one element: Erlang with the measured mean and spread (thesis Sec. 4.3.3), plus its periodic outliers. */
export function createDelaySource(
  behaviour: DelayBehaviour,
  random: Random,
): { next(extraUs: number): number } {
  const { meanUs, sigmaUs, outliers } = behaviour;
  const shape = sigmaUs > 0 ? Math.max(1, Math.round((meanUs / sigmaUs) ** 2)) : 0;
  let packets = 0;
  return {
    next(extraUs) {
      packets++;
      // an Erlang with more than 60 stages is a normal to within a percent, and far cheaper to draw
      const usual =
        shape === 0
          ? meanUs
          : shape <= 60
            ? random.erlang(shape, meanUs)
            : Math.max(0, meanUs + sigmaUs * random.normal());
      const late = outliers && packets % outliers.everyPackets === 0;
      return extraUs + (late ? Math.max(usual, usual + random.next() * (outliers.upToUs - usual)) : usual);
    },
  };
}

import type { Random } from "../core/index.ts";
import { createServiceTimes } from "../queueing/index.ts";
import type { DelayBehaviour } from "./scenario.ts";

/**
 * Draws delays of one element in us: Erlang with the measured mean and spread (thesis Sec. 4.3.3), plus its
 * periodic outliers.
 */
export function createDelaySource(
  { meanUs, sigmaUs, outliers }: DelayBehaviour,
  random: Random,
): (extraUs: number) => number {
  const draw = createServiceTimes({ serviceUs: meanUs, sigmaUs }, random);
  if (!outliers) return (extraUs) => extraUs + draw();
  const { everyPackets, upToUs } = outliers;
  let packets = 0;
  return (extraUs) => {
    const usual = draw();
    if (++packets % everyPackets !== 0) return extraUs + usual;
    return extraUs + Math.max(usual, usual + random.next() * (upToUs - usual));
  };
}

import { constructs, countedFeatures, type DeviceProfile } from "../device/index.ts";
import type { Features } from "./program.ts";

/**
 * One standard deviation to each side (us): of the mean, which is off by fit and run, and of a single packet, which
 * spreads around it. Null where the profile does not publish what it takes.
 */
export type Intervals = {
  meanLowUs: number | null;
  meanHighUs: number | null;
  lowUs: number | null;
  highUs: number | null;
};
export type PathIntervals = Intervals & { notes: string[] };

/** A tenth of a nanosecond: far finer than any published spread. */
const roundInterval = (us: number): number => Math.round(us * 1e4) / 1e4;

/**
 * Both intervals around the mean of a path (`intervalsAround`). A known over-estimate of a construct on the path widens
 * the low sides (P8 against its own text). Null where the profile publishes no fit error.
 */
export function latencyIntervals(
  profile: DeviceProfile,
  features: Features,
  meanUs: number,
  externErrorUs = 0,
): PathIntervals | null {
  const counted = countedFeatures(features);
  let biasUs = 0;
  const notes: string[] = [];
  for (const construct of constructs) {
    const bias = profile.biases
      .filter((b) => b.construct === construct && counted[construct] >= b.fromCount)
      .sort((a, b) => b.fromCount - a.fromCount)[0];
    if (!bias) continue;
    biasUs += bias.overestimateUs.value;
    notes.push(
      `the fit is known to lie up to ${bias.overestimateUs.value} us above the measurement for ${construct} from ${bias.fromCount} on (${bias.overestimateUs.source.work}, ${bias.overestimateUs.source.place}): the low end is widened by it`,
    );
  }
  const around = intervalsAround(profile, meanUs, biasUs, externErrorUs);
  return around.meanLowUs === null ? null : { ...around, notes };
}

/**
 * The intervals around a mean whose low sides are widened by `biasUs`. Of the mean: sqrt(fitRmse^2 + runSpread^2 +
 * externError^2); of a packet: its spread with that; all independent (our choice).
 */
export function intervalsAround(
  { fitRmseUs, runSpreadUs, spreadUs }: DeviceProfile,
  meanUs: number,
  biasUs: number,
  externErrorUs = 0,
): Intervals {
  if (fitRmseUs === null) return { meanLowUs: null, meanHighUs: null, lowUs: null, highUs: null };
  const ofMeanUs = Math.hypot(fitRmseUs.value, runSpreadUs?.value ?? 0, externErrorUs);
  const ofPacketUs = spreadUs && Math.hypot(ofMeanUs, spreadUs.value);
  return {
    meanLowUs: roundInterval(meanUs - ofMeanUs - biasUs),
    meanHighUs: roundInterval(meanUs + ofMeanUs),
    // where packets have a long tail their deviation may be more than the mean: none takes less than nothing
    lowUs: ofPacketUs === null ? null : Math.max(0, roundInterval(meanUs - ofPacketUs - biasUs)),
    highUs: ofPacketUs === null ? null : roundInterval(meanUs + ofPacketUs),
  };
}

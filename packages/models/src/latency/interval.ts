import { constructs, countedFeatures, type DeviceProfile } from "../device/index.ts";
import type { Features } from "./program.ts";

export type Interval = { lowUs: number; highUs: number; notes: string[] };

/** A tenth of a nanosecond: far finer than any published spread. */
const roundInterval = (us: number): number => Math.round(us * 1e4) / 1e4;

/**
 * One standard deviation around `meanUs`: sqrt(fitRmse^2 + spread^2 + externError^2), taken as independent (our
 * choice). A known over-estimate of a construct on the path widens the low side (P8 against its own text).
 * Null where the profile publishes neither fit error nor spread.
 */
export function latencyInterval(
  profile: DeviceProfile,
  features: Features,
  meanUs: number,
  externErrorUs = 0,
): Interval | null {
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
  const around = intervalAround(profile, meanUs, biasUs, externErrorUs);
  return around && { ...around, notes };
}

/** The interval around a mean whose low side is widened by `biasUs`; null where the profile publishes neither part. */
export function intervalAround(
  profile: DeviceProfile,
  meanUs: number,
  biasUs: number,
  externErrorUs = 0,
): { lowUs: number; highUs: number } | null {
  if (profile.fitRmseUs === null || profile.spreadUs === null) return null;
  const halfWidthUs = Math.hypot(profile.fitRmseUs.value, profile.spreadUs.value, externErrorUs);
  return { lowUs: roundInterval(meanUs - halfWidthUs - biasUs), highUs: roundInterval(meanUs + halfWidthUs) };
}

import { constructs, type DeviceProfile, type HopSample } from "../../device/index.ts";
import { estimatePath, type LatencyPath, linearForm } from "../../latency/index.ts";

/**
 * What was observed of one pass: packets, mean and variance of their latency (us), and the wait of a queue in
 * it, as far as it is known.
 */
export type HopObservation = {
  /** the run of the switch, where it is known */
  run?: string | null;
  packets: number;
  meanUs: number;
  varianceUs2: number | null;
  waitUs: number;
};

/**
 * A program's path on a device as the refit takes it: constructs at their plain slopes, and everything that
 * is not base or slope (bends, externs, the queue's wait) as an offset. `null` when the profile has no linear
 * form.
 */
export function hopSample(
  program: string,
  path: LatencyPath,
  profile: DeviceProfile,
  { run = null, packets, meanUs, varianceUs2, waitUs }: HopObservation,
): HopSample | null {
  if (!profile.linear) return null;
  const counted = { parse: 0, modify: 0, copy: 0, remove: 0, add: 0, table: 0 };
  let offsetUs = waitUs;
  const bytes = profile.packetSize?.referenceBytes.value ?? 1500;
  for (const { construct, count, totalUs, note } of estimatePath(path, profile, linearForm, bytes).terms) {
    const slope = constructs.find((each) => each === construct);
    if (slope && note === undefined) counted[slope] += count;
    else if (construct !== "base") offsetUs += totalUs;
  }
  return { program, run, counted, meanUs, varianceUs2, packets, offsetUs };
}

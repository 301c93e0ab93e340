import type { DeviceProfile, HopSample, Measurement } from "../../device/index.ts";
import { hopSample } from "./hopSample.ts";

/**
 * A measurement of an uploaded table as a sample of the refit; one that does not say how many packets it took
 * counts as one.
 */
export function sampleOfMeasurement(
  { counts, latencyUs, spreadUs, packets, line, run }: Measurement,
  profile: DeviceProfile,
): HopSample | null {
  const name = `line ${line}`;
  const path = { id: name, features: counts, externs: [] };
  return hopSample(name, path, profile, {
    run: run ?? null,
    packets: packets ?? 1,
    meanUs: latencyUs,
    varianceUs2: spreadUs === null ? null : spreadUs ** 2,
    waitUs: 0,
  });
}

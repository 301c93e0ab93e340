import { countedFeatures, type DeviceProfile } from "../device/index.ts";
import type { Features } from "./program.ts";

/**
 * Frame size at which the numbers of a profile hold; 1500 B where it publishes no latency (our choice, the
 * size of the works).
 */
export const referenceBytesOf = (profile: DeviceProfile): number =>
  profile.packetSize?.referenceBytes.value ?? 1500;

/**
 * What is known about packets of `packetBytes` on this device. The published numbers hold at one size; at another the
 * slopes stay and the offset changes (thesis Sec. 3.2.2), mostly by an amount that is only plotted.
 */
export function packetSizeNotes(profile: DeviceProfile, packetBytes: number): string[] {
  const reference = referenceBytesOf(profile);
  if (packetBytes === reference || profile.packetSize === null) return [];
  const { effect, source, offsets } = profile.packetSize;
  const offset = offsets.find((o) => o.packetBytes === packetBytes);
  const amount = offset
    ? `by ${offset.offsetUs.value} us (${offset.offsetUs.source.work}, ${offset.offsetUs.source.place}), not added here`
    : "by an amount that is not published";
  return [
    `the numbers hold at ${reference} B; at ${packetBytes} B the slopes stay and the offset changes ${amount}: ${effect} (${source.work}, ${source.place})`,
  ];
}

/** Notes of the regimes in which the device saturates and no estimate describes it. */
export function regimeNotes(profile: DeviceProfile, features: Features, packetBytes: number): string[] {
  const counted = countedFeatures(features);
  return profile.regimes
    .filter((r) => packetBytes <= r.packetBytesAtMost && counted[r.construct] > r.overCount)
    .map((r) => `${r.text} (${r.source.work}, ${r.source.place}): the estimate does not hold`);
}

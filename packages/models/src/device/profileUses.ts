import type { DeviceProfile } from "./profile.ts";

/** What a profile is used for: analysis of programs, placement of chains, prediction of segments in a twin. */
export const profileUseNames = ["analysis", "placement", "twin"] as const;
export type ProfileUse = (typeof profileUseNames)[number];

/** Why a profile cannot be used for something; null where it can. */
export function profileUses(profile: DeviceProfile): Readonly<Record<ProfileUse, string | null>> {
  const { powerWatts, costUsd } = profile.capacity;
  const noLatency = profile.linear === null && profile.cores === undefined;
  const missing = [
    noLatency ? "latency" : null,
    powerWatts === null ? "power" : null,
    costUsd === null ? "cost" : null,
  ].filter((what) => what !== null);
  const unpublished = (what: readonly string[]): string | null =>
    what.length === 0 ? null : `no published ${what.join(", ")}`;
  const withoutLatency = unpublished(noLatency && profile.p8 === null ? ["latency"] : []);
  return { analysis: withoutLatency, placement: unpublished(missing), twin: withoutLatency };
}

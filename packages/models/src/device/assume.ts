import { z } from "zod";
import type { DeviceProfile } from "./profile.ts";
import type { Source, Sourced } from "./sourced.ts";

/** What an operator may take for granted where a profile is silent: each number stands in the profile as assumed. */
export const assumptionsSchema = z.strictObject({
  baseUs: z.number().positive().optional().describe("latency of any packet (us)"),
  powerWatts: z.number().positive().optional(),
  costUsd: z.number().nonnegative().optional(),
});
export type Assumptions = z.infer<typeof assumptionsSchema>;

const source = (place: string): Source => ({ work: "operator", place, kind: "assumed" });
const assumed = (value: number, place: string): Sourced => ({ value, source: source(place) });

/**
 * A profile of its own (`id`, version 1) with what its work does not publish filled in by assumption; what is
 * published stays. A latency is assumed to be the same for every packet: its slopes are 0.
 */
export function assumeUnpublished(profile: DeviceProfile, id: string, given: Assumptions): DeviceProfile {
  const place = `assumed for ${profile.id}, version ${profile.version}`;
  const { linear, packetSize, capacity } = profile;
  const fillsLatency = linear === null && given.baseUs !== undefined;
  const number = (known: Sourced | null, value: number | undefined): Sourced | null =>
    known ?? (value === undefined ? null : assumed(value, place));
  const slope = assumed(0, place);
  return {
    ...profile,
    id,
    version: 1,
    title: `${profile.title}, with assumptions`,
    linear: fillsLatency
      ? {
          baseUs: assumed(given.baseUs ?? 0, place),
          slopesUs: { parse: slope, modify: slope, copy: slope, remove: slope, add: slope, table: slope },
        }
      : linear,
    packetSize: fillsLatency
      ? {
          referenceBytes: assumed(1500, place),
          effect: "the latency is assumed to be the same at every size",
          source: source(place),
          offsets: [],
        }
      : packetSize,
    capacity: {
      ...capacity,
      powerWatts: number(capacity.powerWatts, given.powerWatts),
      costUsd: number(capacity.costUsd, given.costUsd),
    },
  };
}

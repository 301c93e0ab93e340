import { type DeviceProfile, type ProfileUse, profileUseNames, profileUses } from "@p4twin/models/device";
import type { SelectOption } from "@p4twin/ui";

/**
 * What a profile cannot be used for, with the reason: "not for placement: no published power". Empty when it serves for
 * all.
 */
export function profileLimits(
  profile: DeviceProfile,
  uses: readonly ProfileUse[] = profileUseNames,
): string[] {
  const obstacles = profileUses(profile);
  const reasons = new Set(uses.flatMap((use) => obstacles[use] ?? []));
  return [...reasons].map((reason) => {
    const blocked = uses.filter((use) => obstacles[use] === reason);
    return `not for ${blocked.join(", ")}: ${reason}`;
  });
}

/** A profile in a picker: its id, its title, and what it cannot be used for. */
export const profileOption = (
  profile: DeviceProfile,
  uses?: readonly ProfileUse[],
): SelectOption<string> => ({
  value: profile.id,
  label: profile.id,
  hint: [profile.title, ...profileLimits(profile, uses)].join("; "),
});

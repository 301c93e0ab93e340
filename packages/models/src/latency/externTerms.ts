import type { DeviceExtern, DeviceProfile } from "../device/index.ts";
import { type Term, term } from "./term.ts";

/** The profile's entry of an extern; names are compared without regard to case. */
export const findExtern = (profile: DeviceProfile, name: string): DeviceExtern | undefined =>
  profile.externs.find((e) => e.name.toLowerCase() === name.toLowerCase());

/** One term per extern that the profile knows (second sum of thesis Eq. 5.1), and the names that it does not know. */
export function externTerms(
  profile: DeviceProfile,
  names: readonly string[],
): { terms: Term[]; unknown: string[] } {
  const terms: Term[] = [];
  const unknown: string[] = [];
  for (const name of new Set(names)) {
    const known = findExtern(profile, name);
    if (known) terms.push(term("extern", 1, known.latencyUs.value, { name: known.name }));
    else unknown.push(name);
  }
  return { terms, unknown };
}

import type { DeviceExtern, DeviceProfile } from "../device/index.ts";
import { externsOfWalks } from "../program/index.ts";
import type { LatencyProgram } from "./program.ts";
import { type Term, term } from "./term.ts";

/** The profile's entry of an extern; names are compared without regard to case. */
export const findExtern = (profile: DeviceProfile, name: string): DeviceExtern | undefined =>
  profile.externs.find((e) => e.name.toLowerCase() === name.toLowerCase());

/**
 * One term per extern that the profile knows (second sum of thesis Eq. 5.1), and the names that it does not know.
 * `errorUs`: one standard deviation of their sum (errors taken as independent, our choice); null when one is unknown.
 */
export function externTerms(
  profile: DeviceProfile,
  names: readonly string[],
): { terms: Term[]; unknown: string[]; errorUs: number | null } {
  const terms: Term[] = [];
  const unknown: string[] = [];
  let square: number | null = 0;
  for (const name of new Set(names)) {
    const known = findExtern(profile, name);
    if (known) {
      terms.push(term("extern", 1, known.latencyUs.value, { name: known.name }));
      const errorUs = known.errorUs?.value ?? (known.latencyUs.value === 0 ? 0 : null);
      square = square === null || errorUs === null ? null : square + errorUs ** 2;
    } else unknown.push(name);
  }
  return { terms, unknown, errorUs: square === null || unknown.length > 0 ? null : Math.sqrt(square) };
}

/** Externs of the paths, listed or not, whose cost the profile does not publish. */
export function externsNotCounted({ paths, walks }: LatencyProgram, profile: DeviceProfile): string[] {
  const used = walks ? externsOfWalks(walks) : [...new Set(paths.flatMap((path) => path.externs))];
  return used.filter((name) => !findExtern(profile, name));
}

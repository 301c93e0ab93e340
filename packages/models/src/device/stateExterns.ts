import { z } from "zod";
import type { DeviceProfile } from "./profile.ts";
import type { Source } from "./sourced.ts";

/** What an operator measured of an extern; a null error gives no interval. */
export const statedExternSchema = z.object({
  name: z.string().min(1).max(200).describe("as paths name it, such as register.read"),
  us: z.number().nonnegative().describe("what a path pays that uses it"),
  errorUs: z.number().nonnegative().nullable().default(null).describe("one standard deviation of that"),
});
export type StatedExtern = z.infer<typeof statedExternSchema>;

const source: Source = { work: "operator", place: "stated", kind: "assumed" };

/** The profile with the stated costs of externs in place of its own and beside them (us). */
export function stateExterns(profile: DeviceProfile, stated: readonly StatedExtern[]): DeviceProfile {
  if (stated.length === 0) return profile;
  const names = new Set(stated.map(({ name }) => name.toLowerCase()));
  const kept = profile.externs.filter(({ name }) => !names.has(name.toLowerCase()));
  const added = stated.map(({ name, us, errorUs }) => ({
    name,
    latencyUs: { value: us, source },
    ...(errorUs === null ? {} : { errorUs: { value: errorUs, source } }),
    throughputGbps: null,
  }));
  return { ...profile, externs: [...kept, ...added] };
}

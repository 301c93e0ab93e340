import type { DeviceProfile } from "../device/index.ts";
import { constructTerms, type SizedFeatures } from "./constructTerms.ts";
import { externTerms } from "./externTerms.ts";
import { linearSlopes } from "./linearForm.ts";
import { sumUs, type Term } from "./term.ts";

export type FunctionLoad = SizedFeatures & { readonly externs: readonly string[] };

/** Terms of a network function on a device without the device's base (thesis Eq. 5.1); null when an extern is unknown there. */
export function nfDelayTerms(nf: FunctionLoad, profile: DeviceProfile): Term[] | null {
  const { terms, unknown } = externTerms(profile, nf.externs);
  if (unknown.length > 0) return null;
  return [...constructTerms(nf, profile, linearSlopes(profile)), ...terms];
}

/** Delta_d^y of thesis Eq. 5.1 in us, parse and table less one, base apart; null when an extern is unknown on the device. */
export function nfDelayUs(nf: FunctionLoad, profile: DeviceProfile): number | null {
  const terms = nfDelayTerms(nf, profile);
  return terms === null ? null : sumUs(terms);
}

/** Base processing delay of a device in us (thesis delta_d^BP). */
export const baseDelayUs = (profile: DeviceProfile): number => profile.linear.baseUs.value;

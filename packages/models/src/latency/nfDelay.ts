import type { DeviceProfile } from "../device/index.ts";
import { constructTerms, type SizedFeatures } from "./constructTerms.ts";
import { externTerms } from "./externTerms.ts";
import { linearSlopes } from "./linearForm.ts";
import { sumUs, type Term } from "./term.ts";

export type FunctionLoad = SizedFeatures & { readonly externs: readonly string[] };

/**
 * Terms of a network function on a device without the device's base (thesis Eq. 5.1); null when an extern or
 * the latency is unknown there.
 */
function nfDelayTerms(nf: FunctionLoad, profile: DeviceProfile): Term[] | null {
  const { terms, unknown } = externTerms(profile, nf.externs);
  const slopes = linearSlopes(profile);
  if (unknown.length > 0 || slopes === null) return null;
  return [...constructTerms(nf, profile, slopes), ...terms];
}

/**
 * Delta_d^y of thesis Eq. 5.1 in us, parse and table less one, base apart; null when an extern or the latency
 * is unknown on the device.
 */
export function nfDelayUs(nf: FunctionLoad, profile: DeviceProfile): number | null {
  const terms = nfDelayTerms(nf, profile);
  return terms === null ? null : sumUs(terms);
}

/** Base processing delay of a device in us (thesis delta_d^BP); null when no latency is published. */
export const baseDelayUs = (profile: DeviceProfile): number | null => profile.linear?.baseUs.value ?? null;

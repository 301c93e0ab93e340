import type { DeviceProfile } from "../device/index.ts";
import type { Slopes } from "./constructTerms.ts";
import { DEFAULT_ESTIMATOR } from "./defaultEstimator.ts";
import type { LatencyForm } from "./latencyForm.ts";
import { term } from "./term.ts";

/** Slopes of the thesis form in us per construct (Eq. 4.2); null when the profile publishes no latency. */
export function linearSlopes(profile: DeviceProfile): Slopes | null {
  if (profile.linear === null) return null;
  const { parse, modify, copy, remove, add, table } = profile.linear.slopesUs;
  return {
    parse: parse.value,
    modify: modify.value,
    copy: copy.value,
    remove: remove.value,
    add: add.value,
    table: table.value,
  };
}

/** T = T_base + a . x with parse and table less one (thesis Eq. 4.6). */
export const linearForm: LatencyForm = {
  id: DEFAULT_ESTIMATOR,
  title: "Linear (thesis, Eq. 4.6)",
  baseConstructs: [],
  slopes: linearSlopes,
  basis(profile) {
    const slopes = linearSlopes(profile);
    if (profile.linear === null || slopes === null)
      return {
        available: false,
        reason: `no latency of ${profile.id} is published; fit a profile from measurements of your own`,
      };
    return { available: true, base: term("base", 1, profile.linear.baseUs.value), slopes, notes: [] };
  },
};

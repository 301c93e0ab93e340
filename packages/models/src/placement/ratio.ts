import type { DeviceFacts } from "./catalogue.ts";

/**
 * Efficiency ratio of each device type, Eq. 5.32: norm(Power) / (norm(Rate) + norm(Resources)), each metric
 * scaled to 0..1 over the types. A metric that is the same for all types counts as 0; an unknown (unlimited)
 * rate or resource as the largest known. 0/0 is 0 (least power, so as good as can be), anything else over 0
 * is infinite.
 */
export function efficiencyRatios(types: readonly DeviceFacts[]): Map<string, number> {
  const power = normalised(types.map((t) => t.powerWatts));
  const rate = normalised(types.map((t) => t.gbps));
  const resources = normalised(types.map((t) => t.maxConstructs));
  return new Map(
    types.map((t, i) => {
      const below = rate[i]! + resources[i]!;
      return [t.profile, power[i] === 0 ? 0 : power[i]! / below];
    }),
  );
}

function normalised(values: readonly (number | null)[]): number[] {
  const known = values.filter((v) => v !== null);
  const min = Math.min(...known);
  const max = Math.max(...known);
  return values.map((v) => (max > min ? ((v ?? max) - min) / (max - min) : 0));
}

import type { Instance } from "../instance.ts";
import { efficiencyRatios } from "../ratio.ts";

/** Rank of each device in the order of Eq. 5.32: of equally good devices the first is taken, so that scarce ones stay free. */
export function preferenceOf(instance: Instance): number[] {
  const ratios = efficiencyRatios([
    ...new Map(instance.devices.map((d) => [d.facts.profile, d.facts])).values(),
  ]);
  const ranked = [...instance.devices].sort(
    (a, b) => ratios.get(a.facts.profile)! - ratios.get(b.facts.profile)! || a.index - b.index,
  );
  const rank: number[] = [];
  ranked.forEach((device, i) => {
    rank[device.index] = i;
  });
  return rank;
}

import { type Change, type Placement, type Problem, waysOf } from "@p4twin/models/placement";

/** Changes that put every placed chain where an answer has it. */
export const placeAll = (placement: Placement): Change[] =>
  placement.chains.map(({ id, hosts }) => ({ kind: "place", chain: id, hosts }));

/** Which devices an answer uses, by profile: `2 npu, 1 asic`. */
export function devicesInWords(problem: Problem, { chains }: Placement): string {
  const profileOf = new Map(problem.devices.map(({ id, profile }) => [id, profile]));
  const counts = new Map<string, number>();
  for (const id of new Set(chains.flatMap((chain) => [...chain.hosts, ...waysOf(chain).flat()]))) {
    const profile = profileOf.get(id);
    if (profile !== undefined) counts.set(profile, (counts.get(profile) ?? 0) + 1);
  }
  return [...counts].map(([profile, count]) => `${count} ${profile}`).join(", ");
}

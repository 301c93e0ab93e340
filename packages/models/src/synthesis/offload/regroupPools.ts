import { sizeOf, uniteSets } from "../header/fieldSet.ts";
import { divide, type PoolSlice, type TagGroup } from "./assignGroups.ts";

/** A change of groups: those after it, and for each the one that it comes from. */
export type Regrouping = {
  after: readonly TagGroup[];
  originOf: (g: TagGroup) => TagGroup;
  /** entries whose packets the server classifies itself: any table may be asked */
  dispatched: ReadonlySet<string>;
};

/**
 * Pools behind a split, move or merge: a core that begins to choose gets half of the values of the core that
 * its group comes from, one that stops gives its values away, so that they stay disjoint and none is lost
 * (Property 1). Values in use go along with the copied state, which the new core keeps clear of. Null when a
 * single value would have to be divided.
 */
export function regroupPools(slices: readonly PoolSlice[], change: Regrouping): PoolSlice[] | null {
  let out = [...slices];
  for (const state of new Set(slices.map((s) => s.state))) {
    const chooses = (g: TagGroup): boolean =>
      g.state === state || g.class === null || change.dispatched.has(g.entry);
    const choosing = change.after.filter(chooses);
    const cores = new Set(choosing.map((g) => g.core));
    for (const idle of out.filter((s) => s.state === state && !cores.has(s.core))) {
      const heir = choosing.find((g) => change.originOf(g).core === idle.core)?.core ?? choosing[0]?.core;
      if (heir === undefined) continue;
      const own = out.find((s) => s.state === state && s.core === heir);
      const values = own ? uniteSets(own.values, idle.values) : idle.values;
      out = out.filter((s) => s !== idle && s !== own);
      out.push({ ...idle, core: heir, values });
    }
    for (const group of choosing) {
      if (out.some((s) => s.state === state && s.core === group.core)) continue;
      const donor = out.find((s) => s.state === state && s.core === change.originOf(group).core);
      if (!donor || sizeOf(donor.values) < 2) return null;
      const [kept, given] = divide(donor.values, 2);
      out = out.filter((s) => s !== donor);
      out.push({ ...donor, values: kept! }, { ...donor, core: group.core, values: given! });
    }
  }
  return out.sort((a, b) => a.state.localeCompare(b.state) || a.core - b.core);
}

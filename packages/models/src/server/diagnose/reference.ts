import type { Policy } from "../data/serverProfile.ts";
import type { Setup } from "../measure/measurement.ts";
import { expectedContention, expectedWait } from "../perPacket/ratios.ts";
import {
  type ChainMedian,
  chainDramRefs,
  chainMedian,
  realisationIds,
  realisationOf,
} from "../perPacket/realisation.ts";

/**
 * What the thesis measured of a chain of routers of this length that was run alike, 64 B at 0.82 Mpps; null
 * where it measured nothing.
 */
export type Reference = {
  wait: number | null;
  contention: number | null;
  dramRefsPerPacket: number | null;
  median: ChainMedian | null;
};

/** The reference of a set-up; null when its fabric is unknown or nothing of it was measured. */
export function referenceOf(setup: Setup, policy: Policy, functions: number): Reference | null {
  const { fabric, driver, batch = 1, quantumMs } = setup;
  if (fabric === undefined) return null;
  const alike = realisationIds()
    .flatMap((id) => realisationOf(id) ?? [])
    .find(
      (r) =>
        r.fabric === fabric &&
        r.driver === (driver ?? r.driver) &&
        r.policy === policy &&
        r.batch === batch &&
        (quantumMs === undefined || r.quantumMs === null || r.quantumMs === quantumMs),
    );
  const byDefault = fabric === "ovs" && policy === "cfs" && batch === 1;
  const reference: Reference = {
    wait: byDefault ? expectedWait(functions) : null,
    contention: expectedContention({ fabric, policy, batch }, functions),
    dramRefsPerPacket: byDefault ? chainDramRefs(functions) : null,
    median: alike === undefined ? null : chainMedian(alike, functions),
  };
  return Object.values(reference).every((v) => v === null) ? null : reference;
}

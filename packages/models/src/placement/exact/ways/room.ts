import { CAPACITY_TOLERANCE, type DeviceInstance, type Instance } from "../../instance.ts";
import { addChain, copyOfUse, type Ledger } from "../../ledger.ts";
import type { WayPlan } from "./stretches.ts";

/** What is decided of a chain that branches: the device of each function, the arcs of each stretch. */
export type Decided = {
  /** by key; -1: not yet */
  hosts: readonly number[];
  /** by stretch */
  arcs: readonly (readonly number[])[];
};

const within = (value: number, limit: number | null): boolean =>
  limit === null || value <= limit + CAPACITY_TOLERANCE;

/**
 * Whether a device has room for what is decided of the chain, on top of what the ledger holds (5.11, 5.12, 5.14, 5.26,
 * 5.27, SV2).
 */
export function hasRoom(
  instance: Instance,
  ledger: Ledger,
  { chains, keys }: WayPlan,
  { hosts }: Decided,
  { index, facts }: DeviceInstance,
  leaves: boolean,
): boolean {
  const use = copyOfUse(ledger.devices[index]!);
  chains.forEach((chain, way) => {
    const positions = keys[way]!.flatMap((key, k) => (hosts[key] === index ? [k] : []));
    if (positions.length > 0 || leaves) addChain(instance, use, facts, chain, positions, leaves);
  });
  return (
    within(use.ingressGbps, facts.gbps) &&
    within(use.egressGbps, facts.gbps) &&
    within(use.constructs, facts.maxConstructs) &&
    within(use.rules, facts.maxRules) &&
    (facts.software === null || within(use.gigacycles, facts.software.gigacycles)) &&
    [...use.externGbps].every(([name, gbps]) => within(gbps, facts.externs.get(name) ?? null))
  );
}

/** Gbps that the link of an arc has left: of its direction, or of both together where they share it (5.30). */
export function leftOn(
  { arcs, problem }: Instance,
  ledger: Ledger,
  { stretches }: WayPlan,
  decided: Pick<Decided, "arcs">,
  arc: number,
): number {
  const isShared = problem.options.linkDirection === "half-duplex";
  const counts = (other: number): boolean => other === arc || (isShared && other === (arc ^ 1));
  let taken = ledger.arcGbps[arc]! + (isShared ? ledger.arcGbps[arc ^ 1]! : 0);
  decided.arcs.forEach((path, index) => {
    for (const other of path) if (counts(other)) taken += stretches[index]!.gbps;
  });
  return arcs[arc]!.gbps + CAPACITY_TOLERANCE - taken;
}

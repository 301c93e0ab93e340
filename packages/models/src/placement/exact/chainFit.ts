import type { DeviceFacts } from "../catalogue.ts";
import { CAPACITY_TOLERANCE, type ChainInstance, type Instance, sumOf } from "../instance.ts";
import { addedConstructs, type Ledger } from "../ledger.ts";

/** What one chain may do to the devices and links of a network in a given state. Positions count the functions of the chain from 0. */
export type ChainFit = {
  readonly last: number;
  isDevice(node: number): boolean;
  /** whether function `k` runs on the device at all (5.9, 5.10) */
  runs(k: number, device: number): boolean;
  /**
   * Whether the device has room for the functions at `positions`, and for the required ones when the chain leaves it
   * (5.11, 5.12, 5.14, 5.26, 5.27), on top of what the ledger holds.
   */
  holds(device: number, positions: readonly number[], leaves: boolean): boolean;
  /** whether the arc's link carries the chain `times` times more, both directions together where they share the link (5.30) */
  carries(arc: number, times: number): boolean;
  /** what switching the device on adds to the objective; 0 when it is on */
  activation(device: number): number;
};

/** Reads the ledger when asked, never writes to it. */
export function chainFit(instance: Instance, ledger: Ledger, chain: ChainInstance): ChainFit {
  const { functions } = chain;
  const { gbps } = chain.chain;
  const { sharing, linkDirection } = instance.problem.options;
  const { power, cost } = instance.weights;
  const last = functions.length - 1;
  const kinds = new Map<DeviceFacts, boolean[]>();
  for (const { facts } of instance.devices) {
    if (!kinds.has(facts))
      kinds.set(
        facts,
        functions.map((f) => f.runsOn(facts)),
      );
  }
  const within = (value: number, limit: number | null): boolean =>
    limit === null || value <= limit + CAPACITY_TOLERANCE;
  return {
    last,
    isDevice: (node) => node < instance.devices.length,
    runs: (k, device) => kinds.get(instance.devices[device]!.facts)![k]!,
    holds(device, positions, leaves) {
      const { facts } = instance.devices[device]!;
      const use = ledger.devices[device]!;
      const own = positions.map((k) => functions[k]!);
      const installed = leaves && !use.forwards ? [...own, ...instance.required] : own;
      if (!within(use.constructs + addedConstructs(use, installed, sharing), facts.maxConstructs))
        return false;
      if (!within(use.rules + sumOf(installed, (f) => f.rules), facts.maxRules)) return false;
      if (positions.includes(0) && !within(use.ingressGbps + gbps, facts.gbps)) return false;
      if (positions.includes(last) && !within(use.egressGbps + gbps, facts.gbps)) return false;
      if (own.every((f) => f.externs.length === 0)) return true;
      const calls = new Map<string, number>();
      for (const e of own.flatMap((f) => f.externs)) calls.set(e, (calls.get(e) ?? 0) + gbps);
      return [...calls].every(([e, load]) =>
        within((use.externGbps.get(e) ?? 0) + load, facts.externs.get(e) ?? null),
      );
    },
    carries(arc, times) {
      const taken = ledger.arcGbps[arc]! + (linkDirection === "half-duplex" ? ledger.arcGbps[arc ^ 1]! : 0);
      return within(taken + times * gbps, instance.arcs[arc]!.gbps);
    },
    activation(device) {
      if (ledger.devices[device]!.on) return 0;
      const { powerWatts, costUsd } = instance.devices[device]!.facts;
      return power * powerWatts + cost * costUsd;
    },
  };
}

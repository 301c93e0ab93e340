import type { DeviceFacts } from "../catalogue.ts";
import { CAPACITY_TOLERANCE, type ChainInstance, gigacyclesOf, type Instance } from "../instance.ts";
import { addedConstructs, type Ledger } from "../ledger.ts";

/**
 * What one chain may do to the devices and links of a network in a given state. Positions count the functions
 * of the chain from 0.
 */
export type ChainFit = {
  /** position of the last function, or of the host behind it */
  readonly last: number;
  isDevice(node: number): boolean;
  /** whether function `k` runs on the device at all (5.9, 5.10) */
  runs(k: number, device: number): boolean;
  /**
   * Whether the device has room for the functions at `positions`, and for the required ones when the chain leaves it
   * (5.11, 5.12, 5.14, 5.26, 5.27, SV2), on top of what the ledger holds.
   */
  holds(device: number, positions: readonly number[], leaves: boolean): boolean;
  /**
   * whether the arc's link carries the chain `times` times more, both directions together where they share
   * the link (5.30)
   */
  carries(arc: number, times: number): boolean;
  /** what switching the device on adds to the objective; 0 when it is on */
  activation(device: number): number;
};

/** Reads the ledger when asked, never writes to it. */
export function chainFit(instance: Instance, ledger: Ledger, chain: ChainInstance): ChainFit {
  const { functions, first } = chain;
  const { gbps } = chain.chain;
  const { sharing, linkDirection } = instance.problem.options;
  const { power, cost } = instance.weights;
  const last = functions.length - 1;
  const externs = new Set(functions.flatMap((f) => f.externs));
  const kinds = new Map<DeviceFacts, boolean[]>();
  const runsOn = (facts: DeviceFacts): boolean[] => {
    const known = kinds.get(facts) ?? functions.map((f) => f.runsOn(facts));
    kinds.set(facts, known);
    return known;
  };
  const within = (value: number, limit: number | null): boolean =>
    limit === null || value <= limit + CAPACITY_TOLERANCE;
  return {
    last,
    isDevice: (node) => node < instance.devices.length,
    runs: (k, device) => runsOn(instance.devices[device]!.facts)[k]!,
    holds(device, positions, leaves) {
      const { facts } = instance.devices[device]!;
      const use = ledger.devices[device]!;
      // the ports first: they are what is mostly short, and cost least to ask
      if (positions.includes(first) && !within(use.ingressGbps + gbps, facts.gbps)) return false;
      if (positions.includes(chain.last) && !within(use.egressGbps + gbps, facts.gbps)) return false;
      for (const e of externs) {
        let load = use.externGbps.get(e) ?? 0;
        for (const k of positions) if (functions[k]!.externs.includes(e)) load += gbps;
        if (load > 0 && !within(load, facts.externs.get(e) ?? null)) return false;
      }
      if (facts.software !== null) {
        let cycles = use.gigacycles;
        for (const k of positions) cycles += gigacyclesOf(facts, chain, k);
        if (!within(cycles, facts.software.gigacycles)) return false;
      }
      const required = leaves && !use.forwards ? instance.required : [];
      let { rules, constructs } = use;
      for (const f of required) rules += f.rules;
      for (const k of positions) rules += functions[k]!.rules;
      if (!within(rules, facts.maxRules)) return false;
      if (sharing) {
        constructs += addedConstructs(use, [...positions.map((k) => functions[k]!), ...required], true);
      } else {
        for (const f of required) constructs += f.constructs;
        for (const k of positions) constructs += functions[k]!.constructs;
      }
      return within(constructs, facts.maxConstructs);
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

import { singleDeviceUs } from "../embedding.ts";
import type { Instance } from "../instance.ts";
import type { Ledger } from "../ledger.ts";
import { chainFit } from "./chainFit.ts";
import type { DeviceState } from "./deviceStates.ts";

/** What a chain can do on a device in one state: run whole (in `us`), and run each of its functions alone. */
export type Verdict = { whole: boolean; us: number; holds: readonly boolean[] };

/** Chains of the same functions and rate: what was asked for one of them is known for all. */
export type ChainKind = { id: number; verdict(state: DeviceState): Verdict };

/** The kind of each chain. Verdicts are found when they are first asked for, and kept: a state never changes. */
export function createChainKinds(instance: Instance, ledger: Ledger): (chain: number) => ChainKind {
  const kinds = new Map<string, ChainKind>();
  const kindOf: ChainKind[] = [];
  const create = (index: number): ChainKind => {
    const chain = instance.chains[index]!;
    const { functions } = chain;
    const fit = chainFit(instance, ledger, chain);
    const positions = functions.map((_, k) => k);
    const known: Verdict[] = [];
    return {
      id: kinds.size,
      verdict(state) {
        const found = known[state.id];
        if (found) return found;
        const device = state.members.at(-1)!;
        const holds = positions.map((k) => fit.runs(k, device) && fit.holds(device, [k], false));
        const whole = holds.every((h) => h) && fit.holds(device, positions, false);
        const us = whole ? singleDeviceUs(chain, state.facts) : 0;
        const verdict = { whole, us, holds };
        known[state.id] = verdict;
        return verdict;
      },
    };
  };
  return (index) => {
    const seen = kindOf[index];
    if (seen) return seen;
    const { chain, functions } = instance.chains[index]!;
    const key = `${chain.gbps} ${functions.map((f) => f.type).join(" ")}`;
    const kind = kinds.get(key) ?? create(index);
    kinds.set(key, kind);
    kindOf[index] = kind;
    return kind;
  };
}

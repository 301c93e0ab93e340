import { singleDeviceUs } from "../embedding.ts";
import { type FunctionFacts, type Instance, sumOf } from "../instance.ts";
import type { Ledger } from "../ledger.ts";
import { type ChainFit, chainFit } from "./chainFit.ts";
import type { DeviceState } from "./deviceStates.ts";

/**
 * What a chain can do on a device in one state: run whole (in `us`), and run each of its functions alone, as
 * far as the budget can be met with all others at their best.
 */
export type Verdict = {
  whole: boolean;
  us: number;
  holds: readonly boolean[];
  /** the function, and then the chain goes elsewhere */
  leaves: readonly boolean[];
  /** the function and the one after it */
  pairs: readonly boolean[];
};

/** Chains of the same functions, rate, packet size and budget: what was asked for one of them is known for all. */
export type ChainKind = { id: number; fit: ChainFit; verdict(state: DeviceState): Verdict };

/** The kind of each chain. Verdicts are found when they are first asked for, and kept: a state never changes. */
export function createChainKinds(
  instance: Instance,
  ledger: Ledger,
): (chain: number, budgetUs: number) => ChainKind {
  let count = 0;
  const kindOf: { budgetUs: number; kind: ChainKind }[] = [];
  const kindsOfDevices = [...new Map(instance.devices.map((d) => [d.facts, d])).values()];
  const create = (index: number, budgetUs: number): ChainKind => {
    const chain = instance.chains[index]!;
    const { functions } = chain;
    const fit = chainFit(instance, ledger, chain);
    const positions = functions.map((_, k) => k);
    const known: Verdict[] = [];
    // least delay of each function, wherever it runs
    const least = functions.map((f) =>
      Math.min(...kindsOfDevices.flatMap(({ facts }) => (f.runsOn(facts) ? [f.delayUs(facts)] : []))),
    );
    const othersUs = positions.map((k) => sumOf(least.toSpliced(k, 1), (us) => us));
    const inTime = (k: number, device: number): boolean => {
      const { facts, forwardUs } = instance.devices[device]!;
      const us = functions[k]!.delayUs(facts) + othersUs[k]!;
      return facts.baseUs + Math.min(0, forwardUs) + us <= budgetUs;
    };
    return {
      id: count++,
      fit,
      verdict(state) {
        const found = known[state.id];
        if (found) return found;
        const device = state.members.at(-1)!;
        const holds = positions.map(
          (k) => fit.runs(k, device) && inTime(k, device) && fit.holds(device, [k], false),
        );
        const runs = holds.every((h) => h);
        const us = runs ? singleDeviceUs(chain, state.facts) : 0;
        const whole = runs && us <= budgetUs && fit.holds(device, positions, false);
        const leaves = holds.map((h, k) => h && fit.holds(device, [k], true));
        const pairs = holds.map((h, k) => h && holds[k + 1] === true && fit.holds(device, [k, k + 1], false));
        const verdict = { whole, us, holds, leaves, pairs };
        known[state.id] = verdict;
        return verdict;
      },
    };
  };
  // by rate, size and budget, then function by function
  const byRate = new Map<string, Map<number, Branch>>();
  return (index, budgetUs) => {
    const seen = kindOf[index];
    if (seen?.budgetUs === budgetUs) return seen.kind;
    const { chain, functions, way } = instance.chains[index]!;
    // of ways that share functions only the first takes room
    const counts = way?.counts.map(Number).join("") ?? "";
    let branch = entry(
      entry(byRate, `${chain.gbps} ${chain.packetBytes} ${counts}`, () => new Map()),
      budgetUs,
      newBranch,
    );
    for (const f of functions) branch = entry(branch.next, f, newBranch);
    branch.kind ??= create(index, budgetUs);
    kindOf[index] = { budgetUs, kind: branch.kind };
    return branch.kind;
  };
}

type Branch = { kind: ChainKind | null; next: Map<FunctionFacts, Branch> };

const newBranch = (): Branch => ({ kind: null, next: new Map() });

function entry<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = create();
  map.set(key, value);
  return value;
}

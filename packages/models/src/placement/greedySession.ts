import { type Embedding, onOneDevice, placedChain, singleDeviceUs } from "./embedding.ts";
import { endJoiner, hasRoom } from "./endWays.ts";
import {
  CAPACITY_TOLERANCE,
  type ChainInstance,
  gigacyclesOf,
  type Instance,
  ownFunctions,
  sumOf,
} from "./instance.ts";
import { addedConstructs, book, type DeviceUse, emptyLedger } from "./ledger.ts";
import { efficiencyRatios } from "./ratio.ts";

/**
 * Smallest throughput (thr_T) and smallest chain size (thr_W) expected; a device with less left is taken off the list.
 */
export type GreedyThresholds = { minGbps?: number | undefined; minConstructs?: number | undefined };

/** A network in which the greedy algorithm embeds chains one after another: its list of devices is sorted once. */
export type GreedySession = {
  /**
   * step 1 to 3 of Sec. 5.3.4: the first device of the list that fits, and to and from which the chain's hosts have a
   * way in time; null when there is none
   */
  embed(chain: number): Embedding | null;
  /** step 4: subtracts what the chain uses, and takes a device that is full off the list */
  book(embedding: Embedding): void;
};

/** What is needed of each device that a chain could go to. */
type Need = {
  chain: ChainInstance;
  gbps: number;
  constructs: number;
  rules: number;
  calls: [string, number][];
};

/** Devices of one kind in the order of the problem, linked: a device is taken off without moving the others. */
type Kind = { facts: Instance["devices"][number]["facts"]; first: number };

/** Thresholds default to the smallest chain of the problem. */
export function createGreedySession(instance: Instance, thresholds: GreedyThresholds): GreedySession {
  const { devices } = instance;
  const { sharing } = instance.problem.options;
  const minGbps = thresholds.minGbps ?? Math.min(...instance.chains.map((c) => c.chain.gbps));
  const minConstructs = thresholds.minConstructs ?? Math.min(...instance.chains.map(sizeOf));
  const ledger = emptyLedger(instance);
  const kinds: Kind[] = [];
  const next = new Int32Array(devices.length).fill(-1);
  const before = new Int32Array(devices.length).fill(-1);
  const lastOf = new Map<Kind["facts"], number>();
  for (const { index, facts, isHost } of devices) {
    if (isHost) continue;
    const last = lastOf.get(facts);
    if (last === undefined) kinds.push({ facts, first: index });
    else next[last] = index;
    before[index] = last ?? -1;
    lastOf.set(facts, index);
  }
  const ratios = efficiencyRatios(kinds.map((k) => k.facts));
  // kinds of the same ratio stand in the order of their first devices
  kinds.sort((a, b) => ratios.get(a.facts.profile)! - ratios.get(b.facts.profile)!);

  /** The chain with the ways to and from its hosts, if they can be had in time. */
  const ways = (chain: ChainInstance): ((own: Embedding) => Embedding | null) => {
    if (chain.functions.length === chain.chain.functions.length) return (own) => own;
    const join = endJoiner(instance, ledger, chain);
    return (own) => {
      const embedding = join(own);
      if (embedding === null || !hasRoom(instance, ledger, embedding)) return null;
      return placedChain(instance, embedding).delayUs <= chain.budgetUs ? embedding : null;
    };
  };

  return {
    embed(index) {
      const chain = instance.chains[index]!;
      const need = needOf(chain);
      const joined = ways(chain);
      for (const { facts, first } of kinds) {
        if (isExcluded(need.chain, facts)) continue;
        for (let d = first; d >= 0; d = next[d]!) {
          if (!fits(need, facts, ledger.devices[d]!, sharing)) continue;
          const found = joined(onOneDevice(instance, index, d));
          if (found !== null) return found;
        }
      }
      return null;
    },
    book(embedding) {
      book(instance, ledger, embedding);
      const device = embedding.hosts[instance.chains[embedding.chain]!.first]!;
      const { facts } = devices[device]!;
      if (!isFull(facts, ledger.devices[device]!, minGbps, minConstructs)) return;
      const [left, right] = [before[device]!, next[device]!];
      if (left >= 0) next[left] = right;
      else for (const kind of kinds) if (kind.facts === facts) kind.first = right;
      if (right >= 0) before[right] = left;
    },
  };
}

const sizeOf = (chain: ChainInstance): number => sumOf(chain.functions, (f) => f.constructs);

function needOf(chain: ChainInstance): Need {
  const functions = ownFunctions(chain);
  const { gbps } = chain.chain;
  const calls = new Map<string, number>();
  for (const f of functions) for (const e of f.externs) calls.set(e, (calls.get(e) ?? 0) + gbps);
  return {
    chain,
    gbps,
    constructs: sizeOf(chain),
    rules: sumOf(functions, (f) => f.rules),
    calls: [...calls],
  };
}

/** Step 1: device types on which the chain can never run, or not within its budget. */
const isExcluded = (chain: ChainInstance, facts: Kind["facts"]): boolean =>
  ownFunctions(chain).some((f) => !f.runsOn(facts)) || singleDeviceUs(chain, facts) > chain.budgetUs;

/** Step 3: ingress, egress and extern throughput, processing resources, rules. */
function fits(need: Need, facts: Kind["facts"], use: DeviceUse, sharing: boolean): boolean {
  const within = (value: number, limit: number | null): boolean =>
    limit === null || value <= limit + CAPACITY_TOLERANCE;
  if (!within(Math.max(use.ingressGbps, use.egressGbps) + need.gbps, facts.gbps)) return false;
  const constructs = sharing ? addedConstructs(use, ownFunctions(need.chain), true) : need.constructs;
  if (!within(use.constructs + constructs, facts.maxConstructs)) return false;
  if (!within(use.rules + need.rules, facts.maxRules)) return false;
  const { functions } = need.chain;
  // the hosts at its ends take none
  const cycles = (): number => sumOf([...functions.keys()], (k) => gigacyclesOf(facts, need.chain, k));
  if (facts.software !== null && !within(use.gigacycles + cycles(), facts.software.gigacycles)) return false;
  for (const [e, load] of need.calls) {
    if (!within((use.externGbps.get(e) ?? 0) + load, facts.externs.get(e) ?? null)) return false;
  }
  return true;
}

/** Step 4: the device has less left than the smallest chain needs. */
function isFull(facts: Kind["facts"], use: DeviceUse, minGbps: number, minConstructs: number): boolean {
  const left = (limit: number | null, used: number): number =>
    (limit ?? Number.POSITIVE_INFINITY) - used + CAPACITY_TOLERANCE;
  return (
    left(facts.gbps, Math.max(use.ingressGbps, use.egressGbps)) < minGbps ||
    left(facts.maxConstructs, use.constructs) < minConstructs
  );
}

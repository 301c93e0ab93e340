import { answer } from "./answer.ts";
import { chainConflicts } from "./chainConflicts.ts";
import { type Embedding, onOneDevice, singleDeviceUs } from "./embedding.ts";
import {
  CAPACITY_TOLERANCE,
  type ChainInstance,
  type DeviceInstance,
  type Instance,
  sumOf,
} from "./instance.ts";
import { addedConstructs, book, type DeviceUse, emptyLedger } from "./ledger.ts";
import { efficiencyRatios } from "./ratio.ts";
import type { Conflict, Placement } from "./result.ts";

/** Smallest throughput (thr_T) and smallest chain size (thr_W) expected; a device with less left is taken off the list. */
export type GreedyOptions = { minGbps?: number; minConstructs?: number; nowMs: () => number };

/**
 * Greedy algorithm of the thesis (Sec. 5.3.4): each chain in the order of the problem goes whole on one device, the first in the
 * order of Eq. 5.32 that fits. Thresholds default to the smallest chain of the problem. Its "infeasible" means that it found no
 * place, not that none exists.
 */
export function greedy(instance: Instance, options: GreedyOptions): Placement {
  const started = options.nowMs();
  const types = [...new Map(instance.devices.map((d) => [d.facts.profile, d.facts])).values()];
  const ratios = efficiencyRatios(types);
  const ratioOf = (d: DeviceInstance): number => ratios.get(d.facts.profile)!;
  let list = [...instance.devices].sort((a, b) => ratioOf(a) - ratioOf(b) || a.index - b.index);

  const minGbps = options.minGbps ?? Math.min(...instance.chains.map((c) => c.chain.gbps));
  const minConstructs = options.minConstructs ?? Math.min(...instance.chains.map(sizeOf));
  const ledger = emptyLedger(instance);
  const embeddings: Embedding[] = [];
  const rejected: number[] = [];
  instance.chains.forEach((chain, index) => {
    const excluded = new Set(types.filter((t) => isExcluded(chain, t)).map((t) => t.profile));
    const found = list.find(
      (d) => !excluded.has(d.facts.profile) && fits(instance, chain, d, ledger.devices[d.index]!),
    );
    if (!found) {
      rejected.push(index);
      return;
    }
    const embedding = onOneDevice(instance, index, found.index);
    book(instance, ledger, embedding);
    embeddings.push(embedding);
    if (isFull(found, ledger.devices[found.index]!, minGbps, minConstructs))
      list = list.filter((d) => d !== found);
  });
  return answer(instance, {
    engine: "greedy",
    status: rejected.length === 0 ? "feasible" : "infeasible",
    bound: null,
    timeMs: options.nowMs() - started,
    embeddings,
    conflicts: rejected.flatMap((index) => reasons(instance, index)),
  });
}

function reasons(instance: Instance, index: number): Conflict[] {
  const alone = chainConflicts(instance, index);
  if (alone.length > 0) return alone;
  const { id } = instance.chains[index]!.chain;
  const message = `chain ${id}: greedy puts a chain whole on one device, and no device that meets its budget has room left beside the chains before it; the engines exact and ilp may find a place`;
  return [{ constraint: "greedy", ids: [id], message }];
}

const sizeOf = (chain: ChainInstance): number => sumOf(chain.functions, (f) => f.constructs);

/** Step 1: device types on which the chain can never run, or not within its budget. */
const isExcluded = (chain: ChainInstance, facts: DeviceInstance["facts"]): boolean =>
  chain.functions.some((f) => !f.runsOn(facts)) || singleDeviceUs(chain, facts) > chain.budgetUs;

/** Step 3: ingress, egress and extern throughput, processing resources, rules. */
function fits(
  instance: Instance,
  { chain, functions }: ChainInstance,
  device: DeviceInstance,
  use: DeviceUse,
): boolean {
  const { gbps, maxConstructs, maxRules, externs } = device.facts;
  const within = (value: number, limit: number | null): boolean =>
    limit === null || value <= limit + CAPACITY_TOLERANCE;
  if (!within(Math.max(use.ingressGbps, use.egressGbps) + chain.gbps, gbps)) return false;
  if (
    !within(use.constructs + addedConstructs(use, functions, instance.problem.options.sharing), maxConstructs)
  )
    return false;
  if (!within(use.rules + sumOf(functions, (f) => f.rules), maxRules)) return false;
  const calls = new Map<string, number>();
  for (const e of functions.flatMap((f) => f.externs)) calls.set(e, (calls.get(e) ?? 0) + chain.gbps);
  return [...calls].every(([e, load]) => within((use.externGbps.get(e) ?? 0) + load, externs.get(e) ?? null));
}

/** Step 4: the device has less left than the smallest chain needs. */
function isFull({ facts }: DeviceInstance, use: DeviceUse, minGbps: number, minConstructs: number): boolean {
  const left = (limit: number | null, used: number): number =>
    (limit ?? Number.POSITIVE_INFINITY) - used + CAPACITY_TOLERANCE;
  return (
    left(facts.gbps, Math.max(use.ingressGbps, use.egressGbps)) < minGbps ||
    left(facts.maxConstructs, use.constructs) < minConstructs
  );
}

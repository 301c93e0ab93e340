import { assert } from "../core/index.ts";
import type { DeviceFacts } from "./catalogue.ts";
import { type ChainInstance, type Instance, ownFunctions, sumOf } from "./instance.ts";
import type { DelayTerm, PlacedChain } from "./result.ts";
import { type Ways, waysOf } from "./ways.ts";

/**
 * Where a chain goes, in indices: device of each function (the hosts at its ends are two of them), and for each pair of
 * consecutive functions the arcs between them.
 */
export type Embedding = { chain: number; hosts: readonly number[]; arcs: readonly (readonly number[])[] };

/** The whole chain on one device, without the hosts at its ends. */
export const onOneDevice = (instance: Instance, chain: number, device: number): Embedding => {
  const functions = ownFunctions(instance.chains[chain]!);
  return { chain, hosts: functions.map(() => device), arcs: functions.slice(1).map(() => []) };
};

/**
 * Delay of an embedded chain, Eq. 5.19, as the steps a packet meets (the waterfall): base once per device
 * access, also in transit; the functions; the required functions when it leaves a device; k_d of each plain
 * switch. Links add their delay where the problem gives one (the thesis neglects propagation).
 */
export function delayTerms(instance: Instance, embedding: Embedding): DelayTerm[] {
  const { functions } = instance.chains[embedding.chain]!;
  const terms: DelayTerm[] = [];
  const enter = (node: number): void => {
    const device = instance.devices[node];
    if (device?.isHost) return;
    const id = instance.nodes[node]!;
    if (device) terms.push({ device: id, what: "base", us: device.facts.baseUs, kind: "base" });
    else terms.push({ device: id, what: "switch", us: instance.switchUs[node]!, kind: "switch" });
  };
  const leave = (node: number): void => {
    const device = instance.devices[node];
    if (!device || device.isHost) return;
    for (const f of instance.required) {
      terms.push({ device: device.id, what: f.type, us: f.delayUs(device.facts), kind: "forward" });
    }
  };
  enter(embedding.hosts[0]!);
  functions.forEach((f, k) => {
    const device = instance.devices[embedding.hosts[k]!]!;
    if (!device.isHost)
      terms.push({ device: device.id, what: f.type, us: f.delayUs(device.facts), kind: "function" });
    for (const index of embedding.arcs[k] ?? []) {
      const arc = instance.arcs[index]!;
      leave(arc.from);
      if (arc.delayUs > 0) {
        const name = `${instance.nodes[arc.from]} to ${instance.nodes[arc.to]}`;
        terms.push({ device: instance.nodes[arc.to]!, what: `link ${name}`, us: arc.delayUs, kind: "link" });
      }
      enter(arc.to);
    }
  });
  return terms;
}

/** Sum without the last digits of binary rounding, far below the tolerance of delays. */
const sumUs = (terms: readonly DelayTerm[]): number => Math.round(sumOf(terms, (t) => t.us) * 1e9) / 1e9;

/** Delay of the whole chain on one device [harkous-5.3.4]: base plus its functions, in us. */
export const singleDeviceUs = (chain: ChainInstance, facts: DeviceFacts): number =>
  facts.baseUs + sumOf(ownFunctions(chain), (f) => f.delayUs(facts));

/** An embedding as `place --json` shows it. */
export function placedChain(instance: Instance, embedding: Embedding): PlacedChain {
  const { chain, first, last } = instance.chains[embedding.chain]!;
  const terms = delayTerms(instance, embedding);
  const idOf = (node: number): string => instance.nodes[node]!;
  const pathOf = (arcs: readonly number[]): string[] =>
    [instance.arcs[arcs[0]!]!.from, ...arcs.map((a) => instance.arcs[a]!.to)].map(idOf);
  const between = embedding.arcs.slice(first, last);
  const route = between.flatMap((arcs) => (arcs.length > 0 ? [pathOf(arcs)] : []));
  return {
    id: chain.id,
    hosts: embedding.hosts.slice(first, last + 1).map(idOf),
    route: route.length > 0 ? route : [[idOf(embedding.hosts[first]!)]],
    ...(chain.from === undefined ? {} : { entry: pathOf(embedding.arcs[0]!) }),
    ...(chain.to === undefined ? {} : { exit: pathOf(embedding.arcs.at(-1)!) }),
    delayUs: sumUs(terms),
    terms,
  };
}

/** Finds chains and nodes of an instance by id; -1 when there is none. */
export type IdLookup = { chain(id: string): number; node(id: string): number };

const byScan = (instance: Instance): IdLookup => ({
  chain: (id) => instance.chains.findIndex((c) => c.chain.id === id),
  node: (id) => instance.nodes.indexOf(id),
});

/**
 * Back from the printed form, for earlier placements that are kept; the placement must have passed
 * `verifyPlacement`. Who asks for many chains gives a `lookup` of his own. Without ways to the hosts at its ends the
 * embedding is that of the chain's own functions.
 */
export function embeddingOf(
  instance: Instance,
  placed: Pick<PlacedChain, "id"> & Ways,
  lookup: IdLookup = byScan(instance),
): Embedding {
  const chain = lookup.chain(placed.id);
  assert(chain >= 0, `placed chain "${placed.id}" is in the problem`);
  const nodeOf = lookup.node;
  const { entry = [], exit = [] } = placed;
  const hosts = [...entry.slice(0, 1), ...placed.hosts, ...exit.slice(-1)].map(nodeOf);
  const moves = waysOf(placed);
  let next = 0;
  const arcs = hosts.slice(1).map((host, k) => {
    if (host === hosts[k]) return [];
    const path = moves[next++]!.map(nodeOf);
    return path.slice(1).map((to, i) => {
      const arc = instance.outgoing[path[i]!]!.find((a) => instance.arcs[a]!.to === to);
      assert(arc !== undefined, `route of "${placed.id}" follows links`);
      return arc;
    });
  });
  return { chain, hosts, arcs };
}

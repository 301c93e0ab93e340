import { err, ok, type Result } from "../core/index.ts";
import { type Embedding, embeddingOf } from "./embedding.ts";
import { chainFit } from "./exact/chainFit.ts";
import { createHeap } from "./exact/heap.ts";
import { enterUs, leaves, leaveUs } from "./exact/leastRest.ts";
import type { ChainInstance, Instance } from "./instance.ts";
import { book, emptyLedger, type Ledger, sharesOf } from "./ledger.ts";
import type { Ways } from "./ways.ts";

/** Arcs of the fastest way between a host and a node, null when there is none. */
type WaysOf = (node: number) => readonly number[] | null;

/**
 * Joins a chain that lies on devices with the hosts at its ends, each by the fastest way (Eq. 5.19) with room
 * left beside what the ledger holds. `own` has the chain's own functions and the ways between them; null when no
 * way is left. Made once for each chain: the ways to all devices are found together.
 */
export function endJoiner(
  instance: Instance,
  ledger: Ledger,
  chain: ChainInstance,
): (own: Embedding) => Embedding | null {
  const { functions, first, last } = chain;
  const fit = chainFit(instance, ledger, chain);
  const hostNode = (k: number): number =>
    instance.devices.find(({ facts, isHost }) => isHost && functions[k]!.runsOn(facts))!.index;
  const starts = first > 0 ? hostNode(0) : null;
  const ends = last < functions.length - 1 ? hostNode(functions.length - 1) : null;
  const passes = (node: number): boolean =>
    leaves(instance, node) &&
    !instance.devices[node]?.isHost &&
    (!fit.isDevice(node) || fit.holds(node, [], true));
  const entryTo =
    starts === null ? null : fastestWays(instance, starts, "from", passes, (a) => fit.carries(a, 1));
  const exitOf = ends === null ? null : fastestWays(instance, ends, "to", passes, (a) => fit.carries(a, 1));
  return (own) => {
    // a device that runs no required function is never left
    if (exitOf && !leaves(instance, own.hosts.at(-1)!)) return null;
    const entry = entryTo?.(own.hosts[0]!);
    const exit = exitOf?.(own.hosts.at(-1)!);
    if (entry === null || exit === null) return null;
    return {
      chain: own.chain,
      hosts: [starts ?? [], own.hosts, ends ?? []].flat(),
      arcs: [...(entry ? [entry] : []), ...own.arcs, ...(exit ? [exit] : [])],
    };
  };
}

/**
 * Answers of engines that know no hosts, completed: chains that give no way at all to the hosts at their ends get the
 * fastest ones with room left beside the others, in turn. Errors: chains for which none is left, in words. What is
 * given must stand on devices and links.
 */
export function completeEnds(
  instance: Instance,
  placed: readonly (Ways & { id: string })[],
): Result<Embedding[], string[]> {
  const ledger = emptyLedger(instance);
  const embeddings = placed.map((chain) => embeddingOf(instance, chain));
  const isOpen = ({ chain }: Embedding, i: number): boolean => {
    const { from, to } = instance.chains[chain]!.chain;
    const { entry, exit } = placed[i]!;
    return (from !== undefined || to !== undefined) && entry === undefined && exit === undefined;
  };
  for (const [i, embedding] of embeddings.entries())
    if (!isOpen(embedding, i)) book(instance, ledger, embedding);
  const errors: string[] = [];
  for (const [i, embedding] of embeddings.entries()) {
    if (!isOpen(embedding, i)) continue;
    const chain = instance.chains[embedding.chain]!;
    const joined = endJoiner(instance, ledger, chain)(embedding);
    if (joined === null) {
      const { id, from, to } = chain.chain;
      const way = [
        from === undefined ? [] : `from host ${from}`,
        to === undefined ? [] : `to host ${to}`,
      ].flat();
      errors.push(
        `chain ${id}: the answer gives no entry and exit, and no way with room is left ${way.join(" and ")} where it puts the chain`,
      );
      continue;
    }
    book(instance, ledger, joined);
    embeddings[i] = joined;
  }
  return errors.length > 0 ? err(errors) : ok(embeddings);
}

/** Whether devices and links have room for all of an embedding, ways that cross twice included. */
export function hasRoom(instance: Instance, ledger: Ledger, embedding: Embedding): boolean {
  const chain = instance.chains[embedding.chain]!;
  const fit = chainFit(instance, ledger, chain);
  const bothWays = instance.problem.options.linkDirection === "half-duplex";
  const crossed = embedding.arcs.flat();
  return (
    sharesOf(instance, embedding).every(({ device, positions, leaves: left }) =>
      fit.holds(device, positions, left),
    ) &&
    crossed.every((arc) =>
      fit.carries(arc, crossed.filter((a) => a === arc || (bothWays && a === (arc ^ 1))).length),
    )
  );
}

/** Shortest paths by delay from one node to all, or from all to one. Detours must not make a way shorter. */
function fastestWays(
  instance: Instance,
  end: number,
  side: "from" | "to",
  passes: (node: number) => boolean,
  carries: (arc: number) => boolean,
): WaysOf {
  const best = new Float64Array(instance.nodes.length).fill(Number.POSITIVE_INFINITY);
  const via = new Int32Array(instance.nodes.length).fill(-1);
  const heap = createHeap<{ node: number; us: number }>((a, b) => a.us < b.us);
  best[end] = 0;
  heap.push({ node: end, us: 0 });
  for (let next = heap.pop(); next; next = heap.pop()) {
    const { node, us } = next;
    if (us > best[node]! || (node !== end && !passes(node))) continue;
    for (const out of instance.outgoing[node]!) {
      // the two directions of a link stand side by side
      const arc = side === "from" ? out : out ^ 1;
      const other = instance.arcs[out]!.to;
      if (!carries(arc)) continue;
      const { from, to, delayUs } = instance.arcs[arc]!;
      const there = us + Math.max(0, leaveUs(instance, from) + delayUs + enterUs(instance, to));
      if (there >= best[other]!) continue;
      best[other] = there;
      via[other] = arc;
      heap.push({ node: other, us: there });
    }
  }
  return (node) => {
    if (via[node] === -1) return null;
    const path: number[] = [];
    for (let at = node; at !== end; ) {
      const arc = via[at]!;
      path.push(arc);
      at = side === "from" ? instance.arcs[arc]!.from : instance.arcs[arc]!.to;
    }
    return side === "from" ? path.reverse() : path;
  };
}

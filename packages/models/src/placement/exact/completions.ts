import { createHeap } from "./heap.ts";
import type { Begun, Label } from "./label.ts";
import { enterUs, leaves, leaveUs, type Rest } from "./leastRest.ts";
import { createMemory, type Step } from "./memory.ts";
import type { Steps } from "./steps.ts";
import { type Ground, usesOf } from "./uses.ts";

/**
 * A way from a place in the chain to its end, that may use what it has forgotten once more. It begins over `arc` (its
 * place in the part), or, at -1, with the next function where it is; null: the end.
 */
type Completion = {
  node: number;
  us: number;
  /** of what the node remembers, in its order */
  used: readonly number[];
  arc: number;
  next: Completion | null;
};

/** By position, then by node, the fastest first. */
type Layers = Completion[][][];

export type Completions = Rest & {
  /** finds them anew, with all that was learnt, and counts them; null, and all is as before, when there are too many */
  build(): Steps<number | null>;
  /** what follows a label cannot be as promised: whether something is learnt from that */
  learn(label: Label): boolean;
};

/** Completions of one part at a time (our choice). */
const MOST = 100_000;
const PER_PAUSE = 4096;

/**
 * Lower bounds of the delay that is still to come, tighter than `leastRest`: completions from the end of the chain
 * backwards, each of which remembers at a node what the memory of that node says (ng-routes, Baldacci, Mingozzi and
 * Roberti 2011). The least one that a label's own uses leave open is its bound. What to remember is learnt where bounds
 * were not kept. Needs base plus forwarding of every device to be 0 or more.
 */
export function createCompletions(ground: Ground, stop: () => boolean): Completions {
  const { instance, chain, fit, verdict, part } = ground;
  const { functions } = chain;
  const { nodes, from, to, arcs } = part;
  const uses = usesOf(ground);
  const memory = createMemory(part, uses, verdict);
  const verdicts = nodes.map(verdict);
  const enter = nodes.map((node) => enterUs(instance, node));
  const crossUs = arcs.map((arc, i) =>
    leaves(instance, nodes[from[i]!]!)
      ? leaveUs(instance, nodes[from[i]!]!) + instance.arcs[arc]!.delayUs + enter[to[i]!]!
      : Number.POSITIVE_INFINITY,
  );
  const leaving: number[][] = nodes.map(() => []);
  const arriving: number[][] = nodes.map(() => []);
  from.forEach((node, i) => {
    leaving[node]!.push(i);
    arriving[to[i]!]!.push(i);
  });
  let slots: (readonly number[])[] = [];
  let hosted: Layers = [];
  let passing: Layers = [];

  function* build(): Steps<number | null> {
    const remembers = nodes.map((_, node) => memory.at(node));
    const slotOf = (node: number, resource: number): number => remembers[node]!.indexOf(resource);
    const own = nodes.map((_, node) => slotOf(node, node));
    const before = uses.linkOf.map((link, i) => slotOf(from[i]!, link));
    const behind = uses.linkOf.map((link, i) => slotOf(to[i]!, link));
    const kept = from.map((node, i) => remembers[node]!.map((resource) => slotOf(to[i]!, resource)));

    const cross = (i: number, next: Completion): Completion | null => {
      const crossed = behind[i]! < 0 ? 1 : (next.used[behind[i]!]! << 1) | 1;
      if (crossed >> uses.times(uses.linkOf[i]!) !== 0 || crossUs[i] === Number.POSITIVE_INFINITY)
        return null;
      const used = kept[i]!.map((slot) => (slot < 0 ? 0 : next.used[slot]!));
      if (before[i]! >= 0) used[before[i]!] = crossed;
      return { node: from[i]!, us: crossUs[i]! + next.us, used, arc: i, next };
    };
    const serve = (position: number, next: Completion): Completion => {
      const { node } = next;
      const us = functions[position]!.delayUs(instance.devices[nodes[node]!]!.facts) + next.us;
      let { used } = next;
      if (own[node]! >= 0) {
        // functions behind this one have their places
        const open = (1 << position) - 1;
        used = used.with(own[node]!, (used[own[node]!]! | uses.shutOut(node, position)) & open);
      }
      return { node, us, used, arc: -1, next };
    };

    const begun: { hosted: Layers; passing: Layers } = { hosted: [], passing: [] };
    const end = nodes.map((_, node) => [
      { node, us: 0, used: remembers[node]!.map(() => 0), arc: -1, next: null },
    ]);
    begun.hosted[fit.last] = end;
    begun.passing[fit.last] = end;
    let made = 0;
    for (let k = fit.last - 1; k >= 0; k--) {
      const after = begun.hosted[k + 1]!;
      const found: Completion[][] = nodes.map(() => []);
      // no way gets shorter before its node is entered
      const heap = createHeap<Completion>((a, b) => a.us + enter[a.node]! < b.us + enter[b.node]!);
      const offer = (completion: Completion | null): void => {
        if (completion && !isNeedless(completion, found[completion.node]!)) heap.push(completion);
      };
      nodes.forEach((_, node) => {
        if (verdicts[node]?.holds[k + 1]) for (const next of after[node]!) offer(serve(k + 1, next));
      });
      for (let next = heap.pop(); next; next = heap.pop()) {
        if (isNeedless(next, found[next.node]!)) continue;
        found[next.node]!.push(next);
        if (++made > MOST) return null;
        if (made % PER_PAUSE === 0) {
          if (stop()) return null;
          yield;
        }
        for (const i of arriving[next.node]!) offer(cross(i, next));
      }
      begun.passing[k] = found;
      begun.hosted[k] = nodes.map((_, node) => {
        const can = verdicts[node];
        if (!can?.holds[k]) return [];
        const here = can.pairs[k] ? after[node]!.map((next) => serve(k + 1, next)) : [];
        const there = can.leaves[k]
          ? leaving[node]!.flatMap((i) => found[to[i]!]!.map((next) => cross(i, next)))
          : [];
        const fitting = [...here, ...there].filter(
          (next) => next !== null && !(own[node]! >= 0 && isIn(k, next.used[own[node]!]!)),
        ) as Completion[];
        const least: Completion[] = [];
        for (const next of fitting.sort((a, b) => a.us - b.us))
          if (!isNeedless(next, least)) least.push(next);
        made += least.length;
        return least;
      });
    }
    slots = remembers;
    ({ hosted, passing } = begun);
    return made;
  }

  /** Of what its node remembers, what a label leaves no room for. */
  const forbiddenBy = (label: Begun): number[] => {
    const here = slots[part.local(label.node)]!;
    const forbidden = here.map(() => 0);
    const slotOf = (resource: number): number => here.indexOf(resource);
    label.hosts.forEach((host, k) => {
      const slot = slotOf(part.local(host));
      if (slot >= 0) forbidden[slot]! |= 1 << k;
    });
    for (let l: Begun | null = label; l !== null; l = l.parent) {
      const slot = l.arc < 0 ? -1 : slotOf(uses.linkOf[uses.arcAt(l.arc)]!);
      // each time it was crossed, one less
      if (slot >= 0) forbidden[slot] = (forbidden[slot]! >> 1) | (1 << (uses.times(here[slot]!) - 1));
    }
    return forbidden;
  };
  const least = (label: Begun): Completion | undefined => {
    const list = (label.hosting ? hosted : passing)[label.position]![part.local(label.node)]!;
    if (list.length === 0 || slots[part.local(label.node)]!.length === 0) return list[0];
    const forbidden = forbiddenBy(label);
    return list.find(({ used }) => used.every((bits, slot) => (bits & forbidden[slot]!) === 0));
  };

  return {
    build,
    toCome: (label) => least(label)?.us ?? Number.POSITIVE_INFINITY,
    learn(label) {
      const walk: Step[] = [];
      for (let l: Label | null = label; l !== null; l = l.parent) walk.push(stepOf(l));
      walk.reverse();
      const begin = walk.length;
      let { position } = label;
      for (let c = least(label); c?.next; c = c.next) {
        if (c.arc < 0) position++;
        walk.push({ node: c.next.node, arc: c.arc, position });
      }
      return memory.learn(walk, begin);
    },
  };

  function stepOf({ node, arc, position }: Label): Step {
    return { node: part.local(node), arc: arc < 0 ? -1 : uses.arcAt(arc), position };
  }
}

const isIn = (position: number, bits: number): boolean => ((bits >> position) & 1) === 1;

/** Whether one that takes no longer, and uses nothing that it does not, is there. */
const isNeedless = ({ us, used }: Completion, others: readonly Completion[]): boolean =>
  others.some((other) => other.us <= us && other.used.every((bits, slot) => (bits & ~used[slot]!) === 0));

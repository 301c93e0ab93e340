import type { Instance } from "../instance.ts";
import type { Ledger } from "../ledger.ts";
import { hangingTrees } from "./hangingTrees.ts";
import { createHeap } from "./heap.ts";
import { modulesOf } from "./modules.ts";
import type { Filter, Part, PartMaker } from "./part.ts";

/**
 * Collapses equal branches. A tree that hangs on one node (a server behind its SmartNIC, a rack below a
 * single core) can change places with an equal one beside it: same profiles, same resources left, same links
 * and loads. A chain of n functions enters at most n of such trees, since a way never enters a tree only to
 * pass through, so n of each class stand for all. Branches that hang on the same m nodes (racks below m
 * cores) can be passed through as well, by each of the n - 1 ways at most m - 1 times, since a way meets no
 * node twice: n + (n - 1)(m - 1) of each class stand for all.
 */
export type EqualBranches = {
  /** what a chain of `functions` functions has to look at, less what the filter leaves out */
  reduced(maker: PartMaker, functions: number, filter: Filter): Part;
  /** branches that can change places, by their first nodes; those that stand alone are left out */
  branches(): number[][];
  /** the state of these nodes, or the load of one of their links, is another one than before */
  changed(nodes: Iterable<number>): void;
};

/** Equal branches in the same place. */
type Group = { key: number; members: number[] };

/** `stateOf`: a number for all that tells a node from others, wherever it stands. */
export function createEqualBranches(
  instance: Instance,
  ledger: Ledger,
  stateOf: (node: number) => number,
): EqualBranches {
  const count = instance.nodes.length;
  const { up, core, leavesFirst } = hangingTrees(instance);
  const { modules, arcs: moduleArcs } = modulesOf(instance, core);
  // where a branch stands among others: below a node, in a module, or alone
  const alone = count + modules.length;
  const placeOf = new Int32Array(count).fill(-1);
  const order = [...leavesFirst];
  for (const node of leavesFirst) placeOf[node] = up[node]! < 0 ? alone : instance.arcs[up[node]!]!.to;
  modules.forEach(({ members }, m) => {
    for (const node of members) {
      placeOf[node] = count + m;
      order.push(node);
    }
  });
  const rank = new Int32Array(count).fill(-1);
  order.forEach((node, i) => {
    rank[node] = i;
  });
  const anchors: number[] = [];
  for (let node = 0; node < count; node++) if (placeOf[node]! < 0) anchors.push(node);
  const upArcs = (node: number): readonly number[] =>
    placeOf[node]! >= count && placeOf[node]! < alone
      ? moduleArcs.get(node)!
      : up[node]! < 0
        ? []
        : [up[node]!];

  const linkKey = linkKeys(instance, ledger);
  const groups: (Group[] | undefined)[] = new Array(alone + 1);
  const groupOf: (Group | undefined)[] = new Array(count);
  const position = new Int32Array(count);
  const ids = new Map<string, number>();
  const leafIds = new Map<number, number>();
  let nextId = 1;

  const loneRoot = leavesFirst.filter((node) => up[node]! < 0).length === 1;
  const keyOf = (node: number): number => {
    // it has nothing to be compared with, and may have a thousand branches
    if (loneRoot && placeOf[node] === alone) return 0;
    const state = stateOf(node);
    const below = groups[node];
    const single = up[node]!;
    if (!below && single >= 0) {
      const pair = state * LINK_KEYS + linkKey(single);
      let id = leafIds.get(pair);
      if (id === undefined) {
        id = nextId++;
        leafIds.set(pair, id);
      }
      return id;
    }
    const links = upArcs(node).map(linkKey).join(",");
    const children = (below ?? [])
      .map((g) => `${g.key}x${g.members.length}`)
      .sort()
      .join(",");
    const text = `${state}|${links}|${children}`;
    let id = ids.get(text);
    if (id === undefined) {
      id = nextId++;
      ids.set(text, id);
    }
    return id;
  };
  /** Puts a branch into the group it now belongs to; true when that is another one than before. */
  const regroup = (node: number): boolean => {
    const key = keyOf(node);
    const before = groupOf[node];
    if (before?.key === key) return false;
    groups[placeOf[node]!] ??= [];
    const around = groups[placeOf[node]!]!;
    if (before) {
      const last = before.members.pop()!;
      if (last !== node) {
        before.members[position[node]!] = last;
        position[last] = position[node]!;
      }
      if (before.members.length === 0) around.splice(around.indexOf(before), 1);
    }
    let group = around.find((g) => g.key === key);
    if (!group) {
      group = { key, members: [] };
      around.push(group);
    }
    position[node] = group.members.push(node) - 1;
    groupOf[node] = group;
    return true;
  };
  for (const node of order) regroup(node);
  // the first of each group stands last, where it is taken from
  for (const group of new Set(groupOf)) {
    group?.members.reverse().forEach((node, i) => {
      position[node] = i;
    });
  }

  const dirty = new Set<number>();
  const refresh = (): void => {
    if (dirty.size === 0) return;
    const heap = createHeap<number>((a, b) => a < b);
    for (const node of dirty) if (rank[node]! >= 0) heap.push(rank[node]!);
    dirty.clear();
    let last = -1;
    for (let next = heap.pop(); next !== undefined; next = heap.pop()) {
      if (next === last) continue;
      last = next;
      const node = order[next]!;
      if (!regroup(node)) continue;
      const place = placeOf[node]!;
      if (place < count && rank[place]! >= 0) heap.push(rank[place]!);
    }
  };

  return {
    branches() {
      refresh();
      return groups
        .flatMap((list) => list ?? [])
        .flatMap(({ members }) => (members.length > 1 ? [[...members]] : []));
    },
    changed(nodes) {
      for (const node of nodes) dirty.add(node);
    },
    reduced(maker, functions, { usable, carries }) {
      refresh();
      maker.begin();
      const hanging: number[] = [];
      const open: number[] = [];
      const take = (place: number, copies: number): void => {
        for (const { members } of groups[place] ?? []) {
          for (let i = Math.max(0, members.length - copies); i < members.length; i++) {
            const node = members[i]!;
            open.push(node);
            if (usable(node)) {
              maker.add(node);
              hanging.push(node);
            }
          }
        }
      };
      for (const node of anchors) {
        if (usable(node)) maker.add(node);
        take(node, functions);
      }
      modules.forEach((module, m) => {
        take(count + m, functions + (functions - 1) * (module.anchors - 1));
      });
      take(alone, functions);
      for (let node = open.pop(); node !== undefined; node = open.pop()) take(node, functions);
      for (const node of hanging) {
        for (const a of upArcs(node)) {
          if (!maker.has(instance.arcs[a]!.to)) continue;
          if (carries(a)) maker.connect(a);
          if (carries(a ^ 1)) maker.connect(a ^ 1);
        }
      }
      for (const node of anchors) {
        if (!maker.has(node)) continue;
        for (const a of instance.outgoing[node]!) {
          const { to } = instance.arcs[a]!;
          if (placeOf[to]! < 0 && maker.has(to) && carries(a)) maker.connect(a);
        }
      }
      return maker.part();
    },
  };
}

/** More than the kinds of links that memory holds. */
const LINK_KEYS = 2 ** 24;

/** A number for all that tells one link from another, seen from the end at which `arc` begins. */
function linkKeys(instance: Instance, ledger: Ledger): (arc: number) => number {
  const ids = new Map<string, number>();
  const idOf = (text: string): number => {
    const id = ids.get(text) ?? ids.size;
    ids.set(text, id);
    return id;
  };
  let last = { gbps: Number.NaN, delayUs: Number.NaN, id: -1 };
  return (arc) => {
    const { gbps, delayUs } = instance.arcs[arc]!;
    const [there, back] = [ledger.arcGbps[arc]!, ledger.arcGbps[arc ^ 1]!];
    if (there !== 0 || back !== 0) return idOf(`${gbps},${delayUs},${there},${back}`);
    if (last.gbps !== gbps || last.delayUs !== delayUs)
      last = { gbps, delayUs, id: idOf(`${gbps},${delayUs}`) };
    return last.id;
  };
}

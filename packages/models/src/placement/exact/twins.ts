import type { Embedding } from "../embedding.ts";
import type { Instance } from "../instance.ts";
import type { Ledger } from "../ledger.ts";
import { hangingTrees, type Trees } from "./hangingTrees.ts";

/** The part of a network that a search has to look at: its nodes, and the arcs from each of them to others of the part. */
export type Reduced = {
  nodes: readonly number[];
  arcs(node: number): readonly number[];
};

/**
 * Collapses equal devices. A tree that hangs on one node (a server behind its SmartNIC, a rack below a single core) can change places
 * with an equal one beside it: same profiles, same resources left, same links and loads. A chain of n functions enters at most n of
 * such trees, since a way never enters a tree only to pass through, so n of each class stand for all.
 */
export type Twins = {
  /** one device of each kind and state, wherever it stands */
  kinds(): readonly number[];
  /** `copies`: functions of the chain */
  reduced(copies: number): Reduced;
  /** the ledger has booked this embedding */
  changed(embedding: Embedding): void;
};

export function createTwins(instance: Instance, ledger: Ledger): Twins {
  const trees = hangingTrees(instance);
  const describe = signatures(instance, ledger);
  const classIds = new Map<string, number>();
  const idOf = (signature: string): number => {
    const id = classIds.get(signature) ?? classIds.size;
    classIds.set(signature, id);
    return id;
  };
  const groups: Map<string, Set<number>>[] = instance.nodes.map(() => new Map());
  const alone = new Map<string, Set<number>>();
  const keys: string[] = [];
  const keyOf = (node: number): string => {
    const below = groups[node]!;
    const children =
      below.size === 0
        ? ""
        : [...below]
            .map(([key, members]) => `${key}x${members.size}`)
            .sort()
            .join(",");
    const own = idOf(`${describe.node(node)}(${children})`);
    const up = trees.up[node]!;
    return up < 0 ? String(own) : `${own}@${describe.link(up)}`;
  };
  const groupsAround = (node: number): Map<string, Set<number>> | null => {
    const parent = parentOf(instance, trees, node);
    if (parent !== null) return groups[parent]!;
    return trees.core[node] ? null : alone;
  };
  /** Puts a node into the group it now belongs to; true when that is another one than before. */
  const regroup = (node: number): boolean => {
    const around = groupsAround(node);
    if (around === null) return false;
    const before = keys[node];
    const key = keyOf(node);
    if (key === before) return false;
    if (before !== undefined) {
      const members = around.get(before)!;
      members.delete(node);
      if (members.size === 0) around.delete(before);
    }
    const members = around.get(key) ?? new Set();
    around.set(key, members.add(node));
    keys[node] = key;
    return true;
  };
  for (const node of trees.leavesFirst) regroup(node);
  const kinds = new Map<string, Set<number>>();
  const kindOf: string[] = [];
  const sort = (device: number): void => {
    const before = kindOf[device];
    const kind = describe.node(device);
    if (before === kind) return;
    if (before !== undefined) {
      const members = kinds.get(before)!;
      members.delete(device);
      if (members.size === 0) kinds.delete(before);
    }
    kinds.set(kind, (kinds.get(kind) ?? new Set()).add(device));
    kindOf[device] = kind;
  };
  for (const { index } of instance.devices) sort(index);
  const climb = (start: number): void => {
    let node: number | null = start;
    while (node !== null && regroup(node)) node = parentOf(instance, trees, node);
  };
  return {
    kinds: () => [...kinds.values()].flatMap((members) => first(members, 1)),
    reduced: (copies) => reduce(instance, trees, groups, alone, copies),
    changed(embedding) {
      const touched = new Set(embedding.hosts);
      for (const arc of embedding.arcs.flat()) {
        touched.add(instance.arcs[arc]!.from);
        touched.add(instance.arcs[arc]!.to);
      }
      for (const node of touched) {
        if (node < instance.devices.length) sort(node);
        climb(node);
      }
    },
  };
}

const parentOf = (instance: Instance, trees: Trees, node: number): number | null => {
  const up = trees.up[node]!;
  return up < 0 ? null : instance.arcs[up]!.to;
};

function reduce(
  instance: Instance,
  trees: Trees,
  groups: readonly Map<string, Set<number>>[],
  alone: ReadonlyMap<string, Set<number>>,
  copies: number,
): Reduced {
  const nodes: number[] = [];
  const arcs = new Map<number, number[]>();
  const visit = (node: number, coreArcs: readonly number[]): void => {
    nodes.push(node);
    const own = [...coreArcs];
    const up = trees.up[node]!;
    if (up >= 0) own.push(up);
    arcs.set(node, own);
    for (const members of groups[node]!.values()) {
      for (const child of first(members, copies)) {
        own.push(trees.up[child]! ^ 1);
        visit(child, []);
      }
    }
  };
  trees.core.forEach((isCore, node) => {
    if (isCore)
      visit(
        node,
        instance.outgoing[node]!.filter((a) => trees.core[instance.arcs[a]!.to]),
      );
  });
  for (const members of alone.values()) for (const root of first(members, copies)) visit(root, []);
  return { nodes, arcs: (node) => arcs.get(node) ?? [] };
}

function first(members: ReadonlySet<number>, count: number): number[] {
  const list: number[] = [];
  for (const member of members) {
    if (list.length === count) break;
    list.push(member);
  }
  return list;
}

/** All that tells a node, or a link, from its neighbours, as text. */
function signatures(
  instance: Instance,
  ledger: Ledger,
): { node(node: number): string; link(up: number): string } {
  const profiles = new Map([...new Set(instance.devices.map((d) => d.facts))].map((facts, i) => [facts, i]));
  const { sharing } = instance.problem.options;
  return {
    node(node) {
      const device = instance.devices[node];
      if (!device) return `s${instance.switchUs[node]}`;
      const profile = profiles.get(device.facts)!;
      const use = ledger.devices[node]!;
      if (!use.on) return `d${profile}`;
      const externs = [...use.externGbps].map(([e, gbps]) => `${e}=${gbps}`).sort();
      const types = sharing ? [...use.types].sort() : [];
      const numbers = [use.constructs, use.rules, use.ingressGbps, use.egressGbps];
      return JSON.stringify([profile, use.forwards, numbers, externs, types]);
    },
    link(up) {
      const { gbps, delayUs } = instance.arcs[up]!;
      return `${gbps},${delayUs},${ledger.arcGbps[up]},${ledger.arcGbps[up ^ 1]}`;
    },
  };
}

import type { Verdict } from "./chainKinds.ts";
import type { Part } from "./part.ts";
import type { Uses } from "./uses.ts";

/** A step of a walk through a part: to `node` over `arc` (places in the part), or, at -1, a function served there. */
export type Step = { node: number; arc: number; position: number };

/** Of each node the resources (`Uses`) whose use a walk remembers there; what it leaves behind it forgets. */
export type Memory = {
  at(node: number): readonly number[];
  /**
   * Finds the first step of a walk, from `begin` on, that what it has used up forbids; the nodes since that use
   * remember it from now on. False: there is none, or they do already.
   */
  learn(walk: readonly Step[], begin: number): boolean;
};

/** At first a leaf remembers its link and the node behind that: all ways from it lead there. */
export function createMemory(
  { nodes, from, to }: Part,
  uses: Uses,
  verdict: (node: number) => Verdict | null,
): Memory {
  const known = nodes.map(() => new Set<number>());
  const around = nodes.map(() => new Set<number>());
  from.forEach((node, i) => {
    around[node]!.add(to[i]!);
  });
  from.forEach((node, i) => {
    if (around[node]!.size > 1) return;
    known[node]!.add(uses.linkOf[i]!);
    if (verdict(nodes[to[i]!]!) === null) return;
    known[node]!.add(to[i]!);
    known[to[i]!]!.add(to[i]!);
  });
  /** Where the walk began to use up what step `at` would need: the first step that has to remember; null: nowhere. */
  const usedSince = (walk: readonly Step[], at: number): { resource: number; since: number } | null => {
    const { node, arc, position } = walk[at]!;
    if (arc < 0) {
      const bits = uses.shutOut(node, position);
      const since = walk.findLastIndex(
        (step, i) => i < at && step.arc < 0 && step.node === node && ((bits >> step.position) & 1) === 1,
      );
      return since < 0 ? null : { resource: node, since };
    }
    const link = uses.linkOf[arc]!;
    let left = uses.times(link);
    for (let since = at - 1; since >= 0; since--) {
      const before = walk[since]!.arc;
      if (before >= 0 && uses.linkOf[before] === link && --left === 0) return { resource: link, since };
    }
    return null;
  };
  return {
    at: (node) => [...known[node]!],
    learn(walk, begin) {
      for (let at = begin; at < walk.length; at++) {
        const found = usedSince(walk, at);
        if (found === null) continue;
        const { resource, since } = found;
        // an arc is crossed before its step is at its node, a function is served at the node
        const between = walk.slice(since, uses.isLink(resource) ? at : at + 1);
        const fresh = between.filter(({ node }) => !known[node]!.has(resource));
        for (const { node } of fresh) known[node]!.add(resource);
        return fresh.length > 0;
      }
      return false;
    },
  };
}

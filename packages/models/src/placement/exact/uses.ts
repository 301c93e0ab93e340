import type { ChainInstance, Instance } from "../instance.ts";
import type { ChainFit } from "./chainFit.ts";
import type { Verdict } from "./chainKinds.ts";
import type { Part } from "./part.ts";

/** Where a search for splits of a chain looks. */
export type Ground = {
  instance: Instance;
  chain: ChainInstance;
  fit: ChainFit;
  /** what the chain can do on a device as it is; null for plain switches */
  verdict: (node: number) => Verdict | null;
  part: Part;
};

/** Longer chains do not fit into the bits of a use. */
export const MOST_FUNCTIONS = 30;

/**
 * What a chain can use up in a part: its nodes (local), and after them its links. A use is a set of bits, and more bits
 * leave less: of a node the positions that have no room beside a function there, of a link as many as it is crossed.
 */
export type Uses = {
  /** the link of an arc, by the arc's place in the part */
  linkOf: readonly number[];
  /** the place of an arc of the network in the part */
  arcAt(arc: number): number;
  /** positions that can not stand on a node beside `position` */
  shutOut(node: number, position: number): number;
  /** how often the chain can cross a link; as often as it ever may where that is less */
  times(link: number): number;
  isLink(resource: number): boolean;
};

export function usesOf({ instance, fit, verdict, part }: Ground): Uses {
  const { nodes, arcs } = part;
  const isShared = instance.problem.options.linkDirection === "half-duplex";
  const numbers = new Map<number, number>();
  const times: number[] = [];
  const linkOf = arcs.map((arc) => {
    // the two directions of a link stand side by side
    const key = isShared ? arc >> 1 : arc;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    let most = 0;
    while (most < fit.last && fit.carries(arc, most + 1)) most++;
    times.push(most);
    numbers.set(key, nodes.length + numbers.size);
    return nodes.length + numbers.size - 1;
  });
  const places = new Map(arcs.map((arc, i) => [arc, i]));
  const known: number[][] = nodes.map(() => []);
  const find = (node: number, position: number): number => {
    const can = verdict(nodes[node]!);
    let bits = 0;
    for (let other = 0; other <= fit.last; other++) {
      if (other === position) continue;
      const fits = can?.holds[other] && fit.holds(nodes[node]!, [other, position], false);
      if (!fits) bits |= 1 << other;
    }
    return bits;
  };
  return {
    linkOf,
    arcAt: (arc) => places.get(arc)!,
    shutOut(node, position) {
      known[node]![position] ??= find(node, position);
      return known[node]![position]!;
    },
    times: (link) => times[link - nodes.length]!,
    isLink: (resource) => resource >= nodes.length,
  };
}

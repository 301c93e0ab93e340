import type { Instance } from "../instance.ts";

/**
 * The part of a network that a search looks at. Its nodes count from 0 (`local`); of its arcs, `from` and
 * `to` are local.
 */
export type Part = {
  readonly nodes: readonly number[];
  local(node: number): number;
  readonly arcs: readonly number[];
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** arcs that begin at a node */
  leaving(local: number): readonly number[];
};

/** What a search may use at all: nodes that are not too dear, arcs with room for the chain once more. */
export type Filter = { usable(node: number): boolean; carries(arc: number): boolean };

/** Makes parts of one network, one at a time: the next one ends the one before. */
export type PartMaker = {
  begin(): void;
  /** false when the node is there already */
  add(node: number): boolean;
  has(node: number): boolean;
  /** an arc between two nodes that were added */
  connect(arc: number): void;
  part(): Part;
};

export function createPartMaker(instance: Instance): PartMaker {
  const madeIn = new Int32Array(instance.nodes.length);
  const localOf = new Int32Array(instance.nodes.length);
  let making = 0;
  let nodes: number[] = [];
  let arcs: number[] = [];
  let from: number[] = [];
  let to: number[] = [];
  return {
    begin() {
      making++;
      nodes = [];
      arcs = [];
      from = [];
      to = [];
    },
    add(node) {
      if (madeIn[node] === making) return false;
      madeIn[node] = making;
      localOf[node] = nodes.push(node) - 1;
      return true;
    },
    has: (node) => madeIn[node] === making,
    connect(index) {
      const arc = instance.arcs[index]!;
      arcs.push(index);
      from.push(localOf[arc.from]!);
      to.push(localOf[arc.to]!);
    },
    part() {
      let leaving: number[][] | null = null;
      const sorted = (): number[][] => {
        const lists: number[][] = nodes.map(() => []);
        from.forEach((local, i) => {
          lists[local]!.push(arcs[i]!);
        });
        return lists;
      };
      return {
        nodes,
        arcs,
        from,
        to,
        local: (node) => localOf[node]!,
        leaving(local) {
          leaving ??= sorted();
          return leaving[local]!;
        },
      };
    },
  };
}

/** What can be reached from `starts`; null when that is more than `most` nodes. */
export function reachFrom(
  instance: Instance,
  maker: PartMaker,
  starts: readonly number[],
  { usable, carries }: Filter,
  most: number,
): Part | null {
  maker.begin();
  const queue: number[] = [];
  const visit = (node: number): void => {
    if (usable(node) && maker.add(node)) queue.push(node);
  };
  for (const node of starts) visit(node);
  for (let i = 0; i < queue.length; i++) {
    if (queue.length > most) return null;
    for (const a of instance.outgoing[queue[i]!]!) {
      if (carries(a) || carries(a ^ 1)) visit(instance.arcs[a]!.to);
    }
  }
  for (const node of queue) {
    for (const a of instance.outgoing[node]!)
      if (maker.has(instance.arcs[a]!.to) && carries(a)) maker.connect(a);
  }
  return maker.part();
}

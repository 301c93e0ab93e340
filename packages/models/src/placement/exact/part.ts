import type { Instance } from "../instance.ts";

/** The part of a network that a search looks at. Its nodes count from 0 (`local`, -1 for others); arcs stay inside. */
export type Part = {
  readonly nodes: readonly number[];
  local(node: number): number;
  arcs(local: number): readonly number[];
};

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
  let arcs: number[][] = [];
  const has = (node: number): boolean => madeIn[node] === making;
  return {
    begin() {
      making++;
      nodes = [];
      arcs = [];
    },
    add(node) {
      if (has(node)) return false;
      madeIn[node] = making;
      localOf[node] = nodes.push(node) - 1;
      arcs.push([]);
      return true;
    },
    has,
    connect: (arc) => void arcs[localOf[instance.arcs[arc]!.from]!]!.push(arc),
    part: () => ({
      nodes,
      local: (node) => (has(node) ? localOf[node]! : -1),
      arcs: (local) => arcs[local]!,
    }),
  };
}

/** What can be reached from `starts` over usable nodes; null when that is more than `most` nodes. */
export function reachFrom(
  instance: Instance,
  maker: PartMaker,
  starts: readonly number[],
  usable: (node: number) => boolean,
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
    for (const a of instance.outgoing[queue[i]!]!) visit(instance.arcs[a]!.to);
  }
  for (const node of queue) {
    for (const a of instance.outgoing[node]!) if (maker.has(instance.arcs[a]!.to)) maker.connect(a);
  }
  return maker.part();
}

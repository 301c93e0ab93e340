import type { Embedding } from "../embedding.ts";

/**
 * A part of a way through the network: the functions up to `position` are placed, and the packet is at
 * `node`, either just served there (`hosting`) or on its way to the next host. `us` is the delay so far,
 * `activation` what the newly used devices add to the objective.
 */
export type Label = {
  readonly position: number;
  readonly node: number;
  readonly hosting: boolean;
  readonly parent: Label | null;
  /** the arc by which the packet came; -1 when it is served where it was */
  readonly arc: number;
  readonly us: number;
  readonly activation: number;
  /** devices that were off before */
  readonly fresh: readonly number[];
  /** device of each placed function */
  readonly hosts: readonly number[];
  /** devices that this chain leaves */
  readonly left: readonly number[];
  /** lower bound of the objective of every way that begins like this */
  bound: number;
  /** a better label makes this one needless */
  dominated: boolean;
};

/** A label before its bound is known. */
export type Begun = Omit<Label, "bound" | "dominated">;

/** Positions of the functions that a label puts on a device. */
export function positionsOn(label: Label, device: number): number[] {
  const positions: number[] = [];
  label.hosts.forEach((host, k) => {
    if (host === device) positions.push(k);
  });
  return positions;
}

/** How often a label crosses an arc; with `bothWays` in either direction of its link. */
export function crossings(label: Label, arc: number, bothWays: boolean): number {
  let times = 0;
  for (let l: Label | null = label; l !== null; l = l.parent) {
    // the two directions of a link stand side by side, the even one first
    if (l.arc === arc || (bothWays && l.arc === (arc ^ 1))) times++;
  }
  return times;
}

/** Whether the way since the last host already met the node: a way between two hosts never does so twice. */
export function metSinceHost(label: Label, node: number): boolean {
  for (let l: Label | null = label; l !== null; l = l.parent) {
    if (l.node === node) return true;
    if (l.hosting) return false;
  }
  return false;
}

/** Hosts and routes of a complete label. */
export function embeddingOfLabel(chain: number, label: Label): Embedding {
  const arcs: number[][] = label.hosts.slice(1).map(() => []);
  for (let l: Label | null = label; l !== null; l = l.parent) {
    if (l.arc >= 0) arcs[l.position]!.unshift(l.arc);
  }
  return { chain, hosts: label.hosts, arcs };
}

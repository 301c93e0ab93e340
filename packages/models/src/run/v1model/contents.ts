import { Node, type Value } from "../values/node.ts";

/** A node and where its fields are; its parts that have parts are entries of their own. */
type Held = { node: Node; fields: readonly number[] };

/** Everything that some nodes hold, invalid headers too, as one list: to set a packet aside and to put it back. */
export class Contents {
  private readonly held: readonly Held[];

  constructor(roots: readonly Node[]) {
    this.held = roots.flatMap(withParts).map((node) => ({
      node,
      fields: node.f.flatMap((value, index) => (value instanceof Node ? [] : [index])),
    }));
  }

  /** Writes everything into `to`, over what a list of these nodes held before; `to`. */
  copy(to: Value[]): Value[] {
    let at = 0;
    for (const { node, fields } of this.held) {
      const { f } = node;
      to[at++] = node.valid;
      to[at++] = node.next;
      for (let i = 0; i < fields.length; i++) to[at++] = f[fields[i]!]!;
    }
    return to;
  }

  /** Everything is again as it was when `from` was written. */
  restore(from: readonly Value[]): void {
    let at = 0;
    for (const { node, fields } of this.held) {
      const { f } = node;
      node.valid = from[at++] === true;
      node.next = from[at++] as number;
      for (let i = 0; i < fields.length; i++) f[fields[i]!] = from[at++]!;
    }
  }
}

const withParts = (node: Node): Node[] => [node, ...node.nodes().flatMap(withParts)];

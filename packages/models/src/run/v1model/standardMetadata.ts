import type { Node } from "../values/node.ts";
import { valueFor } from "../values/numbers.ts";

/** `standard_metadata` by field name; what a program's version of v1model does not have is left out. */
export class StandardMetadata {
  readonly node: Node;
  private readonly positions: ReadonlyMap<string, number>;

  constructor(node: Node) {
    this.node = node;
    this.positions = new Map(node.shape.fields.map(({ name }, index) => [name, index]));
  }

  at(name: string): number {
    return this.positions.get(name) ?? -1;
  }

  set(name: string, value: number): void {
    const index = this.positions.get(name);
    if (index === undefined) return;
    this.node.f[index] = valueFor(BigInt(value), this.node.shape.fields[index]!.shape);
  }

  get(name: string): number {
    const value = this.node.f[this.positions.get(name) ?? -1];
    return value === undefined ? 0 : Number(value);
  }
}

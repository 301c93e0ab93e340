import type { Node } from "../values/node.ts";
import { isNarrow, valueFor } from "../values/numbers.ts";

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
    const { shape } = this.node.shape.fields[index]!;
    // zero, which most are set to, is the same in every width that is a number
    const isPlain = value === 0 && shape.kind === "bits" && isNarrow(shape);
    this.node.f[index] = isPlain ? 0 : valueFor(BigInt(value), shape);
  }

  /** The packet comes out of its queue; times are those of the switch's clock. */
  crossed(enqueuedUs: number, dequeuedUs: number, before: number, behind: number): void {
    this.set("egress_global_timestamp", dequeuedUs);
    this.set("enq_timestamp", enqueuedUs);
    this.set("deq_timedelta", dequeuedUs - enqueuedUs);
    this.set("enq_qdepth", before);
    this.set("deq_qdepth", behind);
  }

  get(name: string): number {
    const value = this.node.f[this.positions.get(name) ?? -1];
    return value === undefined ? 0 : Number(value);
  }
}

import type { Crossing } from "../machine.ts";
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

  /** The packet, which ingress took at `fromUs`, comes out of its queue. */
  crossed(fromUs: number, { us, queuedUs, depth }: Crossing): void {
    this.set("egress_global_timestamp", fromUs + us);
    this.set("enq_timestamp", fromUs + us - queuedUs);
    this.set("deq_timedelta", queuedUs);
    this.set("enq_qdepth", depth);
    this.set("deq_qdepth", depth);
  }

  get(name: string): number {
    const value = this.node.f[this.positions.get(name) ?? -1];
    return value === undefined ? 0 : Number(value);
  }
}

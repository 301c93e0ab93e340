import { assert } from "../../core/index.ts";
import type { Node } from "../values/node.ts";
import { isNarrow } from "../values/numbers.ts";

/** The fields of `standard_metadata` that the switch itself reads and writes. */
const FIELDS = [
  "ingress_port",
  "egress_spec",
  "egress_port",
  "instance_type",
  "packet_length",
  "enq_timestamp",
  "enq_qdepth",
  "deq_timedelta",
  "deq_qdepth",
  "ingress_global_timestamp",
  "egress_global_timestamp",
  "mcast_grp",
  "egress_rid",
  "checksum_error",
  "parser_error",
  "priority",
] as const;
type Field = (typeof FIELDS)[number];

/** Where a field is, and how it holds numbers. */
type Slot = { index: number; width: number; isNarrow: boolean };

/** `standard_metadata` by field name; what a program's version of v1model does not have is left out. */
export class StandardMetadata {
  readonly node: Node;
  private readonly slots: Readonly<Record<Field, Slot | null>>;

  constructor(node: Node) {
    this.node = node;
    const slotOf = (field: Field): Slot | null => {
      const index = node.shape.fields.findIndex(({ name }) => name === field);
      const shape = node.shape.fields[index]?.shape;
      if (!shape) return null;
      if (shape.kind !== "bits") return { index, width: 0, isNarrow: true };
      return { index, width: shape.width, isNarrow: isNarrow(shape) };
    };
    this.slots = Object.fromEntries(FIELDS.map((field) => [field, slotOf(field)])) as Record<
      Field,
      Slot | null
    >;
  }

  /** Cut to the width of the field; numbers are of at most 53 bits. */
  set(name: Exclude<Field, "parser_error">, value: number): void {
    const slot = this.slots[name];
    if (slot === null) return;
    this.node.f[slot.index] = slot.isNarrow
      ? slot.width === 32
        ? value >>> 0
        : value & (2 ** slot.width - 1)
      : BigInt.asUintN(slot.width, BigInt(value));
  }

  setParserError(error: string): void {
    const slot = this.slots.parser_error;
    assert(slot, "standard_metadata holds the parser's error");
    this.node.f[slot.index] = error;
  }

  /** The packet comes out of its queue; times are those of the switch's clock. */
  crossed(enqueuedUs: number, dequeuedUs: number, before: number, behind: number): void {
    this.set("egress_global_timestamp", dequeuedUs);
    this.set("enq_timestamp", enqueuedUs);
    this.set("deq_timedelta", dequeuedUs - enqueuedUs);
    this.set("enq_qdepth", before);
    this.set("deq_qdepth", behind);
  }

  get(name: Field): number {
    const slot = this.slots[name];
    return slot === null ? 0 : Number(this.node.f[slot.index]);
  }
}

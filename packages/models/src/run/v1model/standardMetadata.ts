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

/** `standard_metadata` by field name; what a program's version of v1model does not have is left out. */
export class StandardMetadata {
  readonly node: Node;
  readonly at: Readonly<Record<Exclude<Field, "parser_error">, Slot>>;
  private readonly parserError: number;

  constructor(node: Node) {
    this.node = node;
    this.at = Object.fromEntries(FIELDS.map((field) => [field, new Slot(node, field)])) as Record<
      Field,
      Slot
    >;
    this.parserError = node.shape.fields.findIndex(({ name }) => name === "parser_error");
  }

  setParserError(error: string): void {
    assert(this.parserError >= 0, "standard_metadata holds the parser's error");
    this.node.f[this.parserError] = error;
  }

  /** The packet comes out of its queue; times are those of the switch's clock. */
  crossed(enqueuedUs: number, dequeuedUs: number, before: number, behind: number): void {
    const { at } = this;
    at.egress_global_timestamp.set(dequeuedUs);
    at.enq_timestamp.set(enqueuedUs);
    at.deq_timedelta.set(dequeuedUs - enqueuedUs);
    at.enq_qdepth.set(before);
    at.deq_qdepth.set(behind);
  }
}

/** One field; where the program has none of the name, it reads as 0. */
class Slot {
  private readonly f: Node["f"];
  /** -1: there is none */
  private readonly index: number;
  private readonly width: number;
  private readonly isNarrow: boolean;
  private readonly mask: number;
  /** what was written last where it is held as a big integer: a time stays for many packets */
  private last = 0;
  private held = 0n;

  constructor({ f, shape }: Node, field: Field) {
    this.f = f;
    this.index = shape.fields.findIndex(({ name }) => name === field);
    const of = shape.fields[this.index]?.shape;
    this.width = of?.kind === "bits" ? of.width : 0;
    this.isNarrow = of?.kind !== "bits" || isNarrow(of);
    this.mask = this.isNarrow ? 2 ** this.width - 1 : 0;
  }

  /** Cut to the width of the field; numbers are of at most 53 bits. */
  set(value: number): void {
    if (this.index < 0) return;
    if (this.isNarrow) {
      this.f[this.index] = (value & this.mask) >>> 0;
      return;
    }
    if (value !== this.last) {
      this.last = value;
      this.held = BigInt.asUintN(this.width, BigInt(value));
    }
    this.f[this.index] = this.held;
  }

  get(): number {
    if (this.index < 0) return 0;
    const held = this.f[this.index];
    return typeof held === "number" ? held : Number(held);
  }
}

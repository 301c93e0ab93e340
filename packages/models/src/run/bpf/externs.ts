import type { ExternCall } from "../compile/externCall.ts";
import type { ConstructorCall, ExternLibrary } from "../compile/scope.ts";
import { CounterArray } from "../externs/counters.ts";
import { RegisterArray } from "../externs/registers.ts";
import { BitWriter } from "../values/bits.ts";
import { Node, type Value } from "../values/node.ts";
import { bitsOf, valueFor } from "../values/numbers.ts";
import { widthOf } from "../values/shape.ts";
import { writeValue } from "../values/write.ts";

type Call = () => Value | undefined;

/** What a program asked for by calling functions; begins anew with each packet. */
export class BpfWish {
  passes = true;
  /** bytes; null: all */
  truncateTo: number | null = null;

  clear(): void {
    this.passes = true;
    this.truncateTo = null;
  }
}

/** Externs of p4c's models for eBPF, XDP and uBPF. C functions that a program declares itself are not among them. */
export const bpfExterns = (wish: BpfWish): ExternLibrary => ({
  construct,
  method,
  function: (name, call) => bpfFunction(name, call, wish),
});

function construct(type: string, { values, shapes, machine }: ConstructorCall): object | null {
  switch (type) {
    case "CounterArray":
      return new CounterArray(Number(values.max_index), machine);
    case "Register":
      return new RegisterArray(Number(values.size), shapes[0] ?? { kind: "none" });
    case "array_table":
    case "hash_table":
      return {};
    default:
      return null;
  }
}

function method(
  _: string,
  name: string,
  object: object,
  { arguments: given, shape }: ExternCall,
): Call | null {
  const index = (): number => Number(given[0]?.value());
  if (object instanceof CounterArray) return () => void object.count(index());
  if (!(object instanceof RegisterArray)) return null;
  if (name === "read")
    return () => object.read(index()) ?? (shape.kind === "node" ? new Node(shape) : valueFor(0n, shape));
  return () => void object.write(index(), given[1]!.value());
}

function bpfFunction(name: string, call: ExternCall, wish: BpfWish): Call | null {
  const { arguments: given, shape, scope } = call;
  const numbers = (): bigint[] => given.map((each) => bitsOf(each!.value(), widthOf(each!.shape)));
  switch (name) {
    case "mark_to_drop":
    case "mark_to_pass":
      return () => {
        wish.passes = name === "mark_to_pass";
        return undefined;
      };
    case "truncate":
      return () => {
        wish.truncateTo = Number(given[0]?.value());
        return undefined;
      };
    case "ubpf_time_get_ns":
      return () => valueFor(BigInt(scope.c.machine.nowUs) * 1000n, shape);
    case "csum_replace2":
    case "csum_replace4":
      return () => {
        const [sum, before, after] = numbers();
        return valueFor(replaced(sum!, before!, after!), shape);
      };
    case "ebpf_ipv4_checksum":
      return () => {
        const writer = new BitWriter();
        for (const [i, each] of given.entries()) {
          writeValue(writer, each!.value(), each!.shape);
          // the checksum itself counts as zero, between protocol and addresses
          if (i === 8) writer.write(0, 16);
        }
        const bytes = writer.take();
        let sum = 0n;
        for (let at = 0; at < bytes.length; at += 2) sum += BigInt(bytes[at]! * 256 + (bytes[at + 1] ?? 0));
        return valueFor(~folded(sum) & 0xffffn, shape);
      };
    default:
      return null;
  }
}

/** RFC 1624, Eq. 3: the checksum behind a change of one field. */
function replaced(sum: bigint, before: bigint, after: bigint): bigint {
  const words = (value: bigint): bigint => (value & 0xffffn) + (value >> 16n);
  const total =
    (~sum & 0xffffn) +
    words(~before & (before > 0xffffn || after > 0xffffn ? 0xffffffffn : 0xffffn)) +
    words(after);
  return ~folded(total) & 0xffffn;
}

function folded(sum: bigint): bigint {
  let rest = sum;
  while (rest > 0xffffn) rest = (rest & 0xffffn) + (rest >> 16n);
  return rest;
}

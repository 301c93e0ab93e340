import { CounterArray, DirectCounter } from "../../src/run/externs/counters.ts";
import { RegisterArray } from "../../src/run/externs/registers.ts";
import type { Target } from "../../src/run/target.ts";
import { BitWriter } from "../../src/run/values/bits.ts";
import { Node, type Value } from "../../src/run/values/node.ts";
import { bitsOf } from "../../src/run/values/numbers.ts";
import { widthOf } from "../../src/run/values/shape.ts";

/** What our switch holds, as BMv2's `counter_read` and `register_read` end their lines. */
export function stateOf(target: Pick<Target, "machine">, line: string): string {
  const [, name, index] = line.split(" ");
  const object = target.machine.externs.find(({ path }) => path === name)?.object;
  if (object instanceof RegisterArray) {
    const width = widthOf(object.shape);
    const values = Array.from({ length: object.size }, (_, at) => bitsOf(object.read(at)!, width));
    return values.join(", ");
  }
  if (object instanceof CounterArray) return counted(object.at(Number(index)));
  if (object instanceof DirectCounter) {
    const table = target.machine.tables.find(({ direct }) => direct.includes(object));
    const entry = table?.entries.find(({ handle }) => handle === Number(index));
    return entry ? counted(object.of(entry)) : "";
  }
  return "?";
}

const counted = ({ packets, bytes }: { packets: number; bytes: number }): string =>
  `BmCounterValue(bytes=${bytes}, packets=${packets})`;

/** A digest as BMv2 sends it: each field in whole bytes. */
export function digestBytes(value: Value): Uint8Array {
  const writer = new BitWriter();
  const fields =
    value instanceof Node ? value.f.map((part, i) => [part, value.shape.fields[i]!.shape] as const) : [];
  for (const [part, shape] of fields) {
    const bytes = Math.ceil(widthOf(shape) / 8);
    const bits = bitsOf(part, widthOf(shape));
    writer.writeBytes(
      Uint8Array.from({ length: bytes }, (_, i) => Number((bits >> BigInt(8 * (bytes - 1 - i))) & 255n)),
    );
  }
  return writer.take();
}

import { assert } from "../../src/core/index.ts";
import { hasValue } from "../../src/synthesis/header/fieldSet.ts";
import type { Layout, Packet } from "../../src/synthesis/header/layout.ts";
import type { Writes } from "../../src/synthesis/header/writes.ts";

/** Chooses the value of `field` for the flow of `packet`: what a state table does at run time. */
export type Chooser = (
  field: string,
  packet: Packet,
  write: Extract<Writes[string], { kind: "set" }>,
) => number;

/** The packet after `writes`; all of them read the packet as it came. */
export function applyWrites(writes: Writes, packet: Packet, layout: Layout, choose: Chooser): Packet {
  const out: Record<string, number> = { ...packet };
  for (const [field, write] of Object.entries(writes)) {
    const size = 2 ** layout[field]!;
    const sum = (value: number, by: number): number => (((value + by) % size) + size) % size;
    if (write.kind === "const") out[field] = write.value;
    else if (write.kind === "add") out[field] = sum(packet[field] ?? 0, write.by);
    else if (write.kind === "copy") out[field] = sum(packet[write.from] ?? 0, write.by);
    else {
      out[field] = choose(field, packet, write);
      assert(hasValue(write.values, out[field]), `${field} is one of the values of ${write.state}`);
    }
  }
  return out;
}

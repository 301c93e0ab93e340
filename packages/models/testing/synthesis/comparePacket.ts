import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import type { Synthesis } from "../../src/synthesis/classes/synthesis.ts";
import { isLocalField } from "../../src/synthesis/graph/nfGraph.ts";
import { hasValue, valueAt } from "../../src/synthesis/header/fieldSet.ts";
import type { Packet } from "../../src/synthesis/header/layout.ts";
import { applyWrites, type Chooser } from "./applyWrites.ts";
import { classify } from "./classify.ts";
import { walkPacket } from "./walkPacket.ts";

const lowest: Chooser = (_field, _packet, write) => valueAt(write.values, 0)!;

/**
 * Sends a packet through the original chain and through the synthesised map: the same ending, and the same
 * packet, where a value chosen at run time is one of those that the other may choose, too. A class that is
 * cut goes on in the original chain.
 */
export function comparePacket(synthesis: Synthesis, entry: number, packet: Packet): void {
  for (const isKnown of [false, true]) compareWhen(synthesis, entry, packet, isKnown);
}

function compareWhen(synthesis: Synthesis, entry: number, packet: Packet, isKnown: boolean): void {
  const { graph } = synthesis;
  const { name, target } = graph.entries[entry]!;
  const original = walkPacket(graph, target, packet, lowest, isKnown);
  const found = classify(synthesis, name, packet, isKnown);
  // the chain's own functions do it, with the packet as it came
  if (found.ending.kind === "exception") return;
  const written = applyWrites(found.writes, packet, graph.layout, lowest);
  const after =
    found.ending.kind === "cut"
      ? walkPacket(graph, { kind: "unit", id: found.ending.unit }, written, lowest, isKnown)
      : { packet: written, ending: found.ending };
  // there are a hundred thousand packets: only one that differs is told of
  const about = (): string =>
    `${name} ${JSON.stringify(packet)} -> class ${found.id} ${JSON.stringify(found.ending)}`;
  const { unit: _where, ...ending } = { unit: null, ...original.ending };
  const { unit: _there, ...reached } = { unit: null, ...after.ending };
  if (!isDeepStrictEqual(reached, ending)) expect(reached, about()).toEqual(ending);
  if (ending.kind === "drop") return;
  for (const field of Object.keys(graph.layout).filter((f) => !isLocalField(f))) {
    const write = found.writes[field];
    const value = original.packet[field] ?? 0;
    const same = after.packet[field] ?? 0;
    if (write?.kind === "set" && found.ending.kind !== "cut") {
      if (!hasValue(write.values, value)) expect.fail(`${about()}: ${field} is never ${value}`);
    } else if (!Object.is(same, value)) expect(same, `${about()}: ${field}`).toBe(value);
  }
}

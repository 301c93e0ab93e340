import type { Random } from "../../src/core/index.ts";
import type { Target, Unit, UnitGraph, UnitRule } from "../../src/synthesis/graph/unit.ts";
import { type FieldSet, setOf } from "../../src/synthesis/header/fieldSet.ts";
import type { Packet } from "../../src/synthesis/header/layout.ts";
import type { Write } from "../../src/synthesis/header/writes.ts";

/** Small fields, so that random packets meet every class. */
export const SMALL = { a: 4, b: 4, c: 3 } as const;
const FIELDS = ["a", "b", "c"] as const;

/** A random acyclic chain of functions with rules, writes, run-time choices, drops and exits. */
export function randomChain(random: Random, functions: number, hasChoices: boolean): UnitGraph {
  const units = new Map<string, Unit>();
  const edges = new Map<string, (Target | null)[]>();
  const ids = Array.from({ length: functions }, (_, f) =>
    Array.from({ length: 1 + random.integer(3) }, (_, u) => `f${f}/u${u}`),
  );
  const flat = ids.flat();
  flat.forEach((id, position) => {
    const nf = id.split("/")[0]!;
    const ports = 1 + random.integer(3);
    units.set(id, {
      id,
      nf,
      element: "Test",
      name: id,
      rules: Array.from({ length: random.integer(6) }, () => randomRule(random, ports, hasChoices, nf)),
      opaque: null,
      given: null,
      beyond: {},
      span: null,
    });
    edges.set(
      id,
      Array.from({ length: ports }, (): Target | null => {
        const ahead = position + 1 + random.integer(4);
        if (random.next() < 0.1) return null;
        const next = flat[ahead];
        return next ? { kind: "unit", id: next } : { kind: "exit", name: `out${random.integer(2)}` };
      }),
    );
  });
  const entries = [0, Math.min(1, flat.length - 1)].map((at, i) => ({
    name: `in${i}`,
    target: { kind: "unit" as const, id: flat[at]! },
  }));
  const nfs = ids.map((_, f) => `f${f}`);
  return { units, edges, entries, exits: ["out0", "out1"], layout: SMALL, nfs, rewriters: new Map() };
}

function randomRule(random: Random, ports: number, hasChoices: boolean, nf: string): UnitRule {
  const filter: Record<string, FieldSet> = {};
  const writes: Record<string, Write> = {};
  for (const field of FIELDS) {
    const size = 2 ** SMALL[field];
    if (random.next() < 0.4) filter[field] = randomSet(random, size);
    if (random.next() < 0.25) writes[field] = randomWrite(random, field, hasChoices, `${nf}/s`);
  }
  return { filter, writes, port: random.next() < 0.1 ? null : random.integer(ports) };
}

function randomSet(random: Random, size: number): FieldSet {
  const pair = (): [number, number] => {
    const low = random.integer(size);
    return [low, Math.min(size - 1, low + random.integer(size / 2))];
  };
  return setOf(random.next() < 0.7 ? [pair()] : [pair(), pair()]);
}

function randomWrite(
  random: Random,
  field: (typeof FIELDS)[number],
  hasChoices: boolean,
  state: string,
): Write {
  const size = 2 ** SMALL[field];
  if (hasChoices && random.next() < 0.4)
    return { kind: "set", values: randomSet(random, size), choice: "pool", state };
  const kind = random.integer(3);
  if (kind === 0) return { kind: "add", by: random.integer(5) - 2 };
  if (kind === 1 && field === "a") return { kind: "copy", from: "b", by: random.integer(3) };
  return { kind: "const", value: random.integer(size) };
}

export const randomPacket = (random: Random): Packet => ({
  a: random.integer(16),
  b: random.integer(16),
  c: random.integer(8),
});

import type { Random } from "../../src/core/index.ts";
import type { CheckedProgram } from "../../src/p4/index.ts";
import type { Match } from "../../src/program/index.ts";
import type { TableKey, TableState } from "../../src/run/tables/tableState.ts";
import type { Target } from "../../src/run/target.ts";
import type { Recording, TraceEvent } from "../../src/run/trace.ts";

import { valueFor } from "../../src/run/values/numbers.ts";

export type Explored = Recording & { port: number; packet: Uint8Array };

/** A packet, and how many of its bytes the parser took. */
type Seed = { packet: Uint8Array; parsed: number };

/** Our choice: bytes of the packets, unless said otherwise. */
const FIRST_BYTES = 160;
/** Our choice: so many further passes of a packet count as a packet. */
const PASSES_A_PACKET = 100;

/**
 * Sends packets through a switch and tells of each what happened. Packets that reach something new are changed further:
 * by numbers that the program compares with. Tables that packets miss get entries for them, with any of their actions.
 * `count`: packets; those that go round until their switch stops them count as more, by their passes. `isCut`: some
 * packets end early.
 */
export function explorePackets(
  target: Target,
  checked: CheckedProgram,
  random: Random,
  count: number,
  see: (explored: Explored) => void,
  { bytes = FIRST_BYTES, isCut = false }: { bytes?: number; isCut?: boolean } = {},
): void {
  const numbers = numbersOf(checked);
  const corpus: Seed[] = [{ packet: new Uint8Array(bytes), parsed: 0 }];
  const reached = new Set<string>();
  for (let sent = 0; sent < count; ) {
    const whole = changed(corpus[random.integer(corpus.length)]!, numbers, random);
    const packet = isCut && random.next() < 0.3 ? whole.subarray(0, 1 + random.integer(bytes)) : whole;
    target.machine.nowUs += random.integer(50);
    const port = random.integer(4);
    target.receive(port, packet);
    const explored = { ...target.takeTrace(), port, packet };
    see(explored);
    sent += 1 + Math.max(0, explored.passes.length - 1) / PASSES_A_PACKET;
    const key = explored.passes.map(({ states, tables }) => JSON.stringify([states, tables])).join();
    if (!reached.has(key)) {
      reached.add(key);
      corpus.push({ packet: whole, parsed: target.machine.at >> 3 });
    }
    if (random.next() < 0.2) addEntry(target, explored.events, random);
  }
}

/** The constants of a program as bytes. */
function numbersOf({ constants, types }: CheckedProgram): Uint8Array[] {
  const found = new Map<string, Uint8Array>();
  for (const [e, value] of constants) {
    const type = types.get(e);
    if (typeof value !== "bigint" || type?.kind !== "bits" || value < 0n) continue;
    const bytes = Math.ceil(type.width / 8);
    const hex = value.toString(16).padStart(2 * bytes, "0");
    found.set(
      hex,
      Uint8Array.from({ length: bytes }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16)),
    );
  }
  return [...found.values()];
}

/** What decides next is mostly in the header that was parsed last. */
function changed({ packet, parsed }: Seed, numbers: readonly Uint8Array[], random: Random): Uint8Array {
  const made = packet.slice();
  const last = made.length;
  for (let change = random.integer(3); change >= 0; change--) {
    const isLast = parsed > 0 && random.next() < 0.7;
    const at = isLast ? Math.max(0, parsed - 1 - random.integer(24)) : random.integer(Math.min(80, last));
    const number = numbers[random.integer(numbers.length)];
    if (number && random.next() < 0.7) made.set(number.subarray(0, last - at), at);
    else made[at] = random.integer(256);
  }
  return made;
}

/** An entry that the last packet would have hit. */
function addEntry(target: Target, events: readonly TraceEvent[], random: Random): void {
  const misses = events.filter((event) => event.kind === "table" && !event.hit);
  const miss = misses[random.integer(misses.length)];
  if (miss?.kind !== "table") return;
  const table = target.machine.tables.find(({ name }) => name === miss.name);
  const isNamed = Object.values(miss.keys).some((key) => !/^(0x[\da-f]+|-?\d+|true|false)$/.test(key));
  if (!table || isNamed || table.isConst || table.keys.length === 0 || table.entries.length > 8) return;
  if (table.implementation !== null) return;
  const allowed = table.actions.flatMap((_, index) => (isDefaultOnly(table, index) ? [] : [index]));
  if (allowed.length === 0) return;
  const action = allowed[random.integer(allowed.length)]!;
  const values = table.actions[action]!.parameters.map(({ shape }) =>
    valueFor(BigInt(random.integer(8)), shape),
  );
  const matches = table.keys.map((key) => matchFor(key, bitsFrom(miss.keys[key.name]!), random));
  table.add({ matches, priority: table.entries.length, run: { action, values }, span: null });
}

/** Whether no entry may run an action of the table; one behind those that the table lists is its default action. */
function isDefaultOnly({ declaration }: TableState, index: number): boolean {
  const listed = declaration?.properties.flatMap((each) =>
    each.kind === "actionsProperty" ? each.actions : [],
  );
  if (!listed) return false;
  return listed[index]?.annotations.some(({ name }) => name.text === "defaultonly") ?? true;
}

/** What a key can demand so that a value meets it: that value alone, or with others near it. */
function matchFor({ kind, width }: TableKey, value: bigint, random: Random): Match {
  const some = BigInt(random.integer(width + 1));
  const all = (1n << BigInt(width)) - 1n;
  switch (kind) {
    case "lpm":
      return { kind, value, prefix: random.next() < 0.5 ? width : Number(some) };
    case "ternary":
      return { kind, value, mask: random.next() < 0.5 ? all : all ^ ((1n << some) - 1n) };
    case "optional":
      return random.next() < 0.7 ? { kind: "ternary", value, mask: all } : { kind: "any" };
    case "range":
      return { kind, low: value >> some, high: value | ((1n << some) - 1n) };
    case "selector":
      return { kind: "any" };
    default:
      return { kind: "exact", value };
  }
}

const bitsFrom = (text: string): bigint => (text === "true" ? 1n : text === "false" ? 0n : BigInt(text));

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createRandom, type Random } from "../../core/index.ts";
import { checkText, exploreOnce } from "../../program/index.ts";
import { bytesOfHex, createSwitch, install, type Target } from "../../run/index.ts";
import { keyOf } from "../../snapshot/index.ts";
import { seekOnce } from "../compareTests.ts";
import { entriesOfSides } from "../entriesOfSides.ts";
import { packetsOfSides } from "../packetsOfSides.ts";
import { type ChangedEntry, changedEntries } from "./changedEntries.ts";
import type { EntriesMet } from "./goals.ts";

const text = (file: string): string => readFileSync(new URL(file, import.meta.url), "utf8");
const checkedOf = (source: string) => checkText({ fileName: "a.p4", source, includes: {} });
const small = checkedOf(text("../fixtures/smallSpace.p4"));

const seek = seekOnce(exploreOnce());

function switchWith(entries: string): Target {
  const made = createSwitch(small, { trace: true, seed: 1 });
  if (!made.ok) throw new Error(made.error.message);
  expect(install(made.value, entries, "entries.txt")).toEqual([]);
  return made.value;
}

/** Entries of the three tables, drawn; of two draws from one seed `share` are the same. */
function drawn(random: Random, other: Random, share: number): string {
  const lines = new Map<string, string>();
  for (let i = 0; i < 18; i++) {
    const same = random.next() < share;
    const n = (below: number): number => {
      const [one, two] = [random.integer(below), other.integer(below)];
      return same ? one : two;
    };
    const kind = i % 3;
    const masked = (): string => `${n(16)}&&&${[15, 12, 3, 0, 8][n(5)]}`;
    const prefix = (): string => {
      const [value, bits] = [n(16), n(5)];
      return `${(value >> (4 - bits)) << (4 - bits)}/${bits}`;
    };
    const run = (names: readonly string[]): string => names[n(names.length)]!;
    const [key, rest] =
      kind === 0
        ? [`first ${masked()} ${masked()}`, ` ${i + 1}`]
        : kind === 1
          ? [`second ${n(4)} ${prefix()}`, ""]
          : [`third ${n(8)}->${8 + n(8)} ${masked()}`, ` ${i + 1}`];
    const action =
      kind === 0
        ? run([`set_m ${n(4)}`, "drop"])
        : kind === 1
          ? `send ${1 + n(3)}`
          : run([`mark ${n(16)}`, "drop"]);
    const [name, ...data] = action.split(" ");
    const [table, ...keys] = key.split(" ");
    lines.set(key, `table_add ${table} ${name} ${keys.join(" ")} => ${data.join(" ")}${rest}`);
  }
  return [...lines.values()].join("\n");
}

/** Every packet that the tables see, through both: the changed entries that one hits, and with which one differs. */
function bruteForce(before: string, after: string) {
  const targets = [switchWith(before), switchWith(after)] as const;
  const changes = changedEntries(...targets);
  const [met, differing] = [new Set<string>(), new Set<string>()];
  for (let packet = 0; packet < 4096; packet++) {
    const bytes = Uint8Array.of(0x10 | (packet >> 8), packet & 255);
    for (const { key, differs } of hitBy(targets, changes, 0, bytes)) {
      met.add(key);
      if (differs) differing.add(key);
    }
  }
  return { changes, met, differing };
}

function hitBy(
  targets: readonly Target[],
  changes: readonly ChangedEntry[],
  port: number,
  bytes: Uint8Array,
): { key: string; differs: boolean }[] {
  const ran = targets.map((target) => ({
    sent: target.receive(port, bytes).map((each) => `${each.port} ${each.bytes.join()}`),
    tables: target.takeTrace().events.filter((event) => event.kind === "table"),
  }));
  const differs = ran[0]!.sent.join(";") !== ran[1]!.sent.join(";");
  return changes.flatMap(({ key, sides }) =>
    sides.some((held, side) =>
      ran[side]!.tables.some(
        ({ name, entry }) => name === held?.table.name && entry === (held.entry?.handle ?? null),
      ),
    )
      ? [{ key, differs }]
      : [],
  );
}

const side = (name: string, entries: string) => ({
  ...{ name, checked: small },
  entries: { file: "entries.txt", text: entries },
});

function sought(before: string, after: string, seed: number): EntriesMet {
  const sides = [side("before", before), side("after", after)] as const;
  const { packets } = packetsOfSides(...sides, { packets: 50, seed, seek });
  return packets!.entries!;
}

test("entries are the same as in the list of what changes, so that each finding there has its packet", () => {
  const [before, after] = [1, 2].map((seed) => drawn(createRandom(seed), createRandom(seed), 1));
  const { entries } = entriesOfSides(side("before", before!), side("after", after!));
  const keys = entries!.changes.map((each) => keyOf(each.change === "removed" ? each.before : each.after));
  const changes = changedEntries(switchWith(before!), switchWith(after!));
  expect(changes.map(({ key }) => key).sort()).toEqual(keys.sort());
  expect(keys.length).toBeGreaterThan(20);
});

test("packets for changed entries, held against all packets of a small program", () => {
  const sum = { changed: 0, met: 0, differing: 0, foundMet: 0, foundDiffering: 0 };
  for (let seed = 1; seed <= 16; seed++) {
    const before = drawn(createRandom(seed), createRandom(seed + 1000), 1);
    const after = drawn(createRandom(seed), createRandom(seed + 2000), seed % 2 === 0 ? 0.8 : 0);
    const truth = bruteForce(before, after);
    const found = sought(before, after, seed);
    expect(found.changed).toBe(truth.changes.length);
    for (const { why, entry, table } of found.notMet.filter((each) =>
      each.why.startsWith("an entry before it"),
    )) {
      const held = truth.changes.filter(
        (each) => each.text === entry && (each.sides[1] ?? each.sides[0])?.table.name === table,
      );
      expect([why, held.filter(({ key }) => truth.met.has(key))]).toEqual([why, []]);
    }
    for (const [key, witness] of Object.entries(found.witnesses)) {
      const [port, hex] = witness.split(":");
      const targets = [switchWith(before), switchWith(after)];
      const hits = hitBy(targets, changedEntries(targets[0]!, targets[1]!), Number(port), bytesOfHex(hex!)!);
      expect(hits).toContainEqual({ key, differs: true });
    }
    expect(found.met).toBeLessThanOrEqual(truth.met.size);
    sum.changed += found.changed;
    sum.met += truth.met.size;
    sum.differing += truth.differing.size;
    sum.foundMet += found.met;
    sum.foundDiffering += found.differing;
  }
  expect(sum.changed).toBeGreaterThan(250);
  // a search may miss; that it mostly does not is its use
  expect(sum.foundMet / sum.met).toBeGreaterThan(0.98);
  expect(sum.foundDiffering / sum.differing).toBeGreaterThan(0.98);
});

test("a changed multicast group or clone session is met by the entries that name it", () => {
  const source = text("../fixtures/smallSpace.p4")
    .replace(
      "action mark(bit<4> c) {",
      "action flood(bit<16> g) { s.mcast_grp = g; } action mirror(bit<32> id) { clone(CloneType.I2E, id); } action mark(bit<4> c) {",
    )
    .replace("actions = { send; drop; }", "actions = { send; flood; drop; }")
    .replace("actions = { mark; drop; NoAction; }", "actions = { mark; mirror; drop; NoAction; }");
  const checked = checkedOf(source);
  const entries = (groupPorts: string, session: number) =>
    [
      "table_add first set_m 5&&&15 7&&&15 => 3 1",
      ...["table_add second flood 3 9/4 => 6", "table_add second flood 3 8/4 => 2"],
      "table_add third mirror 2->2 1&&&15 => 4 1",
      ...["table_add second send 0 0/0 => 1", "mc_mgrp_create 6", `mc_node_create 0 ${groupPorts}`],
      ...["mc_node_associate 6 0", "mc_mgrp_create 2", "mc_node_create 0 3", "mc_node_associate 2 1"],
      `mirroring_add 4 ${session}`,
    ].join("\n");
  const of = (name: string, given: string) => ({
    ...{ name, checked, entries: { file: "e.txt", text: given } },
  });
  const sides = [of("before", entries("1 2", 5)), of("after", entries("1", 7))] as const;
  const { packets } = packetsOfSides(...sides, { packets: 20, seed: 1, seek });
  const met = packets!.entries!;
  expect(met).toMatchObject({ changed: 2, met: 2, differing: 2, notMet: [] });
  const keyed = (kind: "multicast" | "session", id: number) =>
    met.witnesses[keyOf({ kind, id, replicas: [], classOfService: 0, packetLengthBytes: 0 } as never)];
  // a = 5, b = 7, c = 9: no other of the 4,096 packets comes to the group
  expect(keyed("multicast", 6)).toMatch(/:1579/);
  expect(keyed("session", 4)).toMatch(/:1..2/);
  const listed = entriesOfSides(...sides).entries!.changes;
  const keys = listed.map((each) => keyOf(each.change === "removed" ? each.before : each.after));
  expect(keys.map((key) => met.witnesses[key] !== undefined)).toEqual([true, true]);
});

test("a group that the program itself names, and a register that is read, are met by the entries that come to them", () => {
  const source = text("../fixtures/smallSpace.p4")
    .replace(
      "action mark(bit<4> c) {",
      `const bit<16> ALL = 6; register<bit<4>>(4) last;
       action flood() { s.mcast_grp = ALL; } action recall() { last.read(h.n.c, 2); } action mark(bit<4> c) {`,
    )
    .replace("const bit<16> ALL = 6; ", "")
    .replace("control V(", "const bit<16> ALL = 6;\ncontrol V(")
    .replace("actions = { send; drop; }", "actions = { send; flood; drop; }")
    .replace("actions = { mark; drop; NoAction; }", "actions = { mark; recall; drop; NoAction; }");
  const checked = checkedOf(source);
  const entries = (ports: string, value: number) =>
    [
      "table_add first set_m 5&&&15 7&&&15 => 3 1",
      "table_add second flood 3 9/4 =>",
      ...["table_add third recall 4->4 3&&&15 => 1", "table_add second send 0 0/0 => 1"],
      ...["mc_mgrp_create 6", `mc_node_create 0 ${ports}`, "mc_node_associate 6 0"],
      ...[`register_write last 2 ${value}`, "register_write last 1 9"],
    ].join("\n");
  const of = (name: string, given: string) => ({
    ...{ name, checked, entries: { file: "e.txt", text: given } },
  });
  const { packets } = packetsOfSides(of("before", entries("1 2", 7)), of("after", entries("1", 8)), {
    ...{ packets: 20, seed: 1, seek },
  });
  // a = 5, b = 7, c = 9 alone comes to the group; c = 4 with a ^ b = 3 to the register
  expect(packets!.entries).toMatchObject({ changed: 2, met: 2, differing: 2, notMet: [] });
  expect(Object.keys(packets!.entries!.witnesses)).toContain("register last");
  const alike = packetsOfSides(of("before", entries("1", 7)), of("after", entries("1", 7)), {
    ...{ packets: 20, seed: 1, seek },
  });
  expect(alike.packets!.entries).toBeNull();
});

test("a group that is named outside of actions is met by the packet of its path", () => {
  const source = text("../fixtures/smallSpace.p4").replace(
    "first.apply();",
    "first.apply(); if (h.n.a == 5 && h.n.b == 7 && h.n.c == 9) s.mcast_grp = 6;",
  );
  const checked = checkedOf(source);
  const of = (name: string, ports: string) => ({
    ...{ name, checked },
    entries: {
      file: "e.txt",
      text: `mc_mgrp_create 6\nmc_node_create 0 ${ports}\nmc_node_associate 6 0\ntable_add second send 0 0/0 => 1`,
    },
  });
  const { packets } = packetsOfSides(of("before", "1 2"), of("after", "1"), { packets: 5, seed: 1, seek });
  expect(packets!.differing).toBeGreaterThan(0);
});

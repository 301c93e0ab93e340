import { describe, expect, it } from "vitest";
import { type Parts, packet, send, smallSwitch } from "../../../testing/run/smallSwitch.ts";
import type { Match } from "../../program/index.ts";
import type { ActionProfile } from "./actionProfile.ts";

const actions = "action set(bit<8> v) { hdr.h.a = v; } action keep() { }";
const table = (keys: string, more = ""): Parts => ({
  locals: `${actions} table t { key = { ${keys} } actions = { set; keep; } default_action = keep(); ${more} }`,
  ingress: "t.apply();",
});
const added = (parts: Parts, entries: [Match[], priority: number, value: number][]) => {
  const target = smallSwitch(parts);
  const state = target.machine.tables.find(({ name }) => name === "I.t")!;
  for (const [matches, priority, value] of entries)
    state.add({ matches, priority, run: { action: 0, values: [value] }, span: null });
  return { target, state };
};
const result = (target: ReturnType<typeof smallSwitch>, fields: Parameters<typeof packet>[0]): string =>
  send(target, packet(fields))[0]?.slice(2, 4) ?? "";

describe("tables", () => {
  it("the longest prefix wins, in whatever order they came", () => {
    const lpm = (value: bigint, prefix: number): Match[] => [{ kind: "lpm", value, prefix }];
    const { target } = added(table("hdr.h.d : lpm;"), [
      [lpm(0n, 0), 0, 1],
      [lpm(0x0a000000n, 8), 0, 2],
      [lpm(0x0a0b0c00n, 24), 0, 3],
      [lpm(0x0a0b0000n, 16), 0, 4],
    ]);
    const of = (d: string): string => result(target, { d });
    expect([of("0a0b0c0d"), of("0a0b0d0d"), of("0a0c0000"), of("0b000000")]).toEqual([
      "03",
      "04",
      "02",
      "01",
    ]);
  });

  it.each([
    ["32 bits", "hdr.h.d", 32, "d"],
    ["48 bits", "hdr.h.e", 48, "e"],
  ] as const)("the longest prefix of %s wins behind an exact key", (_, field, width, name) => {
    const at = (exact: bigint, top: bigint, prefix: number): Match[] => [
      { kind: "exact", value: exact },
      { kind: "lpm", value: top << BigInt(width - 16), prefix },
    ];
    const { target } = added(table(`hdr.h.b : exact; ${field} : lpm;`), [
      [at(1n, 0x0a0bn, 16), 0, 3],
      [at(1n, 0x0a00n, 8), 0, 2],
      [at(2n, 0n, 0), 0, 4],
    ]);
    const of = (b: string, top: string): string =>
      result(target, { a: "77", b, [name]: top.padEnd(width / 4, "0") });
    expect([of("01", "0a0b"), of("01", "0a0c"), of("01", "0b"), of("02", "ff"), of("03", "0a0b")]).toEqual([
      "03",
      "02",
      "77",
      "04",
      "77",
    ]);
  });

  it("the smallest priority wins among ternary and range keys", () => {
    const keys = "hdr.h.b : ternary; hdr.h.c : range;";
    const { target } = added(table(keys), [
      [[{ kind: "any" }, { kind: "range", low: 0n, high: 0xffffn }], 9, 1],
      [
        [
          { kind: "ternary", value: 0x10n, mask: 0xf0n },
          { kind: "range", low: 5n, high: 9n },
        ],
        2,
        2,
      ],
      [[{ kind: "ternary", value: 0x12n, mask: 0xffn }, { kind: "any" }], 5, 3],
    ]);
    expect(result(target, { b: "12", c: "0007" })).toBe("02");
    expect(result(target, { b: "12", c: "000a" })).toBe("03");
    expect(result(target, { b: "22", c: "0007" })).toBe("01");
  });

  it("constant entries: the first one in the source; other entries by their priority", () => {
    const fixed = table(
      "hdr.h.b : ternary;",
      "const entries = { 0x10 &&& 0xf0 : set(1); 0x12 : set(2); _ : set(3); }",
    );
    expect([result(smallSwitch(fixed), { b: "12" }), result(smallSwitch(fixed), { b: "22" })]).toEqual([
      "01",
      "03",
    ]);
    const prioritised = (more: string): Parts =>
      table(
        "hdr.h.b : ternary;",
        `${more} entries = { priority = 10 : 0x10 &&& 0xf0 : set(1); priority = 20 : 0x12 : set(2); }`,
      );
    expect(result(smallSwitch(prioritised("")), { b: "12" })).toBe("02");
    expect(result(smallSwitch(prioritised("largest_priority_wins = false;")), { b: "12" })).toBe("01");
  });

  it("a key in a header that is not there is 0", () => {
    const parts = { ...table("hdr.i.b : exact;"), headers: "h_t i;" };
    const { target } = added(parts, [[[{ kind: "exact", value: 0n }], 0, 4]]);
    expect(result(target, {})).toBe("04");
  });

  it("hit, miss and the action that ran are told", () => {
    const { locals } = table("hdr.h.b : exact;");
    const ingress = `switch (t.apply().action_run) { set: { hdr.h.c = 1; } default: { hdr.h.c = 2; } }
      if (t.apply().hit) { hdr.h.d = 1; }`;
    const { target } = added({ locals, ingress }, [[[{ kind: "exact", value: 3n }], 0, 4]]);
    expect(send(target, packet({ b: "03" }))).toEqual([
      `0:${packet({ a: "04", b: "03", c: "0001", d: "00000001" })}`,
    ]);
    expect(send(target, packet({ b: "04" }))).toEqual([`0:${packet({ b: "04", c: "0002" })}`]);
  });

  it("a direct counter counts hits only", () => {
    const parts = table("hdr.h.b : exact;", "counters = dc;");
    const { target, state } = added(
      { ...parts, locals: `direct_counter(CounterType.packets) dc; ${parts.locals}` },
      [[[{ kind: "exact", value: 3n }], 0, 4]],
    );
    for (const b of ["03", "04", "03"]) send(target, packet({ b }));
    const counter = state.direct[0] as unknown as { of(entry: unknown): object };
    expect(counter.of(state.entries[0])).toEqual({ packets: 2, bytes: 28 });
  });

  it("a selector chooses by the hash of its keys, and always the same", () => {
    const parts = table(
      "hdr.h.b : exact; hdr.h.d : selector;",
      "implementation = action_selector(HashAlgorithm.crc16, 32w16, 32w8);",
    );
    const { target, state } = added(parts, [[[{ kind: "exact", value: 0n }, { kind: "any" }], 0, 9]]);
    const profile = state.implementation as ActionProfile;
    for (const member of [5, 2, 8]) profile.members.set(member, { action: 0, values: [member] });
    profile.groups.set(1, [8, 5, 2]);
    profile.use(state.entries[0]!, { group: 1 });
    // crc16 of 00000001 is 0xc0c1: 49345 mod 3 is 1, the member with the second smallest handle
    expect(result(target, { d: "00000001" })).toBe("05");
    const seen = new Set(
      Array.from({ length: 40 }, (_, i) => result(target, { d: i.toString(16).padStart(8, "0") })),
    );
    expect(seen).toEqual(new Set(["02", "05", "08"]));
  });
});

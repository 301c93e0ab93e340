import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Parts, packet, send, smallP4, smallSwitch } from "../../../testing/run/smallSwitch.ts";
import { checkP4 } from "../../p4/index.ts";
import { analyseText } from "../../program/index.ts";
import { runStf } from "../stf/runStf.ts";
import { install } from "./install.ts";

const parts: Parts = {
  locals: `register<bit<8>>(4) r; meter(2, MeterType.bytes) m0; counter(2, CounterType.packets) c;
    action set(bit<8> v, bit<48> w) { hdr.h.a = v; hdr.h.e = w; }
    table t { key = { hdr.h.d : lpm; hdr.h.b : exact; } actions = { set; NoAction; } }
    table u { key = { hdr.h.b : ternary; hdr.h.c : range; } actions = { set; NoAction; } }`,
  ingress: "t.apply(); u.apply(); r.write(0, hdr.h.a); c.count(0); m0.execute_meter(0, hdr.h.b);",
};

describe("entries", () => {
  it("addresses in all forms, masks, ranges, priorities", () => {
    const target = smallSwitch(parts);
    const text = `table_add t set 10.0.0.0/8 0x5 => 0x11 aa:bb:cc:dd:ee:ff   # a comment
      table_add u set 0&&&0 5->9 => 34 1 20
      table_add u NoAction 5&&&0xff 5->9 => 30`;
    expect(install(target, text, "e")).toEqual([]);
    expect(send(target, packet({ b: "05", c: "0001", d: "0a010203" }))[0]).toBe(
      `0:${packet({ a: "11", b: "00", c: "0001", d: "0a010203", e: "aabbccddeeff" })}`,
    );
    // the smaller priority wins
    expect(send(target, packet({ b: "05", c: "0006" }))[0]).toBe(
      `0:${packet({ a: "22", c: "0006", e: "000000000001" })}`,
    );
  });

  it("of a table whose name holds what elsewhere begins a comment, by BMv2's commands", () => {
    const target = smallSwitch({
      locals: `action set(bit<8> v) { hdr.h.a = v; }
        @name("!@#$%^&*()_+=-x") table t { key = { hdr.h.b : exact; } actions = { set; NoAction; } }`,
      ingress: "t.apply();",
    });
    expect(install(target, "table_add !@#$%^&*()_+=-x set 5 => 0x11 # 0x22", "e")).toEqual([]);
    expect(send(target, packet({ b: "05" }))[0]).toBe(`0:${packet({ a: "11", b: "05" })}`);
  });

  it("P4Runtime text may have a line for each field", () => {
    const text = `updates {
      type: INSERT
      entity {
        table_entry {
          table_id: 1 ("I.t")
          match { field_id: 1 lpm { value: "\\x0a\\x00\\x00\\x00" prefix_len: 8 } }
          match { field_id: 2 exact { value: "\\x05" } }
          action { action { action_id: 2 ("I.set") params { param_id: 1 value: "\\x11" } params { param_id: 2 value: "\\x12" } } }
        }
      }
    }`;
    const target = smallSwitch(parts);
    expect(install(target, text, "e")).toEqual([]);
    expect(send(target, packet({ b: "05", d: "0a010203" }))[0]).toBe(
      // the meter writes its colour into b
      `0:${packet({ a: "11", d: "0a010203", e: "000000000012" })}`,
    );
  });

  it.each([
    ["table_add t set 10.0.0.0/40 5 => 1 2", /a prefix of hdr\.h\.d has 0 to 32 bits, not 40/],
    ["table_add t set 10.0.0.0/8 5 => 1", /action I\.set takes 2 values, not 1/],
    ["table_add t set 10.0.0.0/8 5 => 256 2", /256 does not fit v, which has 8 bits/],
    ["table_add t set 10.0.0/8 5 => 1 2", /10\.0\.0 is not a number or address/],
    ["register_write r 0 many", /many is not a number or address/],
    ["meter_set_rates m0 0 x:1 2:3", /a meter needs two rates/],
    ["set_queue_rate", /set_queue_rate needs a number from 0 on/],
    ["set_queue_depth 10 1 8", /a port has 8 queues; there is no priority 8/],
    ["set_crc16_parameters calc 0x8005 0 0 true true", /the program computes no crc16_custom/],
    ["table_rename t u", /no command table_rename/],
  ])("%s is told", (line, message) => {
    const [problem] = install(smallSwitch(parts), `\n${line}`, "e");
    expect(problem?.message).toMatch(message);
    expect(problem?.span).toMatchObject({ line: 2 });
  });

  it("constant entries stay as they are, others of the program may change", () => {
    const own = {
      locals: `action set(bit<8> v) { hdr.h.a = v; }
        table t { key = { hdr.h.b : exact; } actions = { set; } const entries = { 1 : set(1); } }
        table u { key = { hdr.h.b : exact; } actions = { set; } entries = { 1 : set(1); } }`,
      ingress: "t.apply(); u.apply();",
    };
    const target = smallSwitch(own);
    const refused = [
      "table_add t set 2 => 2",
      "table_modify t set 0 => 2",
      "table_delete t 0",
      "table_add t set 1 => 1",
      JSON.stringify({
        table_entries: [{ table: "t", match: { "hdr.h.b": 2 }, action_name: "set", action_params: { v: 2 } }],
      }),
    ];
    for (const text of refused)
      expect(install(target, text, "e")[0]?.message).toMatch(/entries of table I\.t are constant/);
    for (const text of refused) {
      const entries = { name: "e", text };
      const { report } = analyseText({ fileName: "small.p4", source: smallP4(own), includes: {}, entries });
      expect(report.diagnostics[0]?.message).toMatch(/entries of table I\.t are constant/);
    }
    expect(install(target, "table_add u set 2 => 2\ntable_delete u 0", "e")).toEqual([]);
    expect(send(target, packet({ b: "02" }))[0]).toBe(`0:${packet({ a: "02", b: "02" })}`);
    // as in BMv2
    expect(install(target, "table_clear t", "e")).toEqual([]);
    expect(send(target, packet({ b: "01" }))[0]).toBe(`0:${packet({ b: "01" })}`);
  });

  it("the program's own entries and defaults, as a switch gives them back, change nothing", () => {
    const target = smallSwitch({
      locals: `action set(@name("v") bit<8> value) { hdr.h.a = value; }
        table t { key = { hdr.h.b : ternary; } actions = { set; } const entries = { 1 &&& 3 : set(1); 2 : set(2); } }
        table u { key = { hdr.h.b : exact; } actions = { set; } entries = { 1 : set(1); 2 : set(2); } }`,
      ingress: "t.apply(); u.apply();",
    });
    const entry = (table: string, b: unknown, v: number, more: object = {}) => ({
      ...{ table, match: { "hdr.h.b": b }, action_name: "set", action_params: { v } },
      ...more,
    });
    const noAction = (table: string) => ({ table, default_action: true, action_name: "NoAction" });
    const table_entries = [
      // BMv2 gives constant entries priorities from 2^31 - 2 down
      entry("t", [1, 3], 1, { priority: 2147483646 }),
      entry("t", [2, 255], 2, { priority: 2147483645 }),
      ...[noAction("t"), noAction("u"), entry("u", 1, 1), entry("u", 2, 7), entry("u", 3, 3)],
    ];
    expect(install(target, JSON.stringify({ table_entries }), "e")).toEqual([]);
    const [t, u] = ["I.t", "I.u"].map((name) => target.machine.tables.find((each) => each.name === name)!);
    expect(t!.entries).toHaveLength(2);
    expect(u!.entries.map(({ run }) => run.values)).toEqual([[1], [7], [3]]);
    const changed = JSON.stringify({ table_entries: [entry("t", [2, 255], 9)] });
    expect(install(target, changed, "e")[0]?.message).toMatch(/entries of table I\.t are constant/);
  });

  describe("polynomials of a custom check", () => {
    const hashing = (algorithm: string): Parts => ({
      locals: "bit<32> v;",
      ingress: `hash(v, HashAlgorithm.${algorithm}, 32w0, { 72w0x313233343536373839 }, 33w0x100000000); hdr.h.d = v;`,
    });
    // check values of the usual catalogue of CRCs: what each makes of 123456789
    it.each([
      ["crc16_custom", "", "0000bb3d"],
      ["crc16_custom", "set_crc16_parameters calc 0x1021 0xffff 0xffff true true", "0000906e"],
      ["crc16_custom", "set_crc16_parameters calc 0x1021 0xffff 0 false false", "000029b1"],
      ["crc32_custom", "set_crc32_parameters calc 0x04c11db7 0xffffffff 0xffffffff false false", "fc891918"],
      ["crc32_custom", "set_crc32_parameters calc 0x1edc6f41 0xffffffff 0xffffffff true true", "e3069283"],
    ])("%s %s", (algorithm, command, value) => {
      const target = smallSwitch(hashing(algorithm));
      expect(install(target, command, "e")).toEqual([]);
      expect(send(target, packet())[0]).toBe(`0:${packet({ d: value })}`);
    });

    it.each([
      ["set_crc16_parameters calc 0x11021 0 0 true true", /needs a calculation, a polynomial/],
      ["set_crc16_parameters calc 0x1021 0 0 true", /needs a calculation, a polynomial/],
      ["set_crc32_parameters calc 0x1021 0 0 true true", /computes no crc32_custom, so there is no calc/],
    ])("%s is an error", (line, message) => {
      expect(install(smallSwitch(hashing("crc16_custom")), line, "e")[0]?.message).toMatch(message);
    });
  });

  it("no text ends with an exception", () => {
    const words = [
      ...[
        "table_add",
        "table_set_default",
        "mc_node_create",
        "register_write",
        "meter_set_rates",
        "counter_write",
      ],
      ...[
        "t",
        "u",
        "I.t",
        "set",
        "=>",
        "1",
        "0x",
        "10.0.0.0/8",
        "a:b",
        "::",
        "&&&",
        "1->2",
        "1:2",
        "-1",
        "\n",
        "\n",
      ],
      ...[
        "add",
        "setdefault",
        "packet",
        "expect",
        "hdr.h.b:0x*",
        "hdr.h.d:1/99",
        "set(v:1,w:2)",
        "set(",
        "0",
        "00*$",
      ],
      ...["table_entry", "{", "}", "table_id:", '"x"', '{"table_entries":', "[", "]"],
    ];
    const checked = checkP4({ file: "small.p4", text: smallP4(parts) });
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { maxLength: 14 }), (pieces) => {
        const text = pieces.join(" ");
        expect(install(smallSwitch(parts), text, "e")).toBeInstanceOf(Array);
        expect(runStf(checked, text, "t.stf").failures).toBeInstanceOf(Array);
      }),
      { numRuns: 150 },
    );
  });
});

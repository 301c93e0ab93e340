import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkP4 } from "../../p4/index.ts";
import { runStf } from "../stf/runStf.ts";
import { type Parts, packet, send, smallP4, smallSwitch } from "../testing/smallSwitch.ts";
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

  it.each([
    ["table_add t set 10.0.0.0/40 5 => 1 2", /a prefix of hdr\.h\.d has 0 to 32 bits, not 40/],
    ["table_add t set 10.0.0.0/8 5 => 1", /action I\.set takes 2 values, not 1/],
    ["table_add t set 10.0.0.0/8 5 => 256 2", /256 does not fit v, which has 8 bits/],
    ["table_add t set 10.0.0/8 5 => 1 2", /10\.0\.0 is no number or address/],
    ["register_write r 0 many", /many is no number or address/],
    ["meter_set_rates m0 0 x:1 2:3", /a meter needs two rates/],
    ["set_queue_rate 1000 1", /set_queue_rate is not supported when a program is run: leave it out/],
    ["mc_node_update 1 2", /mc_node_update is not supported/],
    ["set_crc16_parameters calc 0x8005 0 0 true true", /set_crc16_parameters is not supported/],
    ["table_rename t u", /table_rename is no command that is known here/],
  ])("%s is told", (line, message) => {
    const [problem] = install(smallSwitch(parts), `\n${line}`, "e");
    expect(problem?.message).toMatch(message);
    expect(problem?.span).toMatchObject({ line: 2 });
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

import { describe, expect, it } from "vitest";
import { smallP4 } from "../../../testing/run/smallSwitch.ts";
import { checkP4 } from "../../p4/index.ts";
import { runStf } from "./runStf.ts";

const program = checkP4({
  file: "small.p4",
  text: smallP4({
    locals: `
      action to(bit<9> port, bit<8> b) { s.egress_spec = port; hdr.h.b = b; }
      table t { key = { hdr.h.d: lpm; } actions = { to; } }
      table masked { key = { hdr.h.d & 0xf: exact; } actions = { to; } }
      table acl { key = { hdr.h.a: ternary; } actions = { to; NoAction; } }
      action_selector(HashAlgorithm.crc16, 8, 8) shared;
      table ecmp { key = { hdr.h.a: exact; hdr.h.b: selector; } actions = { to; } implementation = shared; }`,
    ingress: "mark_to_drop(s); t.apply(); masked.apply(); acl.apply(); ecmp.apply();",
  }),
});

const packet = (address: string): string => `packet 0 10 00 0000 ${address} 000000000000`;
const expected = (port: number, b: string): string => `expect ${port} 10 ${b}`;
const failures = (lines: readonly string[]): string[] =>
  runStf(program, lines.join("\n"), "small.stf").failures.map(({ message }) => message);

describe("STF beyond p4c's", () => {
  it.each<[string, string[]]>([
    [
      "addresses, values by place",
      ["add t hdr.h.d:10.1.0.0/16 to(3, 0x11)", packet("0a010203"), expected(3, "11")],
    ],
    ["values with =", ["add t hdr.h.d:10.1.2.3 to(b=7 port=4)", packet("0a010203"), expected(4, "07")]],
    ["values with commas", ["add t hdr.h.d:10.1.2.3 to(port:4,b:7)", packet("0a010203"), expected(4, "07")]],
    [
      "comments, lines that go on, actions without values",
      [
        "add acl 5 hdr.h.a:0x10 NoAction",
        "add t hdr.h.d:10.1.2.3 to(port:4,b:7);",
        "packet 0 10 00 0000 \\",
        "0a010203 000000000000  # the rest is zero",
        "expect 4 10 07 # and more",
      ],
    ],
    [
      "a key that is an expression",
      ["add masked hdr.h.d&0xf:3 to(2 9)", packet("0a010203"), expected(2, "09")],
    ],
    [
      "members and groups",
      [
        "member shared 4 to port=5 b=0x22",
        "group shared 1 4",
        "add ecmp hdr.h.a:0x10 group=1",
        packet("00000000"),
        expected(5, "22"),
      ],
    ],
  ])("%s", (_, lines) => {
    expect(failures(lines)).toEqual([]);
  });

  it("says what is wrong with a line", () => {
    expect(failures(["member shared x to"])).toEqual([
      "member needs an action profile, a number and an action, as in member p 1 a p=1",
    ]);
    expect(failures(["member nowhere 1 to port=1"])).toEqual([
      "there is no action profile nowhere; the program has I.shared",
    ]);
    expect(failures(["add acl hdr.h.a:0x10 to(1 1)"])).toEqual(["an entry of I.acl needs a priority"]);
  });
});

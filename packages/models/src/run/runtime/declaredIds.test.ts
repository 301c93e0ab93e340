import { expect, test } from "vitest";
import { packet, send, smallSwitch } from "../../../testing/run/smallSwitch.ts";
import { checkP4 } from "../../p4/index.ts";
import { analyseText } from "../../program/index.ts";
import { createSwitch } from "../createSwitch.ts";
import { hexOf } from "../values/hex.ts";
import { install } from "./install.ts";

const SOURCE = `
#include <core.p4>
#include <v1model.p4>
header h_t { bit<8> a; bit<8> b; }
struct headers { h_t h; }
struct metadata { }
parser P(packet_in p, out headers hdr, inout metadata m, inout standard_metadata_t s) {
  state start { p.extract(hdr.h); transition accept; }
}
control C(inout headers hdr, inout metadata m) { apply { } }
@id(0x01000008) action shared() { }
control I(inout headers hdr, inout metadata m, inout standard_metadata_t s) {
  @id(0x01000007) action leave(@id(9) bit<9> port, bit<8> mark) { s.egress_spec = port; hdr.h.b = mark; }
  @id(0x02000005) table t {
    key = { hdr.h.a : exact @id(4); hdr.h.b : ternary; }
    actions = { leave; shared; @defaultonly NoAction; }
  }
  apply { t.apply(); }
}
control E(inout headers hdr, inout metadata m, inout standard_metadata_t s) { apply { } }
control D(packet_out p, in headers hdr) { apply { p.emit(hdr); } }
V1Switch(P(), C(), I(), E(), C(), D()) main;
`;

const entry = (table: number, action: number, key: number) =>
  `updates { type: INSERT entity { table_entry { table_id: ${table}
     match { field_id: ${key} exact { value: "\\x05" } } priority: 10
     action { action { action_id: ${action} params { param_id: 9 value: "\\x03" } params { param_id: 2 value: "\\x2a" } } } } } }`;

test("entries by the ids that the program declares: table, action, key and parameter", () => {
  const text = entry(0x02000005, 0x01000007, 4);
  const made = createSwitch(checkP4({ file: "p.p4", text: SOURCE }));
  if (!made.ok) throw new Error(made.error.message);
  expect(install(made.value, text, "entries.txtpb")).toEqual([]);
  const sent = made.value.receive(0, Uint8Array.of(5, 1));
  expect(sent.map(({ port, bytes }) => [port, hexOf(bytes)])).toEqual([[3, "052a"]]);
  const { report } = analyseText({
    ...{ fileName: "p.p4", source: SOURCE, includes: {} },
    entries: { name: "entries.txtpb", text },
  });
  expect(report.diagnostics).toEqual([]);
  expect(report.paths.map(({ tables }) => tables[0]?.action).sort()).toEqual(["NoAction", "leave"]);
});

test("an action outside of controls has its id, too", () => {
  const text = `updates { type: INSERT entity { table_entry { table_id: 33554437 match { field_id: 4 exact { value: "\\x05" } }
    priority: 1 action { action { action_id: 16777224 } } } } }`;
  const { report } = analyseText({
    ...{ fileName: "p.p4", source: SOURCE, includes: {} },
    entries: { name: "entries.txtpb", text },
  });
  expect(report.diagnostics).toEqual([]);
  expect(report.paths.map(({ tables }) => tables[0]?.action).sort()).toEqual(["NoAction", "shared"]);
});

test("a hash of the name is not the id of what declares one, and a key is not counted", () => {
  const made = createSwitch(checkP4({ file: "p.p4", text: SOURCE }));
  if (!made.ok) throw new Error(made.error.message);
  const [problem] = install(made.value, entry(0x02000005, 0x01000007, 1), "entries.txtpb");
  expect(problem?.message).toContain("table I.t has no key with the id 1");
});

test.each([
  ["@id(0x11000009) action_profile(16) ap;", "implementation = ap", "285212681"],
  ["@id(9) action_profile(16) ap;", "implementation = ap", "0x11000009"],
  ['@name("a.profile") action_profile(16) ap;', "implementation = ap", '1 ("a.profile")'],
  ["", '@id(9) @name("mine") implementation = action_profile(16)', "0x11000009"],
])("an action profile by what the program declares: %s %s", (declared, property, profile) => {
  const target = smallSwitch({
    locals: `${declared} action set(bit<8> v) { hdr.h.a = v; }
      table t { key = { hdr.h.b : exact; } actions = { set; } ${property}; }`,
    ingress: "t.apply();",
  });
  const text = `entities { action_profile_member { action_profile_id: ${profile} member_id: 3
      action { action_id: 1 ("I.set") params { param_id: 1 value: "\\x2a" } } } }
    entities { table_entry { table_id: 1 ("I.t") match { field_id: 1 exact { value: "\\x05" } }
      action { action_profile_member_id: 3 } } }`;
  expect(install(target, text, "e")).toEqual([]);
  expect(send(target, packet({ b: "05" }))).toEqual([`0:${packet({ a: "2a", b: "05" })}`]);
});

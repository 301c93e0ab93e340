import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { plainInfo } from "../../../testing/switch/plainInfo.ts";
import { checkP4 } from "../../p4/index.ts";
import { P4Info, readText, textOf } from "../../p4runtime/index.ts";
import { createSwitch } from "../../run/index.ts";
import { aliasesOf, idsOf } from "./ids.ts";
import { p4InfoOf } from "./p4Info.ts";

const testing = join(import.meta.dirname, "..", "..", "..", "testing", "switch");
const text = readFileSync(join(testing, "controlled.p4"), "utf8");
const checked = checkP4({ file: "controlled.p4", text });
const made = createSwitch(checked);
if (!made.ok) throw new Error(made.error.message);
const info = p4InfoOf(checked, made.value);

describe("P4Info of a program", () => {
  it("has the ids of p4c", () => {
    // from p4c's own output for action_profile-bmv2.p4 and others (34b86e9)
    const id = (kind: "table" | "action", name: string) => idsOf(kind, [{ name, annotations: [] }]).get(name);
    expect(id("table", "IngressI.indirect")).toBe(46872340);
    expect(id("table", "IngressI.indirect_ws")).toBe(38116258);
    expect(id("action", "NoAction")).toBe(21257015);
    expect(id("action", "IngressI.drop")).toBe(23455883);
  });

  it("gives the shortest end that is one thing only as the alias", () => {
    expect([...aliasesOf(["a.b.t", "c.b.t", "d"])]).toEqual([
      ["a.b.t", "a.b.t"],
      ["c.b.t", "c.b.t"],
      ["d", "d"],
    ]);
  });

  it("tells keys, actions, resources and sizes of tables", () => {
    const route = info.tables.find(({ preamble }) => preamble?.name === "I.route")!;
    expect(route).toMatchObject({
      matchFields: [{ id: 1, name: "hdr.ipv4.dst", bitwidth: 32, match: { value: "LPM" } }],
      size: 2048n,
      idleTimeoutBehavior: "NOTIFY_CONTROL",
      isConstTable: false,
    });
    expect(route.directResourceIds.map((id) => id >> 24)).toEqual([0x13, 0x15]);
    const forward = info.actions.find(({ preamble }) => preamble?.name === "I.forward")!;
    expect(forward.params.map(({ id, name, bitwidth }) => [id, name, bitwidth])).toEqual([
      [1, "port", 9],
      [2, "mac", 48],
    ]);
    // keys of a selector are no keys of controllers
    expect(info.tables.find(({ preamble }) => preamble?.name === "I.ecmp")?.matchFields).toHaveLength(1);
  });

  it("tells headers of packets, and what digests carry", () => {
    expect(info.controllerPacketMetadata.map(({ preamble }) => preamble?.name)).toEqual([
      "packet_in",
      "packet_out",
    ]);
    expect(info.digests[0]?.preamble?.name).toBe("learn_t");
    expect([...(info.typeInfo?.structs.get("learn_t")?.members ?? [])].map(({ name }) => name)).toEqual([
      "mac",
      "port",
    ]);
  });

  // as p4c's outputs for name_annotations_to_p4info-bmv2.p4, register-serenum-bmv2.p4 and issue1739-bmv2.p4 (34b86e9)
  it("calls parameters as @name says, and tells the values of enums and what new types are of", () => {
    const program = checkP4({
      file: "named.p4",
      text: `#include <core.p4>
#include <v1model.p4>
enum bit<16> EthTypes { IPv4 = 0x0800, ARP = 0x0806 }
type bit<32> IPv4Address;
type IPv4Address Host;
header h_t { bit<16> a; } struct H { h_t h; } struct M {} struct learn_t { EthTypes kind; Host host; }
parser P(packet_in p, out H h, inout M m, inout standard_metadata_t s) { state start { p.extract(h.h); transition accept; } }
control V(inout H h, inout M m) { apply {} }
control I(inout H h, inout M m, inout standard_metadata_t s) {
  @name("blue") action to(@name("orange") bit<9> port) { s.egress_spec = port; }
  table t { key = { h.h.a: exact; } actions = { to; } }
  apply { t.apply(); digest<learn_t>(1, { EthTypes.ARP, (Host)(IPv4Address)32w1 }); } }
control E(inout H h, inout M m, inout standard_metadata_t s) { apply {} }
control D(packet_out p, in H h) { apply { p.emit(h.h); } }
V1Switch(P(), V(), I(), E(), V(), D()) main;
`,
    });
    const target = createSwitch(program);
    if (!target.ok) throw new Error(target.error.message);
    const { actions, typeInfo } = p4InfoOf(program, target.value);
    const blue = actions.find(({ preamble }) => preamble?.name === "I.blue")!;
    expect(blue.params.map(({ name }) => name)).toEqual(["orange"]);
    expect(
      typeInfo?.serializableEnums.get("EthTypes")?.members.map(({ name, value }) => [name, ...value]),
    ).toEqual([
      ["IPv4", 8, 0],
      ["ARP", 8, 6],
    ]);
    expect(typeInfo?.newTypes.get("Host")?.representation).toMatchObject({
      kind: "originalType",
      value: { typeSpec: { kind: "bitstring" } },
    });
  });

  // by p4c-bm2-ss --p4runtime-files (34b86e9); all of p4c's samples: bench/p4Info.bench.ts
  it("is p4c's own: headers in headers, value sets, selectors, names of keys and aliases, actions that are part of others", () => {
    const read = (name: string) => readFileSync(join(testing, name), "utf8");
    const program = checkP4({ file: "seen.p4", text: read("seen.p4") });
    const target = createSwitch(program);
    if (!target.ok) throw new Error(target.error.message);
    expect(plainInfo(p4InfoOf(program, target.value))).toEqual(
      plainInfo(readText(P4Info, read("seen.p4info.txtpb"))),
    );
  });

  it("comes back from its text", () => {
    expect(readText(P4Info, textOf(P4Info, info))).toEqual(info);
  });
});

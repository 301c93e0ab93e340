import { expect, it } from "vitest";
import { checkP4 } from "../../p4/index.ts";
import { CODE, P4Info } from "../../p4runtime/index.ts";
import { SwitchDevice } from "../switchDevice.ts";

const program = `#include <core.p4>
#include <v1model.p4>
header h_t { bit<8> a; } struct H { h_t h; } struct M {}
parser P(packet_in p, out H h, inout M m, inout standard_metadata_t s) { state start { p.extract(h.h); transition accept; } }
control V(inout H h, inout M m) { apply {} }
counter(4, CounterType.packets) unused;
@name("other") control I(inout H h, inout M m, inout standard_metadata_t s) {
  action to(bit<9> port) { s.egress_spec = port; }
  action off() { mark_to_drop(s); }
  table t { key = { h.h.a: exact; } actions = { to; off; } size = 16; }
  table u { key = { h.h.a: exact; } actions = { to; } @name("ap") implementation = action_profile(32); }
  apply { t.apply(); u.apply(); } }
control E(inout H h, inout M m, inout standard_metadata_t s) { apply {} }
control C(inout H h, inout M m) { apply {} }
control D(packet_out p, in H h) { apply { p.emit(h.h); } }
V1Switch(P(), V(), I(), E(), C(), D()) main;
`;
const checked = checkP4({ file: "a.p4", text: program });
const device = new SwitchDevice({
  ...{ deviceId: 1n, cpuPort: null, nowUs: () => 0, wallNs: () => 0n, onSent: () => undefined },
  compile: () => checked,
});
device.start(checked);
const own = device.p4Info!;
const electionId = { high: 0n, low: 1n };
device
  .openStream(() => undefined)
  .receive({
    update: { kind: "arbitration", value: { deviceId: 1n, role: null, electionId, status: null } },
  });

type Change = (info: P4Info) => unknown;
function verified(change: Change): { code: number; message: string } | "taken" {
  const p4info = P4Info.decode(P4Info.encode(own));
  change(p4info);
  const config = { p4info, p4DeviceConfig: new Uint8Array(0), cookie: null };
  try {
    device.setPipeline({ deviceId: 1n, roleId: 0n, role: "", electionId, action: "VERIFY", config });
    return "taken";
  } catch (error) {
    return error as { code: number; message: string };
  }
}
const table = (info: P4Info) => info.tables[0]!;
const to = (info: P4Info) => info.actions.find(({ preamble }) => preamble?.alias === "to")!;

it("objects have the names that p4c gives: of the control's type, and of an instance made in a table", () => {
  expect(own.tables.map(({ preamble }) => preamble?.name)).toEqual(["I.t", "I.u"]);
  expect(own.actionProfiles.map(({ preamble }) => preamble?.name)).toEqual(["ap"]);
});

it("keys have the names that fields have for controllers, and ids are hashes of bytes", () => {
  const named = program
    .replace("struct M {}", 'struct I_t { bit<8> x; } struct M { @name("meta") I_t i; @name(".top") I_t j; }')
    .replace(
      "key = { h.h.a: exact; } actions = { to; off; }",
      "key = { m.i.x: exact; m.j.x: exact; } actions = { to; off; }",
    )
    .replace("table t {", '@name("ツ") table t {');
  const renamed = checkP4({ file: "a.p4", text: named });
  const other = new SwitchDevice({
    ...{ deviceId: 1n, cpuPort: null, nowUs: () => 0, wallNs: () => 0n, onSent: () => undefined },
    compile: () => renamed,
  });
  other.start(renamed);
  const [first] = other.p4Info!.tables;
  expect(first?.matchFields.map(({ name }) => name)).toEqual(["m.meta.x", "top.x"]);
});

it("a P4Info is taken that is the program's, also with what nothing uses and with sizes of its own", () => {
  expect(verified(() => undefined)).toBe("taken");
  const resized: Change = (info) => {
    table(info).size = 99n;
  };
  expect(verified(resized)).toBe("taken");
  const unused: Change = (info) => {
    info.counters.push({
      ...P4Info.of({ counters: [{}] }).counters[0]!,
      preamble: preamble(0x12000001, "unused"),
    });
  };
  expect(verified(unused)).toBe("taken");
});
const preamble = (id: number, name: string) => ({ ...own.tables[0]!.preamble!, id, name });

it.each<[string, Change, RegExp]>([
  [
    "an id of two",
    (info) => Object.assign(info.tables[1]!.preamble!, { id: table(info).preamble!.id }),
    /the same id/,
  ],
  ["two of a name", (info) => Object.assign(info.tables[1]!.preamble!, { name: "I.t" }), /two of table I\.t/],
  ["no id", (info) => Object.assign(to(info).preamble!, { id: 0 }), /one action of the P4Info has no id/],
  [
    "an action that is not there",
    (info) => Object.assign(table(info).actionRefs[0]!, { id: 0x01999999 }),
    /which the P4Info does not have/,
  ],
  [
    "a profile that is not there",
    (info) => Object.assign(info.actionProfiles, { length: 0 }),
    /names the action profile/,
  ],
  [
    "a key of another width",
    (info) => Object.assign(table(info).matchFields[0]!, { bitwidth: 9 }),
    /8 bits in the program, 9 in the P4Info/,
  ],
  [
    "a parameter of another width",
    (info) => Object.assign(to(info).params[0]!, { bitwidth: 8 }),
    /9 bits in the program, 8/,
  ],
  [
    "a parameter less",
    (info) => Object.assign(to(info).params, { length: 0 }),
    /1 parameters in the program, 0/,
  ],
  ["a key without id", (info) => Object.assign(table(info).matchFields[0]!, { id: 0 }), /has no id/],
  [
    "an action of another table",
    (info) => void info.tables[1]!.actionRefs.push({ ...table(info).actionRefs[1]! }),
    /not an action of table I\.u/,
  ],
  [
    "a counter that the program lacks",
    (info) =>
      void info.counters.push({
        ...P4Info.of({ counters: [{}] }).counters[0]!,
        preamble: preamble(0x12000002, "I.none"),
      }),
    /has no I\.none/,
  ],
])("%s is INVALID_ARGUMENT, with what is wrong", (_, change, message) => {
  const answer = verified(change);
  expect(answer).toMatchObject({ code: CODE.invalidArgument, message: expect.stringMatching(message) });
});

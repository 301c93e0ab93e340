import { describe, expect, it } from "vitest";
import { checkP4 } from "../../p4/index.ts";
import { install } from "../runtime/install.ts";
import { bytesOfHex, hexOf } from "../values/hex.ts";
import { V1Switch } from "./switch.ts";

const program = (ingress: string, egress: string): string => `#include <core.p4>
#include <v1model.p4>
header e_t { bit<48> d; bit<48> s; bit<16> t; } struct H { e_t e; } struct M { @field_list(1) bit<8> z; }
parser P(packet_in p, out H h, inout M m, inout standard_metadata_t s) { state start { p.extract(h.e); transition accept; } }
control V(inout H h, inout M m) { apply {} }
control C(inout H h, inout M m) { apply {} }
control I(inout H h, inout M m, inout standard_metadata_t s) { apply { ${ingress} } }
control E(inout H h, inout M m, inout standard_metadata_t s) { apply { ${egress} } }
control D(packet_out p, in H h) { apply { p.emit(h); } }
V1Switch(P(), V(), I(), E(), C(), D()) main;
`;

const PACKET = hexOf(Uint8Array.from({ length: 40 }, (_, i) => i));
const CUT = PACKET.slice(0, 40);

/** What left simple_switch 1.15.5 (p4lang/behavioral-model 9674187) for the packet on port 1, with such a program. */
describe("a packet leaves as it left BMv2", () => {
  it.each<[string, string, string, string[], string[]]>([
    ["is cut", "truncate(20);", "", [], [`0:${CUT}`]],
    [
      "has its own length and copy number, whatever ingress wrote",
      "s.packet_length = 9; s.egress_rid = 5;",
      "h.e.d = (bit<48>)s.packet_length; h.e.s = (bit<48>)s.egress_rid;",
      [],
      [`0:000000000028000000000005${PACKET.slice(24)}`],
    ],
    [
      "is cut, its copies of a group are not",
      "truncate(20); s.mcast_grp = 1;",
      "",
      ["mc_mgrp_create 1", "mc_node_create 3 2 1", "mc_node_associate 1 0"],
      [`1:${PACKET}`, `2:${PACKET}`],
    ],
    [
      "goes round whole when ingress asked for it",
      "if (s.instance_type == 0) { truncate(20); recirculate_preserving_field_list(1); }",
      "h.e.s = (bit<48>)s.instance_type;",
      [],
      [`0:${PACKET.slice(0, 12)}000000000000${PACKET.slice(24)}`],
    ],
    [
      "is cut, its clone is not",
      "truncate(20); clone_preserving_field_list(CloneType.I2E, 7, 1);",
      "h.e.s = (bit<48>)s.packet_length;",
      ["mirroring_add 7 6"],
      [
        `0:${PACKET.slice(0, 12)}000000000028${PACKET.slice(24, 40)}`,
        `6:${PACKET.slice(0, 12)}000000000028${PACKET.slice(24)}`,
      ],
    ],
  ])("it %s", (_, ingress, egress, commands, left) => {
    const target = new V1Switch(checkP4({ file: "recorded.p4", text: program(ingress, egress) }));
    expect(install(target, commands.join("\n"), "commands")).toEqual([]);
    const sent = target.receive(1, bytesOfHex(PACKET)).map(({ port, bytes }) => `${port}:${hexOf(bytes)}`);
    // BMv2 gives no order across ports
    expect(sent.sort()).toEqual(left);
  });
});

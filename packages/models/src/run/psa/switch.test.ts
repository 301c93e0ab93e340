import { describe, expect, it } from "vitest";
import { checkP4 } from "../../p4/index.ts";
import { bytesOfHex, hexOf } from "../values/hex.ts";
import { PsaSwitch } from "./switch.ts";

const text = (ingress: string, egress = ""): string => `#include <core.p4>
#include <psa.p4>
header h_t { bit<8> a; bit<8> b; }
struct headers { h_t h; }
struct meta_t { bit<8> v; }
struct none_t { }
parser IP(packet_in p, out headers hdr, inout meta_t m, in psa_ingress_parser_input_metadata_t i, in none_t r, in meta_t c) {
  state start { p.extract(hdr.h); m.v = c.v; transition accept; }
}
control IG(inout headers hdr, inout meta_t m, in psa_ingress_input_metadata_t i, inout psa_ingress_output_metadata_t o) {
  apply { ${ingress} }
}
control ID(packet_out p, out meta_t ci, out none_t r, out meta_t n, inout headers hdr, in meta_t m, in psa_ingress_output_metadata_t o) {
  apply { ci.v = 7; n.v = m.v; p.emit(hdr); }
}
parser EP(packet_in p, out headers hdr, inout meta_t m, in psa_egress_parser_input_metadata_t i, in meta_t n, in meta_t ci, in meta_t ce) {
  state start { p.extract(hdr.h); m.v = n.v + ci.v + ce.v; transition accept; }
}
control EG(inout headers hdr, inout meta_t m, in psa_egress_input_metadata_t i, inout psa_egress_output_metadata_t o) {
  apply { hdr.h.b = m.v; ${egress} }
}
control ED(packet_out p, out meta_t ce, out meta_t rc, inout headers hdr, in meta_t m, in psa_egress_output_metadata_t o, in psa_egress_deparser_input_metadata_t d) {
  apply { ce.v = 9; rc.v = 3; p.emit(hdr); }
}
PSA_Switch(IngressPipeline(IP(), IG(), ID()), PacketReplicationEngine(), EgressPipeline(EP(), EG(), ED()), BufferingQueueingEngine()) main;
`;

function run(ingress: string, egress = ""): string[] {
  const checked = checkP4({ file: "small.p4", text: text(ingress, egress) });
  const [problem] = checked.diagnostics.filter(({ severity }) => severity === "error");
  if (problem) throw new Error(`line ${problem.span?.line}: ${problem.message}`);
  const target = new PsaSwitch(checked);
  target.replication.setSession(5, { port: 8 });
  target.replication.createGroup(2);
  target.replication.associate(2, target.replication.createNode(1, [4, 3]));
  return target.receive(1, bytesOfHex("1000ff")).map(({ port, bytes }) => `${port}:${hexOf(bytes)}`);
}
const to = (port: number): string => `send_to_port(o, (PortId_t)${port});`;

describe("a PSA switch", () => {
  it("drops what the program does not send", () => {
    expect(run("")).toEqual([]);
    expect(run(to(6))).toEqual(["6:1000ff"]);
    expect(run(to(6), "o.drop = true;")).toEqual([]);
  });

  it("hands metadata from ingress to egress", () => {
    expect(run(`m.v = 5; ${to(6)}`)).toEqual(["6:1005ff"]);
  });

  it("clones the packet as it came, also when it is dropped", () => {
    expect(run("hdr.h.a = 1; o.clone = true; o.clone_session_id = (CloneSessionId_t)5;")).toEqual([
      "8:1007ff",
    ]);
  });

  it("clones the packet as it leaves egress", () => {
    const egress =
      "if (i.packet_path != PSA_PacketPath_t.CLONE_E2E) { o.clone = true; o.clone_session_id = (CloneSessionId_t)5; hdr.h.a = 2; }";
    expect(run(to(6), egress)).toEqual(["6:0200ff", "8:0209ff"]);
  });

  it("sends copies to a group, and around again through the port for it", () => {
    expect(run("multicast(o, (MulticastGroup_t)2);", "hdr.h.a = (bit<8>)(bit<16>)i.instance;")).toEqual([
      "3:0100ff",
      "4:0100ff",
    ]);
    expect(
      run(
        `if (i.packet_path == PSA_PacketPath_t.RECIRCULATE) { ${to(6)} } else { send_to_port(o, PSA_PORT_RECIRCULATE); }`,
      ),
    ).toEqual(["6:1003ff"]);
  });
});

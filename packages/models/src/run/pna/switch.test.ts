import { describe, expect, it } from "vitest";
import { checkP4 } from "../../p4/index.ts";
import { bytesOfHex, hexOf } from "../values/hex.ts";
import { PnaSwitch } from "./switch.ts";

const text = (control: string, locals = ""): string => `#include <core.p4>
#include <bmv2/pna.p4>
header h_t { bit<8> a; bit<8> b; }
struct headers { h_t h; }
struct meta_t { bit<8> v; }
struct added_t { bit<8> value; }
parser P(packet_in p, out headers hdr, inout meta_t m, in pna_main_parser_input_metadata_t i) {
  state start { p.extract(hdr.h); m.v = 3; transition select(hdr.h.a) { 0xee: reject; default: accept; } }
}
control C(inout headers hdr, inout meta_t m, in pna_main_input_metadata_t i, inout pna_main_output_metadata_t o) {
  ${locals}
  apply { ${control} }
}
control D(packet_out p, inout headers hdr, in meta_t m, in pna_main_output_metadata_t o) { apply { p.emit(hdr); } }
PNA_NIC(P(), C(), D()) main;
`;

const TO_6 = "send_to_port((PortId_t)6);";

function run(control: string, packets = ["1000ff"], locals = ""): string[] {
  const checked = checkP4({ file: "small.p4", text: text(control, locals) });
  const [problem] = checked.diagnostics.filter(({ severity }) => severity === "error");
  if (problem) throw new Error(`line ${problem.span?.line}: ${problem.message}`);
  const target = new PnaSwitch(checked);
  target.replication.setSession(7, { port: 8 });
  target.replication.setSession(9, { port: 9 });
  return packets.flatMap((packet) =>
    target.receive(1, bytesOfHex(packet)).map(({ port, bytes }) => `${port}:${hexOf(bytes)}`),
  );
}

describe("a PNA NIC", () => {
  it("sends where the last call says, and drops what nothing sends", () => {
    expect(run("")).toEqual([]);
    expect(run(`hdr.h.b = m.v; ${TO_6}`)).toEqual(["6:1003ff"]);
    expect(run(`${TO_6} drop_packet();`)).toEqual([]);
    expect(run(`drop_packet(); ${TO_6}`)).toEqual(["6:1000ff"]);
  });

  it("tells the control of parser errors and the port", () => {
    const control = `if (i.parser_error == error.NoError) hdr.h.b = (bit<8>)(bit<32>)i.input_port; ${TO_6}`;
    expect(run(control, ["1000", "10"])).toEqual(["6:1001", "6:10"]);
  });

  it("mirrors once for each slot, whatever becomes of the packet", () => {
    const mirror = (slot: number, session: number): string =>
      `mirror_packet((MirrorSlotId_t)${slot}, (MirrorSessionId_t)${session});`;
    expect(run(`${mirror(1, 7)} hdr.h.b = 1;`)).toEqual(["8:1001ff"]);
    expect(run(`${mirror(1, 7)} ${mirror(1, 9)} ${mirror(2, 7)} ${TO_6}`)).toEqual([
      "6:1000ff",
      "9:1000ff",
      "8:1000ff",
    ]);
  });

  it("goes round with what the deparser wrote", () => {
    const control = `hdr.h.b = hdr.h.b + 1; if (i.recirculated && hdr.h.b == 3) { ${TO_6} } else { recirculate(); }`;
    expect(run(control)).toEqual(["6:1003ff"]);
  });

  it("adds an entry for what missed, which the next packet hits", () => {
    const locals = `
      action known(bit<8> value) { hdr.h.b = value; ${TO_6} }
      action learn() {
        hdr.h.b = 0xaa;
        if (hdr.h.a != 5) add_entry("known", (added_t){ hdr.h.a + 1 }, (ExpireTimeProfileId_t)1);
        ${TO_6}
      }
      table t { key = { hdr.h.a: exact; } actions = { @tableonly known; @defaultonly learn; } add_on_miss = true; const default_action = learn; }`;
    expect(run("t.apply();", ["1000", "1000", "0500", "0500", "1000"], locals)).toEqual([
      ...["6:10aa", "6:1011", "6:05aa", "6:05aa", "6:1011"],
    ]);
  });

  it("keeps check sums over what they were updated with", () => {
    const locals = "Checksum<bit<16>>(PNA_HashAlgorithm_t.ONES_COMPLEMENT16) sum;";
    const control = `bit<16> s; sum.clear(); sum.update({ hdr.h.a, hdr.h.b }); sum.update(16w0x0203); s = sum.get(); hdr.h.a = s[15:8]; hdr.h.b = s[7:0]; ${TO_6}`;
    expect(run(control, ["1001"], locals)).toEqual(["6:edfb"]);
  });
});

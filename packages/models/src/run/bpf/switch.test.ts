import { describe, expect, it } from "vitest";
import { checkP4 } from "../../p4/index.ts";
import { runStf } from "../stf/runStf.ts";

const filter = `#include <core.p4>
#include <ebpf_model.p4>
header h_t { bit<8> a; bit<8> b; }
struct headers { h_t h; }
parser prs(packet_in p, out headers hdr) {
  state start { p.extract(hdr.h); transition select(hdr.h.a) { 9: reject; default: accept; } }
}
control pipe(inout headers hdr, out bool pass) {
  action no(bool yes) { pass = yes; }
  table t { key = { hdr.h.a: exact; hdr.h.b: exact; } actions = { no; NoAction; }
    default_action = NoAction(); implementation = hash_table(8); }
  apply { pass = true; hdr.h.b = 5; t.apply(); }
}
ebpfFilter(prs(), pipe()) main;`;

const writer = `#include <core.p4>
#include <ubpf_model.p4>
header h_t { bit<8> a; bit<16> sum; bit<16> v; }
struct headers { h_t h; }
struct metadata { }
parser prs(packet_in p, out headers hdr, inout metadata m, inout standard_metadata s) {
  state start { p.extract(hdr.h); transition select(hdr.h.a) { 9: reject; default: accept; } }
}
control pipe(inout headers hdr, inout metadata m, inout standard_metadata s) {
  apply {
    if (hdr.h.a == 1) mark_to_drop();
    if (hdr.h.a == 2) { s.output_port = s.input_port + 1; truncate(6); }
    bit<16> old = hdr.h.v;
    hdr.h.v = 7;
    hdr.h.sum = csum_replace2(hdr.h.sum, old, hdr.h.v);
  }
}
control dprs(packet_out p, in headers hdr) { apply { p.emit(hdr.h); } }
ubpf(prs(), pipe(), dprs()) main;`;

const failures = (text: string, stf: string): string[] => {
  const checked = checkP4({ file: "a.p4", text });
  return runStf(checked, stf, "a.stf").failures.map(({ message }) => message);
};

describe("BPF targets of p4c", () => {
  it("a filter lets packets pass unchanged or not at all; tables are filled before the first packet", () => {
    const stf = `packet 3 01 02
expect 3 01 02 $
packet 3 01 05
packet 3 09 00
packet 3
add pipe_t 0 key.field0:1 key.hdr_h_b:5 pipe_no()
`;
    // the entry is there from the start, so both packets with 1 are dropped
    expect(failures(filter, stf)).toEqual(["no packet left port 3, expected 0102$"]);
    expect(failures(filter, stf.replace("key.field0:1", "key.field0:2"))).toEqual([
      "port 3 sent 0105, which no expect names",
    ]);
  });

  // RFC 1624, Eq. 3: ~(~1234 + ~0001 + 0007) = 122e
  it("uBPF writes the packet anew, passes what is not dropped and what its parser rejects", () => {
    const stf = `packet 4 00 1234 0001 aa
expect 0 00 122e 0007 aa $
packet 4 01 1234 0001 aa
packet 4 02 1234 0001 aabb
expect 5 02 122e 0007 aa $
packet 4 09 1234 0001
expect 0 09 1234 0001 $
`;
    expect(failures(writer, stf)).toEqual([]);
  });

  it("C functions of a program's own are not run, and said", () => {
    const own = filter
      .replace("control pipe", "extern bool check(in h_t h);\ncontrol pipe")
      .replace("pass = true;", "pass = check(hdr.h);");
    expect(failures(own, "packet 0 0000\n")).toEqual(["the extern check cannot be run yet"]);
  });
});

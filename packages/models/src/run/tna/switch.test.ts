import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { agreementOf } from "../../../testing/run/listedPaths.ts";
import { libraryDevice } from "../../device/index.ts";
import { checkP4 } from "../../p4/index.ts";
import { analyseProgram } from "../../program/index.ts";
import { runStf } from "../stf/runStf.ts";
import { recordingTimes } from "../timing.ts";
import { bytesOfHex, hexOf } from "../values/hex.ts";
import { findWitnesses } from "../witness/findWitnesses.ts";
import { TnaSwitch } from "./switch.ts";

type Parts = {
  given?: string;
  ingress?: string;
  locals?: string;
  deparser?: string;
  egress?: string;
  parser?: string;
};

const text = ({
  given = "",
  ingress = "",
  locals = "",
  deparser = "",
  egress = "",
  parser = "",
}: Parts): string => `
#include <core.p4>
#include <tna.p4>
header h_t { bit<8> a; bit<8> b; bit<32> c; }
header tag_t { bit<16> mark; }
struct headers_t { tag_t tag; h_t h; }
struct meta_t { bit<10> session; bit<16> sum; bit<32> v; }
struct two_t { bit<32> low; bit<32> high; }
struct none_t { }
parser IP(packet_in p, out headers_t hdr, out meta_t m, out ingress_intrinsic_metadata_t i) {
  Checksum() sum;
  ParserCounter() counter;
  state start { p.extract(i); p.advance(PORT_METADATA_SIZE); p.extract(hdr.h); ${parser} transition accept; }
}
control I(inout headers_t hdr, inout meta_t m, in ingress_intrinsic_metadata_t i,
          in ingress_intrinsic_metadata_from_parser_t f, inout ingress_intrinsic_metadata_for_deparser_t d,
          inout ingress_intrinsic_metadata_for_tm_t t)${given && "(bit<9> port)"} {
  ${locals}
  apply { ${ingress} }
}
control ID(packet_out p, inout headers_t hdr, in meta_t m, in ingress_intrinsic_metadata_for_deparser_t d) {
  Mirror() mirror;
  Resubmit() resubmit;
  Digest<h_t>() digest;
  Checksum() check;
  apply { ${deparser} p.emit(hdr); }
}
parser EP(packet_in p, out headers_t hdr, out none_t m, out egress_intrinsic_metadata_t e) {
  state start { p.extract(e); p.extract(hdr.tag); transition accept; }
}
control E(inout headers_t hdr, inout none_t m, in egress_intrinsic_metadata_t e,
          in egress_intrinsic_metadata_from_parser_t f, inout egress_intrinsic_metadata_for_deparser_t d,
          inout egress_intrinsic_metadata_for_output_port_t o) { apply { ${egress} } }
control ED(packet_out p, inout headers_t hdr, in none_t m, in egress_intrinsic_metadata_for_deparser_t d) {
  apply { p.emit(hdr); }
}
Pipeline(IP(), I(${given}), ID(), EP(), E(), ED()) pipe;
Switch(pipe) main;
`;

const PACKET = "1002aabbccdd";

function run(parts: Parts, packets = [PACKET]): string[] {
  const checked = checkP4({ file: "small.p4", text: text(parts) });
  const [problem] = checked.diagnostics.filter(({ severity }) => severity === "error");
  if (problem) throw new Error(`line ${problem.span?.line}: ${problem.message}`);
  const target = new TnaSwitch(checked);
  target.replication.setSession(7, { port: 8 });
  target.replication.createGroup(5);
  target.replication.associate(5, target.replication.createNode(3, [1, 2]));
  return packets.flatMap((packet) =>
    target.receive(4, bytesOfHex(packet)).map(({ port, bytes }) => `${port}:${hexOf(bytes)}`),
  );
}

const TO_6 = "t.ucast_egress_port = 6;";

describe("one pipe of a Tofino", () => {
  it("sends what has a port, a group or a copy to the CPU; drop_ctl stops the packet with its copies", () => {
    expect(run({})).toEqual([]);
    expect(run({ ingress: TO_6 })).toEqual([`6:${PACKET}`]);
    expect(run({ ingress: `${TO_6} t.mcast_grp_a = 5;` })).toEqual(
      [6, 1, 2].map((port) => `${port}:${PACKET}`),
    );
    const dropped = `${TO_6} t.mcast_grp_a = 5; t.copy_to_cpu = 1;`;
    expect(run({ ingress: `${dropped} d.drop_ctl = 1;` })).toEqual([`64:${PACKET}`]);
    expect(run({ ingress: `${dropped} d.drop_ctl = 3;` })).toEqual([]);
    expect(run({ ingress: "t.ucast_egress_port = 0;" })).toEqual([`0:${PACKET}`]);
    expect(run({ ingress: `${TO_6} invalidate(t.ucast_egress_port);` })).toEqual([]);
  });

  it("hands a block what main's pipe constructs it with", () => {
    const parts = { given: "9w6", ingress: "t.ucast_egress_port = port;" };
    expect(run(parts)).toEqual([`6:${PACKET}`]);
    expect(run({ ...parts, given: "port = 9w5" })).toEqual([`5:${PACKET}`]);
  });

  it("tells egress of the packet, and leaves egress out where ingress says so", () => {
    const egress = "hdr.tag.mark = (bit<16>)e.egress_port + e.egress_rid;";
    expect(run({ ingress: TO_6, egress })).toEqual(["6:0006aabbccdd"]);
    expect(run({ ingress: "t.mcast_grp_b = 5;", egress })).toEqual(["1:0004aabbccdd", "2:0005aabbccdd"]);
    expect(run({ ingress: `${TO_6} t.bypass_egress = 1;`, egress })).toEqual([`6:${PACKET}`]);
    expect(run({ ingress: TO_6, egress: "d.drop_ctl = 1;" })).toEqual([]);
  });

  it("mirrors the packet as it came, with a header of the program in front", () => {
    const parts = {
      ingress: `${TO_6} hdr.h.b = 9; d.mirror_type = 0; m.session = 7;`,
      deparser: "if (d.mirror_type == 0) mirror.emit<tag_t>(m.session, { 0xbeef });",
    };
    expect(run(parts)).toEqual([`8:beef${PACKET}`, "6:1009aabbccdd"]);
    // a type that is not set is none, not 0
    expect(run({ ...parts, ingress: TO_6 })).toEqual([`6:${PACKET}`]);
  });

  it("resubmits the packet as it came, with the program's header in place of what is known of the port", () => {
    const parts = {
      parser: "m.v = (bit<32>)i.resubmit_flag;",
      ingress: `if (m.v == 0) { hdr.h.a = 0x77; d.resubmit_type = 1; } else { hdr.h.b = (bit<8>)m.v; ${TO_6} }`,
      deparser: "if (d.resubmit_type == 1) resubmit.emit();",
    };
    expect(run(parts)).toEqual(["6:1001aabbccdd"]);
    expect(run({ ...parts, ingress: `d.drop_ctl = 1; ${parts.ingress}` })).toEqual([]);
  });

  it("goes round by the ports of its pipe that lead back", () => {
    const ingress = `if (i.ingress_port == 68) { hdr.h.b = hdr.h.b + 1; ${TO_6} } else t.ucast_egress_port = 68;`;
    expect(run({ ingress })).toEqual(["6:1003aabbccdd"]);
  });

  it("runs what a register action does to one value, in the order of packets", () => {
    const locals = `
      Register<two_t, bit<8>>(4, { 5, 7 }) pairs;
      RegisterAction<two_t, bit<8>, bit<32>>(pairs) step = {
        void apply(inout two_t value, out bit<32> before) {
          before = value.high;
          value.low = value.low + hdr.h.c;
          if (value.low > 10) value.high = value.low;
        }
      };`;
    const ingress = `hdr.h.c = step.execute(hdr.h.a); ${TO_6}`;
    const packets = ["010000000003", "010000000009", "010000000000", "020000000000", "090000000001"];
    expect(run({ locals, ingress }, packets)).toEqual([
      ...["6:010000000007", "6:010000000007", "6:010000000011", "6:020000000007"],
      // beyond the size nothing is read or written
      "6:090000000000",
    ]);
  });

  it("registers of tables are a value for each entry; counters count where an action says so", () => {
    const locals = `
      DirectRegister<bit<32>>(2) seen;
      DirectRegisterAction<bit<32>, bit<32>>(seen) one_more = {
        void apply(inout bit<32> value, out bit<32> result) { value = value + 1; result = value; }
      };
      Counter<bit<32>, bit<8>>(4, CounterType_t.PACKETS_AND_BYTES) hits;
      action count() { hdr.h.c = one_more.execute(); hits.count(1); }
      action miss() { hdr.h.c = 0; }
      table t1 { key = { hdr.h.a: exact; } actions = { count; miss; } const default_action = miss; registers = seen; }`;
    const stf = `add t1 hdr.h.a:1 count()
      add t1 hdr.h.a:2 count()
      packet 4 0100
      packet 4 010000000000
      packet 4 020000000000
      packet 4 030000000000
      packet 4 010000000000
      expect 6 010000000003$
      expect 6 020000000003$
      expect 6 030000000000$
      expect 6 010000000004$
      check_counter hits(1) packets == 3
      check_counter hits(1) bytes = 30
      check_counter hits(2) packets == 0`;
    const checked = checkP4({ file: "small.p4", text: text({ locals, ingress: `t1.apply(); ${TO_6}` }) });
    expect(runStf(checked, stf, "small.stf").failures).toEqual([]);
    const wrong = runStf(checked, stf.replace("== 3", "== 4"), "small.stf").failures;
    expect(wrong).toMatchObject([
      { message: "check_counter hits(1) packets == 4: it is 3", at: { line: 12 } },
    ]);
  });

  // the values of zlib.crc32 and of crcmod's crc-32-bzip2 (Python), which tna_custom_hash's test of open-p4studio uses
  it("hashes with polynomials of the program, and repeats a check that is too short", () => {
    const locals = `
      CRCPolynomial<bit<32>>(32w0x04C11DB7, true, false, false, 32w0xFFFFFFFF, 32w0xFFFFFFFF) own;
      CRCPolynomial<bit<32>>(32w0x04C11DB7, false, false, false, 32w0xFFFFFFFF, 32w0xFFFFFFFF) bzip2;
      Hash<bit<32>>(HashAlgorithm_t.CUSTOM, own) one;
      Hash<bit<32>>(HashAlgorithm_t.CUSTOM, bzip2) two;
      Hash<bit<32>>(HashAlgorithm_t.CRC16) short;
      Hash<bit<8>>(HashAlgorithm_t.IDENTITY) same;`;
    const hash = (name: string): string[] =>
      run({ locals, ingress: `hdr.h.c = (bit<32>)${name}.get({ hdr.h.c }); ${TO_6}` }, ["0000123456f8"]);
    expect(hash("one")).toEqual(["6:0000a7b18db8"]);
    expect(hash("two")).toEqual(["6:00004979953a"]);
    expect(hash("short")).toEqual(["6:0000947a947a"]);
    expect(hash("same")).toEqual(["6:0000000000f8"]);
  });

  it("checks sums in the parser, and takes headers off them for the deparser", () => {
    const verify = { parser: "sum.add({ hdr.h.a, hdr.h.b, hdr.h.c }); m.v = sum.verify() ? 32w1 : 0;" };
    const ingress = `hdr.h.a = (bit<8>)m.v; ${TO_6}`;
    expect(run({ ...verify, ingress }, ["1234edcb0000", "1234edcc0000"])).toEqual([
      "6:0034edcb0000",
      "6:0134edcc0000",
    ]);
    const update = {
      parser: "sum.subtract({ hdr.h.c }); sum.subtract({ hdr.h.a, hdr.h.b }); m.sum = sum.get();",
      ingress: `hdr.h.a = 0x20; ${TO_6}`,
      deparser: "hdr.h.c = (bit<32>)check.update({ hdr.h.a, hdr.h.b, m.sum });",
    };
    // RFC 1624: the old sum 0xfffe of 0x1002 and a rest, with 0x2002 in place of 0x1002
    expect(run(update, ["10020000fffe"])).toEqual(["6:20020000effe"]);
  });

  it("counts in the parser with eight bits and a sign", () => {
    const parser = "counter.set(8w2); counter.decrement(8w3); m.v = counter.is_negative() ? 32w1 : 0;";
    expect(run({ parser, ingress: `hdr.h.a = (bit<8>)m.v; ${TO_6}` })).toEqual(["6:0102aabbccdd"]);
  });

  it("a mirror outlives the packet that egress rejects", () => {
    const parts = {
      ingress: `${TO_6} d.mirror_type = 1; m.session = 7; hdr.h.setInvalid();`,
      deparser: "if (d.mirror_type == 1) mirror.emit(m.session);",
    };
    const source = { file: "small.p4", text: text(parts) };
    const { report } = analyseProgram(source, {});
    expect(report.paths.map(({ outcome }) => outcome)).toEqual(["clone"]);
    expect(agreementOf(checkP4(source), report, 50).unlisted).toEqual([]);
    expect(run(parts)).toEqual([`8:${PACKET}`]);
  });

  it("says in the trace that it is our reading, which takes no time", () => {
    const checked = checkP4({ file: "small.p4", text: text({ ingress: TO_6 }) });
    const target = new TnaSwitch(checked, { trace: true });
    target.receive(4, bytesOfHex(PACKET));
    const recording = target.takeTrace();
    const words = expect.stringContaining("no open switch confirms it");
    expect(recording.events[0]).toMatchObject({ kind: "message", text: words });
    const [remark, enter] = recordingTimes(recording, libraryDevice("agilio-cx")!);
    expect(remark).toBeNull();
    expect(enter?.us).toBeGreaterThan(0);
  });

  it("refuses with a place what it does not run", () => {
    const locals = `
      Register<bit<32>, bit<8>>(4) r;
      MathUnit<bit<32>>(MathOp_t.SQR, 1) square;
      RegisterAction<bit<32>, bit<8>, bit<32>>(r) go = { void apply(inout bit<32> value) { value = square.execute(value); } };`;
    const checked = checkP4({ file: "small.p4", text: text({ locals, ingress: "go.execute(1);" }) });
    expect(() => new TnaSwitch(checked)).toThrow("the extern MathUnit cannot be run yet");
  });
});

describe("a packet for each path", () => {
  it("behind what the machine puts before it", () => {
    const parts = {
      ingress: `if (m.v == 0x12345678) { ${TO_6} } else if (hdr.h.b == 7) t.mcast_grp_a = 5;`,
      parser: "m.v = hdr.h.c;",
    };
    const tests = findWitnesses(checkP4({ file: "small.p4", text: text(parts) }));
    expect(tests.map(({ path, witness }) => [path.outcome, witness !== null])).toEqual([
      ["forward", true],
      ["forward", true],
      ["drop", true],
    ]);
  });
});

describe("executed packets take listed paths", () => {
  it.each(["tna", "psa", "pna"])("%s", (name) => {
    const file = join(import.meta.dirname, "..", "..", "program", "fixtures", "architectures", `${name}.p4`);
    const source = { file, text: readFileSync(file, "utf8") };
    const { report } = analyseProgram(source, {});
    const { taken, unlisted } = agreementOf(checkP4(source), report, 1500);
    expect(unlisted).toEqual([]);
    expect(taken.size).toBeGreaterThan(3);
  });
});

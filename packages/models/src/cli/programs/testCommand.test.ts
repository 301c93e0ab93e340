import { describe, expect, it } from "vitest";
import { runInProcess } from "../../../testing/cli/testIo.ts";

const program = `#include <core.p4>
#include <v1model.p4>
header h_t { bit<8> kind; bit<8> value; }
struct headers { h_t h; }
struct metadata { }
parser P(packet_in b, out headers hdr, inout metadata m, inout standard_metadata_t s) {
  state start { b.extract(hdr.h); transition accept; }
}
control V(inout headers hdr, inout metadata m) { apply { } }
control I(inout headers hdr, inout metadata m, inout standard_metadata_t s) {
  action send(bit<9> port) { s.egress_spec = port; hdr.h.value = hdr.h.value + 1; }
  action drop() { mark_to_drop(s); }
  table t { key = { hdr.h.kind : ternary; } actions = { send; drop; } default_action = drop(); }
  apply { t.apply(); }
}
control E(inout headers hdr, inout metadata m, inout standard_metadata_t s) { apply { } }
control C(inout headers hdr, inout metadata m) { apply { } }
control D(packet_out b, in headers hdr) { apply { b.emit(hdr.h); } }
V1Switch(P(), V(), I(), E(), C(), D()) main;
`;
const stf = `# the larger priority wins
add t 1 hdr.h.kind:0x1* I.send(port:1)
add t 2 hdr.h.kind:0x12 I.send(port:2)
packet 0 12 ff aabb
expect 2 12 00 aa*b $
packet 0 13 00
expect 1 1301
packet 0 20 00
`;
const files = { "a.p4": program, "a.stf": stf, "bad.stf": stf.replace("1301", "1302 $") };

describe("p4twin test", () => {
  it("runs the program that is called like the test", async () => {
    const { code, out } = await runInProcess(["test", "a.stf"], { files });
    expect(out).toBe("pass  a.stf  3 packets\n");
    expect(code).toBe(0);
  });

  it("says what left and what was expected, with the line, and ends with 3", async () => {
    const { code, out, written } = await runInProcess(
      ["test", "a.stf", "bad.stf", "--program", "a.p4", "--junit", "out.xml"],
      { files },
    );
    expect(code).toBe(3);
    expect(out).toContain("FAIL  bad.stf  3 packets\n      bad.stf:7: port 1 sent 1301, expected 1302$\n");
    expect(written["out.xml"]).toMatch(
      /<testsuites tests="2" failures="1" errors="0" [\s\S]*<failure type="failed" message="bad.stf:7/,
    );
  });

  it("prints one document, with the first failure of each test", async () => {
    const simple =
      "#include <core.p4>\nparser P(); package Own(P p); parser A() { state start { transition accept; } } Own(A()) main;";
    const { code, out } = await runInProcess(["test", "a.stf", "bad.stf", "own.stf", "--json"], {
      files: { ...files, "bad.p4": program, "own.stf": "packet 0 12\n", "own.p4": simple },
    });
    const document = JSON.parse(out);
    expect(document).toMatchObject({ passed: 1, failed: 1, unsupported: 1 });
    const none = { line: null, expected: null, got: null, message: null };
    expect(document.results).toMatchObject([
      { file: "a.stf", status: "passed", ...none },
      {
        ...{ file: "bad.stf", status: "failed", line: 7, expected: "1302$", got: "1301" },
        message: "port 1 sent 1301, expected 1302$",
      },
      { ...none, file: "own.stf", status: "unsupported", message: expect.stringContaining("can be run") },
    ]);
    expect(code).toBe(3);
  });

  it.each([
    ["an unknown table", "add u k:1 send(port:1)", /there is no table u; the program has I\.t/],
    ["an unknown action", "add t 1 hdr.h.kind:* push()", /no action push in table I\.t; .* I\.send, I\.drop/],
    ["a key that is not there", "add t 1 x:0x1 drop()", /table I\.t has no key x; its keys are hdr\.h\.kind/],
    ["no priority", "add t hdr.h.kind:0x1 drop()", /an entry of I\.t needs a priority/],
    ["half a byte", "packet 0 123", /a packet has whole bytes/],
    ["a word", "send 0 12", /send is not an STF command/],
  ])("%s is told", async (_, line, message) => {
    const { code, out } = await runInProcess(["test", "x.stf", "--program", "a.p4"], {
      files: { ...files, "x.stf": `${line}\n` },
    });
    expect(out).toMatch(message);
    expect(out).toContain("x.stf:1:");
    expect(code).toBe(3);
  });
});

describe("p4twin cover", () => {
  it("writes what test --generate writes, by the names of the contract", async () => {
    const options = { files: { "a.p4": program } };
    const cover = await runInProcess(["cover", "a.p4", "--to", "ptf", "--out", "tests"], options);
    const test = await runInProcess(
      ["test", "--generate", "a.p4", "--format", "ptf", "--out", "tests"],
      options,
    );
    expect(cover).toEqual(test);
    expect(Object.keys(cover.written)).toEqual(["tests/a_test.py"]);
  });

  it("refuses a format that it does not write", async () => {
    const { code, err } = await runInProcess(["cover", "a.p4", "--to", "xml"], {
      files: { "a.p4": program },
    });
    expect([code, err]).toEqual([2, expect.stringContaining('--to takes stf, ptf or pcap, not "xml"')]);
  });
});

describe("p4twin test --generate", () => {
  it("writes a test for each path, which it then passes, and says what they cover", async () => {
    const made = await runInProcess(["test", "--generate", "a.p4", "--out", "tests", "--coverage"], {
      files,
    });
    expect(made.out).toBe(
      "2 of 2 listed paths have a test, written to tests\n" +
        "coverage: 6 of 6 statements (100 %), 2 of 2 table actions (100 %), 1 of 1 parser states (100 %)\n",
    );
    expect(Object.keys(made.written)).toEqual(["tests/a-p1.stf", "tests/a-p2.stf"]);
    const ran = await runInProcess(
      ["test", ...Object.keys(made.written), "--program", "a.p4", "--coverage"],
      {
        files: { ...files, ...made.written },
      },
    );
    expect(ran.out).toContain("pass  tests/a-p1.stf  1 packet\npass  tests/a-p2.stf  1 packet\n");
    expect(ran.out).toContain("a.p4: coverage: 6 of 6 statements (100 %)");
  });

  it.each([
    ["ptf", ["tests/a_test.py"]],
    ["pcap", ["tests/a-p1-0_in.pcap", "tests/a-p1-0_out.pcap", "tests/a-p2-0_in.pcap"]],
  ])("as %s", async (format, names) => {
    const { written } = await runInProcess(
      ["test", "--generate", "a.p4", "--out", "tests", "--format", format],
      {
        files,
      },
    );
    expect(Object.keys(written)).toEqual(names);
  });

  it.each([
    [["--generate", "a.p4"], /--out DIR is missing/],
    [["--generate", "a.p4", "--out", "d", "--format", "xml"], /--format takes stf, ptf or pcap, not "xml"/],
    [["--generate", "a.p4", "--out", "d", "a.stf"], /--generate makes tests, it runs none/],
  ])("%j is refused", async (argv, message) => {
    const { code, err } = await runInProcess(["test", ...argv], { files });
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });
});

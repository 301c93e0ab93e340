import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { runInProcess } from "../../../testing/cli/testIo.ts";
import { findingKinds } from "../../review/index.ts";
import { encodePcap } from "../../telemetry/index.ts";

const l3fwd = readFileSync(new URL("../../../library/programs/l3fwd.p4", import.meta.url), "utf8");
const slower = l3fwd.replace("hdr.ipv4.ttl - 1", "hdr.ipv4.ttl - 2");
const withoutDrop = l3fwd
  .replace("            drop;\n", "")
  .replace("        default_action = drop();\n", "");
const routes = (port: number) =>
  `table_add ipv4_lpm ipv4_forward 10.0.1.0/24 => 00:00:00:00:01:01 1\ntable_add ipv4_lpm ipv4_forward 10.0.2.0/24 => 00:00:00:00:02:02 ${port}\n`;
const plan = (rules: string) =>
  `version: 1\nprograms:\n  - file: a.p4\n    entries: a.txt\n    devices: [netfpga-sume]\nrules: ${rules}\n`;
/** An IPv4 packet to 10.0.1.9, as l3fwd routes it. */
const ROUTED = "0000000001010000000001020800450000140000000040110000" + "0a0000010a000109";
const hexBytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, "hex"));
const at = (folder: string, files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
const state = { "a.p4": l3fwd, "a.txt": routes(2), "p4twin.yaml": plan("{}") };
const review = async (argv: string[], files: Record<string, string>, revisions = {}) =>
  runInProcess(["review", ...argv], { files, revisions });

describe("review of two programs", () => {
  it("finds packets that leave otherwise, with the entry that decides and the byte that changed", async () => {
    const files = { "a.p4": l3fwd, "b.p4": slower, "a.txt": routes(2) };
    const { code, out } = await review(["a.p4", "b.p4", "--entries", "a.txt"], files);
    expect(code).toBe(0);
    expect(out).toMatch(/note packets: \d+ of \d+ packets leave differently/);
    expect(out).toMatch(/hdr\.ipv4\.dst_addr=10\.0\.1\.0\/24, .*ipv4_forward.*; byte 22 was 3f, is 3e/);
  });

  it("sends recorded traffic, and writes a test for every path of HEAD", async () => {
    const files = { "a.p4": l3fwd, "b.p4": slower, "a.txt": routes(2) };
    const pcap = encodePcap([{ timeNs: 0n, data: hexBytes(ROUTED) }]);
    const argv = [
      "a.p4",
      "b.p4",
      "--entries",
      "a.txt",
      "--packets",
      "0",
      "--pcap",
      "day.pcap",
      "--tests",
      "out",
    ];
    const ran = await runInProcess(["review", ...argv, "--format", "json"], {
      files: { ...files, "day.pcap": pcap },
    });
    const { packets } = JSON.parse(ran.out).programs[0];
    expect(packets).toMatchObject({ packets: 1, recorded: 1, differing: 1 });
    expect(packets.differences[0].witness).toEqual({ port: 0, hex: ROUTED, text: null, stf: null });
    expect(ran.err).toMatch(/\d+ of \d+ listed paths have a test, written to out/);
    expect(Object.keys(ran.written).every((name) => /^out\/b-p\d+\.stf$/.test(name))).toBe(true);
    const [stf] = Object.keys(ran.written);
    const again = { "b.p4": slower, "t.stf": String(ran.written[stf ?? ""]) };
    expect((await runInProcess(["test", "t.stf", "--program", "b.p4"], { files: again })).code).toBe(0);
  });

  it("of several files of entries of one program answers as for each alone", async () => {
    const planOf = (names: string[]) =>
      `version: 1\nprograms:\n${names.map((name) => `  - { file: a.p4, entries: ${name} }\n`).join("")}`;
    const side = (names: string[], folder: string, port: number) =>
      at(folder, {
        ...{ "a.p4": folder === "old" ? l3fwd : slower, "p4twin.yaml": planOf(names) },
        ...{ "a.txt": routes(port), "b.txt": routes(port + 1) },
      });
    const answers = async (names: string[]) => {
      const files = { ...side(names, "old", 2), ...side(names, "new", 4) };
      return JSON.parse((await review(["old", "new", "--json"], files)).out).programs;
    };
    const named = (name: string, answer: object) => ({ ...answer, program: `a.p4 with ${name}` });
    const [[a], [b]] = [await answers(["a.txt"]), await answers(["b.txt"])];
    const both = await answers(["a.txt", "b.txt"]);
    expect(both).toEqual([named("a.txt", a), named("b.txt", b)]);
    expect(a.packets.differences).not.toEqual(b.packets.differences);
  });

  it("finds what other entries do to the same program", async () => {
    const files = { "a.p4": l3fwd, "a.txt": routes(2), "b.txt": routes(3) };
    const argv = ["a.p4", "a.p4", "--base-entries", "a.txt", "--entries", "b.txt", "--format", "json"];
    const [answer] = JSON.parse((await review(argv, files)).out).programs;
    const ports = (side: { sent: { port: number }[] }) => side.sent.map(({ port }) => port);
    expect(answer.packets.differences.length).toBeGreaterThan(0);
    for (const { before, after } of answer.packets.differences)
      expect([ports(before), ports(after)]).toEqual([[2], [3]]);
  });

  it("a program that becomes slower than a limit allows fails", async () => {
    const files = { "rules.yaml": plan("{ maxSlowdownPercent: 1 }") };
    const argv = ["lib:l2fwd", "lib:l3fwd", "--plan", "rules.yaml", "--device", "netfpga-sume"];
    const { code, out } = await review(argv, files);
    expect([code, out]).toEqual([3, expect.stringMatching(/FAIL maxSlowdownPercent: .*\(\+\d/)]);
  });

  it("the same program, whatever is drawn: nothing differs", async () => {
    const { code, out } = await review(["lib:nat", "lib:nat", "--packets", "200", "--seed", "7"], {});
    expect([code, out]).toEqual([0, expect.stringContaining("0 changed, 0 added, 0 removed")]);
    expect(out).not.toContain("leave differently");
  });
});

describe("review of folders and revisions", () => {
  it.each([
    [
      "a budget",
      "{ maxUs: { netfpga-sume: 3 } }",
      state,
      "maxUs: the slowest path on netfpga-sume takes 3.71 us",
    ],
    ["packets", "{ packets: forbid }", { ...state, "a.txt": routes(3) }, "packets: "],
    ["tables", "{ maxTables: 0 }", state, "maxTables: a path meets 1 table;"],
    ["removed paths", "{ removedPaths: forbid }", { ...state, "a.p4": withoutDrop }, "removedPaths: "],
    ["an error", "{}", { ...state, "a.p4": "control {" }, "readable: a.p4:1:"],
  ])("%s: exit 3 and the rule, when it fails", async (_, rules, head, finding) => {
    const files = { ...at("old", state), ...at("new", { ...head, "p4twin.yaml": plan(rules) }) };
    const { code, out } = await review(["old", "new"], files);
    expect(code).toBe(3);
    expect(out).toContain(`FAIL ${finding}`);
  });

  describe("a program that could not be read before the change either", () => {
    const broken = l3fwd.replace("ttl - 1", "ttl - nothing");
    const more = `\n${broken.replace("egress_spec = port", "egress_spec = no_port")}`;
    it.each([
      ["is a warning, wherever it stands", "{}", `\n${broken}`, 0, ["note readable: a.p4:"], "FAIL"],
      [
        "fails with what is new",
        "{}",
        more,
        3,
        ["note readable: ", "FAIL readable: "],
        "so the rule is open",
      ],
      [
        "fails rules that it leaves open",
        "{ removedPaths: forbid, maxUs: { netfpga-sume: 30 } }",
        broken,
        3,
        ["FAIL removedPaths: the program can be read neither", "FAIL maxUs: ", "note readable: "],
        "FAIL packets",
      ],
    ])("%s", async (_, rules, head, expected, found, never) => {
      const files = {
        ...at("old", { ...state, "a.p4": broken }),
        ...at("new", { ...state, "a.p4": head, "p4twin.yaml": plan(rules) }),
      };
      const { code, out } = await review(["old", "new"], files);
      for (const text of found) expect(out).toContain(text);
      expect(out).not.toContain(never);
      expect(code).toBe(expected);
    });
  });

  it("refuses a plan that names a program which the head does not have: it would check nothing", async () => {
    const plan = "version: 1\nprograms:\n  - file: gone.p4\n";
    const revisions = { main: { ...state, "p4twin.yaml": plan }, topic: { ...state, "p4twin.yaml": plan } };
    const { code, err } = await review(["main", "topic"], {}, revisions);
    expect([code, err]).toEqual([1, expect.stringContaining("names gone.p4, which topic does not have")]);
    const inside = { ...state, "p4twin.yaml": plan.replace("gone", "lib/gone"), lib: "" };
    const { err: told } = await review(["main", "topic"], {}, { main: inside, topic: inside });
    expect(told).toContain("lib is a submodule");
  });

  it("reads git revisions, and the folder as it is", async () => {
    const revisions = { main: state, topic: { ...state, "a.txt": routes(3) } };
    const { out } = await review(["main", "topic"], {}, revisions);
    expect(out).toContain("leave differently");
  });

  it("a program that only one side has is not compared, and said so", async () => {
    const files = { ...at("old", {}), "old/x": "", ...at("new", state) };
    const { code, out } = await review(["old", "new"], files);
    expect([code, out]).toEqual([0, expect.stringContaining("not compared: the base has no such program")]);
  });

  it("JUnit and SARIF name rule, level and place", async () => {
    const files = { ...at("old", state), ...at("new", { ...state, "a.p4": "control {" }) };
    expect((await review(["old", "new", "--format", "junit"], files)).out).toMatch(
      /failures="1"[\s\S]*readable: /,
    );
    const sarif = JSON.parse((await review(["old", "new", "--format", "sarif"], files)).out);
    expect(sarif).toMatchObject({ version: "2.1.0" });
    expect(sarif.runs[0].results[0]).toMatchObject({
      ...{ ruleId: "readable", level: "error" },
      locations: [{ physicalLocation: { artifactLocation: { uri: "a.p4" }, region: { startLine: 1 } } }],
    });
  });

  it.each([
    ["no such side", ["nowhere", "."], 1],
    ["one side only", ["a.p4"], 2],
    ["a program and a folder", ["a.p4", "new"], 2],
    ["no plan, and nothing to compare", ["bare", "bare"], 1],
    ["a plan with a mistake", ["old", "wrong"], 1],
    ["a format that is not known", ["a.p4", "a.p4", "--format", "xml"], 2],
    ["a count that is not one", ["a.p4", "a.p4", "--packets", "many"], 2],
  ])("%s: exit %i", async (_, argv, code) => {
    const files = {
      "a.p4": l3fwd,
      ...at("old", state),
      ...at("new", state),
      "bare/x": "",
      "wrong/p4twin.yaml": "version: 2\n",
    };
    expect((await review(argv, files)).code).toBe(code);
  });
});

describe("the JSON of a review", () => {
  const rules =
    "{ addedPaths: forbid, removedPaths: forbid, changedPaths: forbid, packets: forbid, maxTables: 0, maxSlowdownPercent: 1, maxUs: { netfpga-sume: 3 } }";

  it("is one document of findings by kind, with severity, rule, device and a witness that runs otherwise", async () => {
    const rewritten = l3fwd.replace("hdr.ipv4.ttl = ", "hdr.ethernet.src_addr = 1;\n        hdr.ipv4.ttl = ");
    expect(rewritten).not.toBe(l3fwd);
    const files = {
      ...at("old", state),
      ...at("new", { ...state, "a.p4": rewritten, "p4twin.yaml": plan(rules) }),
    };
    const { code, out } = await review(["old", "new", "--to", "json"], files);
    expect(code).toBe(3);
    const { base, head, failed, findings } = JSON.parse(out);
    expect([base, head, failed]).toEqual(["old", "new", true]);
    for (const finding of findings) {
      expect(Object.keys(finding).sort()).toEqual(
        ["device", "kind", "message", "program", "rule", "severity", "witness"].sort(),
      );
      expect(findingKinds).toContain(finding.kind);
      expect(["error", "warning", "info"]).toContain(finding.severity);
    }
    expect(findings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: "budget", severity: "error", rule: "maxUs", device: "netfpga-sume" }),
        expect.objectContaining({ kind: "budget", severity: "error", rule: "maxTables", device: null }),
        expect.objectContaining({ kind: "packet", severity: "error", rule: "packets" }),
      ]),
    );
    const { witness } = findings.find(({ kind }: { kind: string }) => kind === "packet");
    const sent = async (text: string) => {
      const argv = ["run", "p.p4", "--packet", witness, "--entries", "a.txt", "--json"];
      const ran = await runInProcess(argv, { files: { "p.p4": text, "a.txt": routes(2) } });
      return JSON.parse(ran.out).packets[0].outputs.map(({ port, hex }: { port: number; hex: string }) => [
        port,
        hex,
      ]);
    };
    expect(await sent(rewritten)).not.toEqual(await sent(l3fwd));
  });

  it("what no rule forbids is info; paths that come and go are named one by one", async () => {
    const files = { ...at("old", { ...state, "a.p4": withoutDrop }), ...at("new", state) };
    const findings = JSON.parse((await review(["old", "new", "--json"], files)).out).findings;
    const added = findings.filter(({ kind }: { kind: string }) => kind === "path-added");
    expect(added.length).toBeGreaterThan(0);
    for (const each of added) expect(each).toMatchObject({ severity: "info", rule: null, program: "a.p4" });
  });

  it("takes rules of another file, under both names of the option", async () => {
    const files = { "a.p4": l3fwd, "rules.yaml": plan("{ maxTables: 0 }") };
    for (const option of ["--rules", "--plan"])
      expect((await review(["a.p4", "a.p4", option, "rules.yaml", "--packets", "0"], files)).code).toBe(3);
  });
});

it("two folders of a switch, as attach writes them: entries that came, went and changed", async () => {
  const entry = (value: string, port: string) => ({
    ...{ kind: "entry", table: "t", match: { dst: { kind: "exact", value } }, priority: 0, isDefault: false },
    ...{ metadata: "", action: { kind: "run", run: { name: "send", params: { port } } } },
  });
  const held = (...entities: unknown[]) =>
    JSON.stringify({ version: 1, address: "a:1", deviceId: "0", cookie: null, partial: false, entities });
  const plan =
    "version: 1\nprograms:\n  - file: l.p4\n    snapshot: snapshot.json\nrules: { entries: forbid, packets: allow }\n";
  const program = "// as it is on both sides\n";
  const files = {
    "mon/snapshot.json": held(entry("0x1", "0x1"), entry("0x2", "0x1")),
    "tue/snapshot.json": held(entry("0x1", "0x9"), entry("0x3", "0x1")),
    ...{ "tue/p4twin.yaml": plan, "mon/l.p4": program, "tue/l.p4": program },
  };
  const { code, out } = await runInProcess(["review", "mon", "tue", "--packets", "0"], { files });
  expect(code).toBe(3);
  expect(out).toContain("FAIL entries: 1 added, 1 removed, 1 changed");
  expect(out).toContain("entry changed: t dst=0x1: send(port=0x9), was send(port=0x1)");
  const json = await runInProcess(["review", "mon", "tue", "--format", "json"], { files });
  expect(JSON.parse(json.out).programs[0].entries).toMatchObject({ added: 1, removed: 1, changed: 1 });
});

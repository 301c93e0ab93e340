import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { libraryFiles } from "../../../library/index.ts";
import { runInProcess } from "../../../testing/cli/testIo.ts";
import { libraryDeviceIds } from "../../device/index.ts";
import { estimateReportSchema } from "../../latency/index.ts";
import { featuresReportSchema, programComparisonSchema } from "../../program/index.ts";

const l3fwd = libraryFiles["programs/l3fwd.p4"]!;
const programs = Object.keys(libraryFiles).flatMap((path) => /^programs\/(.+)\.p4$/.exec(path)?.[1] ?? []);
const fixture = (path: string): string =>
  readFileSync(new URL(`../../program/fixtures/${path}`, import.meta.url), "utf8");
const slower = l3fwd.replace("hdr.ipv4.ttl =", "hdr.ethernet.ether_type = 0x0801; hdr.ipv4.ttl =");

describe("one JSON document", () => {
  it.each(programs)("features and estimate of lib:%s", async (name) => {
    const features = await runInProcess(["features", `lib:${name}`, "--json"]);
    expect(features).toMatchObject({ code: 0, err: "" });
    const report = featuresReportSchema.strict().parse(JSON.parse(features.out));
    expect(report).toMatchObject({ program: `${name}.p4`, architecture: "v1model", diagnostics: [] });
    for (const device of ["agilio-cx", "t4p4s"]) {
      const estimate = await runInProcess(["estimate", `lib:${name}`, "--device", device, "--json"]);
      const { estimates, ...rest } = estimateReportSchema.parse(JSON.parse(estimate.out));
      expect(estimates.map((each) => each.pathId)).toEqual(report.paths.map((path) => path.id));
      expect(rest).toMatchObject({ program: `${name}.p4`, device, packetBytes: 1500, engine: "linear" });
    }
  });

  it("of every device, also those that publish no latency", async () => {
    for (const device of libraryDeviceIds()) {
      const ran = await runInProcess(["estimate", "lib:l3fwd", "--device", device, "--json"]);
      expect(ran.code).toBe(0);
      estimateReportSchema.parse(JSON.parse(ran.out));
    }
  });

  it("of a file, of standard input and of the library: the same but for the name", async () => {
    const { paths, min, max, hash } = JSON.parse(
      (await runInProcess(["features", "lib:l3fwd", "--json"])).out,
    );
    const file = await runInProcess(["features", "a/b.p4", "--json"], { files: { "a/b.p4": l3fwd } });
    const piped = await runInProcess(["features", "-", "--json"], { stdin: l3fwd });
    for (const ran of [file, piped]) expect(JSON.parse(ran.out)).toMatchObject({ paths, min, max, hash });
    expect(JSON.parse(file.out).program).toBe("a/b.p4");
  });
});

describe("clones", () => {
  it("are listed apart from the packets that they are made of", async () => {
    const { out } = await runInProcess(["features", "lib:upf_lif"]);
    const [packets, clones] = out.split("clones, through egress only; min and max leave them out");
    expect(packets).not.toContain("intercept_destination");
    expect(clones).toMatch(/^c1 +ingress +0 +2 +0 +0 +0 +1 +forward +intercept_destination:to_destination$/m);
  });
});

describe("--arch", () => {
  it.each(["psa", "pna", "tna", "sume", "ebpf", "xdp", "ubpf"])("%s", async (arch) => {
    const files = { "p.p4": fixture(`architectures/${arch}.p4`) };
    const ran = await runInProcess(["features", "p.p4", "--arch", arch, "--json"], { files });
    expect(ran).toMatchObject({ code: 0, err: "" });
    const report = JSON.parse(ran.out);
    expect(report.architecture).toBe(arch);
    expect(report.paths.some((path: { outcome: string }) => path.outcome === "drop")).toBe(true);
    const other = await runInProcess(["features", "p.p4", "--arch", "v1model"], { files });
    expect(other).toMatchObject({ code: 1, out: "" });
    expect(other.err).toMatch(/^p\.p4:\d+:\d+: error: .* \[p4-architecture\]$/m);
  });

  it("an architecture that nobody knows", async () => {
    const ran = await runInProcess(["features", "lib:l3fwd", "--arch", "abacus"]);
    expect(ran).toMatchObject({ code: 1, out: "" });
    expect(ran.err).toMatch(/unknown architecture 'abacus'; known are v1model, psa, pna/);
  });

  it("macros of Tofino 2 come with its architecture", async () => {
    const text = fixture("architectures/tna.p4").replace("#ifdef TOFINO2", "#if __TARGET_TOFINO__ == 2");
    const architecture = async (argv: string[]): Promise<string> =>
      JSON.parse(
        (await runInProcess(["features", "p.p4", "--json", ...argv], { files: { "p.p4": text } })).out,
      ).architecture;
    expect(await architecture([])).toBe("tna");
    expect(await architecture(["--arch", "t2na"])).toBe("t2na");
    expect(await architecture(["-D", "__TARGET_TOFINO__=2"])).toBe("t2na");
  });
});

describe("malformed input", () => {
  it.each([
    [
      "a file that is not there",
      ["features", "nowhere.p4"],
      1,
      /^nowhere\.p4: error: .*cannot be read|nowhere\.p4/,
    ],
    ["a library program that is not there", ["features", "lib:l3fw"], 1, /l3fwd/],
    ["an empty file", ["features", "empty.p4"], 1, /^empty\.p4.* error: .*main/m],
    ["bytes that are no text", ["features", "bytes.p4"], 1, /^bytes\.p4:1:1: error: /m],
    ["a syntax error", ["features", "cut.p4"], 1, /^cut\.p4:\d+:\d+: error: .+ \[p4-[a-z-]+\]$/m],
    ["JSON that p4c did not write", ["features", "other.json"], 1, /^other\.json:1:1: error: /m],
    ["no file", ["features"], 2, /FILE is missing/],
    ["two files", ["features", "a.p4", "b.p4"], 2, /"b\.p4" is one too many/],
    ["a bad macro", ["features", "lib:l3fwd", "-D", "9=1"], 2, /-D takes NAME or NAME=VALUE, not "9=1"/],
    [
      "an option that is not there",
      ["features", "lib:l3fwd", "--entrie", "x"],
      2,
      /did you mean "--entries"/,
    ],
    ["no device", ["estimate", "lib:l3fwd"], 2, /--device ID\|FILE is missing/],
    ["a device that is not there", ["estimate", "lib:l3fwd", "--device", "agilio"], 1, /agilio-cx/],
    [
      "a packet of no size",
      ["estimate", "lib:l3fwd", "--device", "cpu", "--packet", "0"],
      2,
      /--packet takes/,
    ],
    ["half an extreme", ["estimate", "lib:l3fwd", "--device", "cpu", "--extremes", "1.5"], 2, /whole number/],
    ["an engine that is not there", ["estimate", "lib:l3fwd", "--device", "cpu", "--engine", "p9"], 2, /p8/],
    ["no budget", ["check", "lib:l3fwd", "--device", "cpu"], 2, /--max-us N is missing/],
    ["a budget of nothing", ["check", "lib:l3fwd", "--device", "cpu", "--max-us", "-1"], 2, /--max-us/],
    [
      "paths of two programs and of one",
      ["estimate", "lib:l3fwd", "--device", "cpu", "--compare", "lib:nat", "--path", "p1"],
      2,
      /--compare takes all paths/,
    ],
    [
      "a comparison with nothing",
      ["features", "lib:l3fwd", "--compare", "cut.p4"],
      1,
      /^cut\.p4:\d+:\d+: error/m,
    ],
  ])("%s", async (_, argv, code, err) => {
    const files = {
      "empty.p4": "",
      "bytes.p4": "\u0000\u0001\ufffd",
      "cut.p4": l3fwd.slice(0, 1500),
      "other.json": '{"a": 1}',
    };
    const ran = await runInProcess(argv, { files });
    expect(ran).toMatchObject({ code, out: "" });
    expect(ran.err).toMatch(err);
  });
});

describe("--compare", () => {
  const files = { "old.p4": l3fwd, "new.p4": slower };

  it("features: paths that changed, with the difference of their vectors", async () => {
    const ran = await runInProcess(["features", "lib:l3fwd_firewall", "--compare", "lib:l3fwd", "--json"]);
    const { before, after, comparison, source } = JSON.parse(ran.out);
    expect([before.program, after.program]).toEqual(["l3fwd_firewall.p4", "l3fwd.p4"]);
    expect(programComparisonSchema.strict().parse(comparison).counts).toEqual({
      same: 3,
      changed: 0,
      added: 0,
      removed: 4,
    });
    expect(source.length).toBeGreaterThan(0);
    const { out } = await runInProcess(["features", "old.p4", "--compare", "old.p4"], { files });
    expect(out).toMatch(
      /^old\.p4 \(3 paths\) and old\.p4 \(3 paths\): 3 the same, 0 changed, 0 added, 0 removed$/m,
    );
  });

  it("estimate: what a change costs on a device", async () => {
    const argv = ["estimate", "lib:l3fwd", "--compare", "lib:fw", "--device", "agilio-cx"];
    const { before, after, comparison } = JSON.parse((await runInProcess([...argv, "--json"])).out);
    for (const each of comparison.paths) {
      if (each.deltaUs === null) continue;
      const meanOf = (report: typeof before, id: string): number =>
        report.estimates.find((estimate: { pathId: string }) => estimate.pathId === id).meanUs;
      expect(each.deltaUs).toBeCloseTo(meanOf(after, each.after) - meanOf(before, each.before), 9);
    }
    const { out } = await runInProcess(argv);
    expect(out).toMatch(/^ +slowest +8\.56 +\d+\.\d\d +[+-]?\d+\.\d\d/m);
  });
});

describe("--probabilities entries", () => {
  it("weighs actions by the entries that run them", async () => {
    const commands = [
      "table_add ipv4_lpm ipv4_forward 10.0.0.0/24 => 1 1",
      "table_add ipv4_lpm ipv4_forward 10.0.1.0/24 => 1 1",
      "table_add ipv4_lpm ipv4_forward 10.0.2.0/24 => 1 1",
      "table_add ipv4_lpm drop 10.0.3.0/24 =>",
    ];
    const files = { "s1.txt": commands.join("\n") };
    const argv = ["estimate", "lib:l3fwd", "--device", "agilio-cx", "--probabilities", "entries", "--json"];
    const ran = await runInProcess([...argv, "--entries", "s1.txt"], { files });
    const { outcomes } = JSON.parse(ran.out).expected;
    const share = (outcome: string): number =>
      outcomes.find((each: { outcome: string }) => each.outcome === outcome).probability;
    // half of the packets are no IPv4 and are dropped, where nothing is said of the parser
    expect(share("forward")).toBeCloseTo(0.5 * 0.75, 9);
    expect(share("drop")).toBeCloseTo(0.5 * 0.25 + 0.5, 9);
    const without = await runInProcess(argv);
    expect(without).toMatchObject({ code: 2, err: expect.stringMatching(/needs --entries FILE/) });
  });
});

describe("check", () => {
  it("holds, and separates what is unknown from what cannot be", async () => {
    const argv = ["check", "lib:latency_control_uc2", "--device", "agilio-cx", "--max-us", "1000", "--json"];
    const ran = await runInProcess(argv);
    expect(ran.code).toBe(3);
    const answer = JSON.parse(ran.out);
    expect(answer).toMatchObject({ holds: false, verdict: "cannot run", budgetUs: 1000 });
    expect(answer.limits).toEqual([expect.stringMatching(/^needs queue depths and times as metadata/)]);
    expect(answer.unknown).toEqual([
      expect.stringMatching(/^needs priorities of queues, which agilio-cx supports badly/),
      expect.stringMatching(/^table tb_int_source has ternary keys; the profile of agilio-cx/),
    ]);
    const { out } = await runInProcess(argv.slice(0, -1));
    expect(out).toMatch(/^unknown: needs priorities /m);
  });

  it("an extern of unknown cost leaves the answer open: at least, and exit 3", async () => {
    const argv = ["check", "lib:vqueue", "--device", "t4p4s", "--max-us", "1000"];
    const ran = await runInProcess(argv);
    expect(ran.code).toBe(3);
    expect(ran.out).toMatch(/takes at least 45\.98 us .*, and it is unknown whether that holds the budget/);
    const answer = JSON.parse((await runInProcess([...argv, "--json"])).out);
    expect(answer).toMatchObject({ holds: false, verdict: "open", notCounted: expect.any(Array) });
    expect([...answer.notCounted].sort()).toEqual(["register.read", "register.write"]);
    expect((await runInProcess(["estimate", "lib:vqueue", "--device", "t4p4s"])).out).toMatch(
      /p1 +at least 45\.98 +-/,
    );
  });

  it("a measured cost of an extern closes it", async () => {
    const cost = ["--extern-us", "counter.count=0.2"];
    // the device publishes no room for ternary rules
    const files = { "ulf.p4": libraryFiles["programs/upf_ulf.p4"]!.replaceAll(": ternary", ": exact") };
    const argv = ["check", "ulf.p4", "--device", "agilio-cx", "--max-us", "60"];
    expect((await runInProcess(argv, { files })).code).toBe(3);
    expect((await runInProcess([...argv, ...cost], { files })).code).toBe(0);
    expect((await runInProcess([...argv, "--extern-us", "counter.count"], { files })).code).toBe(2);
  });

  it("is no when a table is for more rules than the device works with", async () => {
    const big = l3fwd.replace(/size = \d+;/, "size = 50000;");
    expect(big).not.toBe(l3fwd);
    const ran = await runInProcess(["check", "big.p4", "--device", "agilio-cx", "--max-us", "100"], {
      files: { "big.p4": big },
    });
    expect(ran.code).toBe(3);
    expect(ran.out).toMatch(
      /cannot run it: table ipv4_lpm is declared for 50000 lpm rules, agilio-cx works with 48000/,
    );
  });

  it.each([
    [8.56, 0],
    [8.55, 3],
  ])("a budget of %d us ends with %i", async (budget, code) => {
    const argv = ["check", "lib:l3fwd", "--device", "agilio-cx", "--max-us", String(budget)];
    expect((await runInProcess(argv)).code).toBe(code);
  });
});

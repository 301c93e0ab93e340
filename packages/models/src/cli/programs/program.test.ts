import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { libraryFiles } from "../../../library/index.ts";
import { runInProcess } from "../../../testing/cli/testIo.ts";

const l3fwd = libraryFiles["programs/l3fwd.p4"]!;
const withInclude = l3fwd.replace("const bit<16> ETHERTYPE_IPV4 = 0x0800;", '#include "types.p4"');
const types = "const bit<16> ETHERTYPE_IPV4 = ETHERTYPE;\n";

const features = async (argv: string[], files: Record<string, string> = {}) => {
  const ran = await runInProcess(["features", ...argv, "--json"], { files });
  expect(ran).toMatchObject({ code: 0, err: "" });
  return JSON.parse(ran.out);
};
const estimate = async (argv: string[], files: Record<string, string> = {}) => {
  const ran = await runInProcess(["estimate", ...argv, "--json"], { files });
  expect(ran).toMatchObject({ code: 0, err: "" });
  return JSON.parse(ran.out);
};

describe("features", () => {
  it.each([
    ["l3fwd", { parse: 2, modify: 2, copy: 0, remove: 0, add: 0, table: 1 }],
    ["l3fwd_firewall", { parse: 3, modify: 2, copy: 0, remove: 0, add: 0, table: 2 }],
    ["vxlan_decap", { parse: 11, modify: 0, copy: 3, remove: 4, add: 0, table: 2 }],
  ])("lib:%s has the published vector on its slowest path", async (name, max) => {
    expect((await features([`lib:${name}`])).max).toEqual(max);
  });

  it("takes what p4c-bm2-ss compiled for its source", async () => {
    const json = readFileSync(
      new URL("../../program/fixtures/bmv2/l3fwd_firewall.json", import.meta.url),
      "utf8",
    );
    const ours = await features(["build/fw.json"], { "build/fw.json": json });
    expect(ours.max).toEqual((await features(["lib:l3fwd_firewall"])).max);
    const written = await runInProcess(["decompile", "fw.json"], { files: { "fw.json": json } });
    expect((await features(["fw.p4"], { "fw.p4": written.out })).max).toEqual(ours.max);
    const ran = await runInProcess(["features", "fw.json"], { files: { "fw.json": json.slice(0, -9) } });
    expect(ran).toMatchObject({ code: 1, out: "" });
    expect(ran.err).toMatch(/^fw\.json: error: not valid JSON/m);
  });

  it("finds includes beside the file and below -I, and defines macros", async () => {
    const beside = { "src/main.p4": withInclude, "src/types.p4": types };
    const below = { "src/main.p4": withInclude, "inc/types.p4": types };
    const both = [
      await features(["src/main.p4", "-D", "ETHERTYPE=0x0800"], beside),
      await features(["src/main.p4", "-DETHERTYPE=0x0800", "-Iinc"], below),
    ];
    for (const report of both) expect(report.pathCount).toBe(3);
  });

  it("a missing include is an error at its line", async () => {
    const ran = await runInProcess(["features", "main.p4"], { files: { "main.p4": withInclude } });
    const line = withInclude.split("\n").findIndex((l) => l.includes("types.p4")) + 1;
    expect(ran.code).toBe(1);
    expect(ran.err).toMatch(new RegExp(`^main\\.p4:${line}:\\d+: error: .*types\\.p4`, "m"));
  });

  it("table entries narrow the paths", async () => {
    const entries = JSON.stringify({
      table_entries: [{ table: "ipv4_lpm", default_action: true, action_name: "drop" }],
    });
    const report = await features(["lib:l3fwd", "--entries", "s1.json"], { "s1.json": entries });
    expect(report.paths.every((p: { outcome: string }) => p.outcome === "drop")).toBe(true);
  });

  it("table entries may be commands of BMv2's CLI", async () => {
    const commands = "table_set_default ipv4_lpm drop\n";
    const report = await features(["lib:l3fwd", "--entries", "s1.txt"], { "s1.txt": commands });
    expect(report.paths.every((p: { outcome: string }) => p.outcome === "drop")).toBe(true);
    const files = { "s1.txt": "\ntable_set_default ipv4_lpm\n" };
    const ran = await runInProcess(["features", "lib:l3fwd", "--entries", "s1.txt"], { files });
    expect(ran).toMatchObject({ code: 1, out: "" });
    expect(ran.err).toMatch(/^s1\.txt:2:1: error: table_set_default needs a table and an action/m);
  });

  it.each([
    {
      what: "entries of another shape",
      argv: ["--entries", "s1.json"],
      err: /^s1\.json:1:\d+: error: .*table_entries/m,
    },
    {
      what: "another architecture than asked",
      argv: ["--arch", "psa"],
      err: /^l3fwd\.p4:\d+:\d+: error: .*psa needs a PSA_Switch/m,
    },
  ])("$what: exit 1", async ({ argv, err }) => {
    const ran = await runInProcess(["features", "lib:l3fwd", ...argv], {
      files: { "s1.json": '{"entries":[]}' },
    });
    expect(ran).toMatchObject({ code: 1, out: "" });
    expect(ran.err).toMatch(err);
  });

  it("prints a table for people", async () => {
    const { out } = await runInProcess(["features", "lib:l3fwd"]);
    expect(out).toMatch(/^l3fwd\.p4, v1model, 3 paths$/m);
    expect(out).toMatch(/^p1 +2 +2 +0 +0 +0 +1 +forward +start parse_ipv4 ipv4_lpm:ipv4_forward$/m);
    expect(out).toMatch(/^max +2 +2 +0 +0 +0 +1$/m);
  });
});

describe("estimate", () => {
  it("takes the other engine and one path", async () => {
    const report = await estimate(["lib:l3fwd", "--device", "agilio-cx", "--engine", "p8", "--path", "max"]);
    expect(report).toMatchObject({ engine: "p8", maxUs: 8.73, estimates: [{ meanUs: 8.73 }] });
    expect(report.estimates).toHaveLength(1);
    const min = await estimate(["lib:l3fwd", "--device", "agilio-cx", "--path", "min"]);
    expect(min.estimates[0].meanUs).toBe(7.45);
  });

  it("names the slowest of all paths, listed or not", async () => {
    const report = await estimate(["lib:l3fwd", "--device", "agilio-cx", "--extremes", "2"]);
    expect(report.extremes.slowest.map((e: { meanUs: number }) => e.meanUs)).toEqual([8.56, 7.56]);
    const many = Array.from({ length: 12 }, (_, i) => i);
    const big = l3fwd
      .replace(
        / *apply {\s*if \(hdr.ipv4.isValid/,
        (apply) =>
          `${many.map((i) => `table t${i} { key = { hdr.ipv4.ttl: exact; } actions = { drop; NoAction; } }`).join("\n")}\n${apply}`,
      )
      .replace("ipv4_lpm.apply();", `ipv4_lpm.apply(); ${many.map((i) => `t${i}.apply();`).join(" ")}`);
    const cut = await estimate(["big.p4", "--device", "agilio-cx"], { "big.p4": big });
    expect(cut.notes.join()).toMatch(/not every path is listed: the slowest of all is p\d+/);
    expect(cut.extremes.slowest[0].meanUs).toBe(cut.maxUs);
    const one = await estimate(["big.p4", "--device", "agilio-cx", "--path", "max"], { "big.p4": big });
    expect(one.estimates).toEqual(cut.extremes.slowest);
    const last = await estimate(["big.p4", "--device", "agilio-cx", "--path", "p4000"], { "big.p4": big });
    expect(last.estimates).toMatchObject([{ pathId: "p4000" }]);
    const { out } = await runInProcess(["estimate", "big.p4", "--device", "agilio-cx"], {
      files: { "big.p4": big },
    });
    expect(out).toMatch(/slowest of all paths\n\n(.*\n)+p\d+: start parse_ipv4 ipv4_lpm:ipv4_forward t0:/);
  });

  it("tells the latency that packets see on average", async () => {
    const files = {
      "p.json": JSON.stringify({
        tables: { ipv4_lpm: { ipv4_forward: 0.9 } },
        states: { start: { parse_ipv4: 1 } },
      }),
      "bad.json": '{ "tables": { "nat": { "a": 1 } } }',
      "more.json": '{ "tables": { "ipv4_lpm": { "drop": 0.7, "ipv4_forward": 0.7 } } }',
    };
    const argv = ["lib:l3fwd", "--device", "agilio-cx", "--probabilities"];
    const { expected } = await estimate([...argv, "p.json"], files);
    // 0.9 * 8.56 + 0.1 * 7.56
    expect(expected).toMatchObject({ meanUs: 8.46, lowUs: 8.0082, highUs: 8.9118, spreadUs: 0.3, notes: [] });
    const { out } = await runInProcess(["estimate", ...argv, "p.json"], { files });
    expect(out).toMatch(
      /^expected 8\.46 us \(one sigma 8\.06 \.\. 8\.86\), between paths 0\.30 us: forward 90\.0 % at/m,
    );
    const unknown = await runInProcess(["estimate", ...argv, "bad.json"], { files });
    expect(unknown).toMatchObject({ code: 1, out: "" });
    expect(unknown.err).toMatch(/^bad\.json:1:1: error: no table nat; there are ipv4_lpm/m);
    const more = await runInProcess(["estimate", ...argv, "more.json"], { files });
    expect(more.err).toMatch(/more\.json:1:\d+: error: .*add up to 1\.4, more than 1/);
  });

  it("an unknown path is bad usage and lists those there are", async () => {
    const ran = await runInProcess(["estimate", "lib:l3fwd", "--device", "cpu", "--path", "p9"]);
    expect(ran).toMatchObject({ code: 2, out: "" });
    expect(ran.err).toMatch(/--path "p9": no such path.*min, max, p1, p2, p3/);
  });

  it("a profile file works like a library device", async () => {
    const mine = libraryFiles["devices/npu.json"]!.replace('"id": "npu"', '"id": "mine"');
    const report = await estimate(["lib:l3fwd", "--device", "mine.json"], { "mine.json": mine });
    expect(report).toMatchObject({ device: "mine", maxUs: 8.56 });
  });

  it("counts the extern that a program's extern stands for, by its name in the library and by its path alike", async () => {
    const known = await estimate(["lib:lb", "--device", "npu"]);
    expect(known.maxUs).toBe(47.67);
    const files = { "lb.p4": libraryFiles["programs/lb.p4"]! };
    expect(await estimate(["lb.p4", "--device", "npu"], files)).toEqual(known);
    const other = await estimate(["lb.p4", "--device", "npu", "--extern", "hash=random"], files);
    expect(other.maxUs).toBe(7.67);
  });

  it("counts an extern as --extern says where the program says nothing", async () => {
    const files = { "lb.p4": libraryFiles["programs/lb.p4"]!.replace(/^@stands_for.*$/m, "") };
    expect((await estimate(["lb.p4", "--device", "npu"], files)).maxUs).toBe(7.67);
    expect((await estimate(["lb.p4", "--device", "npu", "--extern", "hash=SipHash-2-4"], files)).maxUs).toBe(
      47.67,
    );
  });

  it("says what an engine cannot answer, never a number", async () => {
    const report = await estimate(["lib:l3fwd", "--device", "npu", "--engine", "p8"]);
    expect(report).toMatchObject({ minUs: null, maxUs: null });
    expect(report.estimates[0].notes[0]).toMatch(/npu has no P_target values/);
    const table = await runInProcess(["estimate", "lib:l3fwd", "--device", "npu", "--engine", "p8"]);
    expect(table.out).toMatch(/^fastest - us, slowest - us$/m);
  });

  it("explains each path to people, shared notes once", async () => {
    const { out } = await runInProcess([
      "estimate",
      "lib:l3fwd",
      "--device",
      "netfpga-sume",
      "--packet",
      "256",
    ]);
    expect(out).toMatch(/^p1 +3\.71 +- +- +3\.54 base \+ 1 parse x 0\.17 \+ 2 modify x 0$/m);
    expect(out.match(/^note: the interval is published for 1500 B only$/gm)).toHaveLength(1);
    expect(out).toMatch(/written for v1model, netfpga-sume takes sume/);
  });
});

describe("check", () => {
  it("answers in one JSON document, also when the answer is no", async () => {
    const ran = await runInProcess([
      "check",
      "lib:vxlan_decap",
      "--device",
      "agilio-cx",
      "--max-us",
      "15",
      "--json",
    ]);
    expect(ran.code).toBe(3);
    expect(JSON.parse(ran.out)).toMatchObject({ budgetUs: 15, maxUs: 15.48, holds: false, limits: [] });
  });

  it("is no when the device cannot run the program, whatever the budget", async () => {
    const tiny = libraryFiles["devices/npu.json"]!.replace(
      '"value": 500, "source": { "work": "thesis", "place": "Table 5.6", "kind": "assumed", "note": "ordered',
      '"value": 4, "source": { "work": "thesis", "place": "Table 5.6", "kind": "assumed", "note": "ordered',
    );
    const ran = await runInProcess(["check", "lib:l3fwd", "--device", "tiny.json", "--max-us", "100"], {
      files: { "tiny.json": tiny },
    });
    expect(ran.code).toBe(3);
    expect(ran.out).toMatch(/npu cannot run it: has 5 constructs, npu takes 4/);
  });

  it("does not answer when the slowest path is unknown", async () => {
    const ran = await runInProcess([
      "check",
      "lib:l3fwd",
      "--device",
      "npu",
      "--engine",
      "p8",
      "--max-us",
      "9",
    ]);
    expect(ran).toMatchObject({ code: 1, out: "" });
    expect(ran.err).toMatch(/the slowest path is unknown: not available: npu has no P_target/);
  });
});

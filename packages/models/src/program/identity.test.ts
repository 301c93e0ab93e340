import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { constructs, featureVector } from "../core/index.ts";
import { analyseProgram } from "./analyseProgram.ts";
import { analyseLibrary, libraryFolder, libraryText } from "./fixtures/readFixture.ts";
import { all, analyse, report } from "./fixtures/smallProgram.ts";
import { sha256 } from "./sha256.ts";

const programs = libraryFolder("programs").flatMap((file) => /([^/]+)\.p4$/.exec(file)?.[1] ?? []);

describe("bounds and identity", () => {
  it("[B2] too many paths are cut in the list, not in the bounds", () => {
    const cut = report("rules/many_tables");
    expect(cut).toMatchObject({ truncated: true, pathCount: 32768 });
    expect(cut.paths).toHaveLength(2000);
    expect(featureVector(cut.min ?? cut.paths[0]!.features)).toEqual([15, 0, 0, 1, 0, 14]);
    expect(featureVector(cut.max ?? cut.paths[0]!.features)).toEqual([15, 13, 0, 2, 0, 14]);
    const few = report("tutorial/basic", { maxPaths: 2 });
    expect(few).toMatchObject({ truncated: true, pathCount: 4, min: { parse: 1 } });
    expect(few.paths.map((path) => path.id)).toEqual(["p1", "p2"]);
  });

  it("[B2] forty tables have 2^40 paths and exact bounds", () => {
    const tables = Array.from({ length: 40 }, (_, index) => index);
    const declared = tables.map(
      (index) =>
        `table t${index} { key = { hdr.a.x: exact; } actions = { p; @defaultonly NoAction; } default_action = NoAction(); }`,
    );
    const applied = tables.map((index) => `t${index}.apply();`);
    const found = analyse(
      `action p() { hdr.b.x = 1; } ${declared.join("\n")} apply { ${applied.join(" ")} }`,
    );
    expect(found).toMatchObject({
      pathCount: 2 ** 40,
      truncated: true,
      min: { modify: 0, table: 40 },
      max: { modify: 1, table: 40 },
    });
  });

  it("[H1] the hash is that of the text, and changes with includes and definitions", () => {
    const text = libraryText("programs/l3fwd.p4");
    const plain = analyseLibrary("l3fwd").report.hash;
    expect(plain).toBe(`sha256:${createHash("sha256").update(text).digest("hex")}`);
    expect(analyseLibrary("l3fwd", { defines: { X: "1" } }).report.hash).not.toBe(plain);
    const included = report("tutorial/basic").hash;
    expect(included).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  it.each(["", "abc", "é".repeat(77), "x".repeat(55), "x".repeat(56), "x".repeat(64), "long ".repeat(999)])(
    "[H1] sha256 of %j",
    (text) => {
      expect(sha256(text)).toBe(createHash("sha256").update(text).digest("hex"));
    },
  );

  it("[B3] with too few states the bounds only enclose the truth, and that is said", () => {
    const exact = analyseLibrary("l3fwd_firewall").report;
    const coarse = analyseLibrary("l3fwd_firewall", { maxStates: 3 });
    expect(coarse.walks).toBeNull();
    expect(coarse.report.diagnostics).toMatchObject([{ severity: "warning", code: "program-coarse" }]);
    const few = analyseLibrary("l3fwd_firewall", { maxStates: 12 }).report;
    expect(few.diagnostics[0]?.message).toMatch(/min and max are exact/);
    expect(few).not.toHaveProperty("coarse");
    expect([few.min, few.max]).toEqual([exact.min, exact.max]);
    expect(analyseLibrary("l3fwd_firewall", { maxStates: 1_000 }).report).toEqual(exact);
  });

  it.each(programs)("[B3] too few states for %s: the bounds enclose the truth", (name) => {
    const exact = analyseLibrary(name).report;
    const coarse = analyseLibrary(name, { maxStates: 3 }).report;
    for (const construct of constructs) {
      expect(coarse.min![construct]).toBeLessThanOrEqual(exact.min![construct]);
      expect(coarse.max![construct]).toBeGreaterThanOrEqual(exact.max![construct]);
    }
  });

  it("[E1] errors leave no paths and no bounds", () => {
    const broken = analyse("apply { hdr.nothing.x = 1; }");
    expect(broken).toMatchObject({ paths: [], pathCount: 0, truncated: false, min: null, max: null });
    expect(broken.diagnostics[0]).toMatchObject({ severity: "error", span: { file: "small.p4" } });
    const noMain = analyseProgram({ file: "x.p4", text: "header h_t { bit<8> x; }" }).report;
    expect(noMain.diagnostics).toMatchObject([{ severity: "error", code: "program-no-architecture" }]);
    const other = analyseLibrary("l3fwd", { architecture: "psa" }).report;
    expect(other.diagnostics).toMatchObject([{ severity: "error", code: "p4-architecture" }]);
    expect(other.min).toBeNull();
  });

  it("[E1] calls that double with every level end with an error, not never", () => {
    const levels = Array.from(
      { length: 40 },
      (_, i) =>
        `control c${i + 1}(inout bit<8> x) { c${i}() a; c${i}() b; apply { a.apply(x); b.apply(x); } }`,
    );
    const text = `#include <core.p4>
#include <v1model.p4>
struct h { } struct m { bit<8> a; }
control c0(inout bit<8> x) { apply { if (x == 1) x = x + 1; } }
${levels.join("\n")}
parser P(packet_in p, out h hdr, inout m meta, inout standard_metadata_t s) { state start { transition accept; } }
control I(inout h hdr, inout m meta, inout standard_metadata_t s) { c40() c; apply { c.apply(meta.a); } }
control V(inout h hdr, inout m meta) { apply { } }
control E(inout h hdr, inout m meta, inout standard_metadata_t s) { apply { } }
control D(packet_out p, in h hdr) { apply { } }
V1Switch(P(), V(), I(), E(), V(), D()) main;`;
    const { report: doubled } = analyseProgram({ file: "doubling.p4", text });
    expect(doubled).toMatchObject({ paths: [], min: null, max: null });
    expect(doubled.diagnostics).toMatchObject([{ severity: "error", code: "program-too-large" }]);
  });

  it.each([
    [
      "instances of controls",
      (i: number) => `control c${i + 1}(inout bit<8> x) { c${i}() a; apply { a.apply(x); } }`,
    ],
    [
      "controls applied by their type",
      (i: number) => `control c${i + 1}(inout bit<8> x) { apply { c${i}.apply(x); } }`,
    ],
  ])("[E1] %s far inside one another end with an error, not with the stack", (_, level) => {
    const levels = Array.from({ length: 900 }, (_, i) => level(i)).join("\n");
    const extra = `control c0(inout bit<8> x) { table t { actions = { NoAction; } } apply { t.apply(); } }\n${levels}`;
    const { diagnostics, paths } = analyse("c900() c; apply { c.apply(meta.m); }", all, extra);
    expect(diagnostics).toMatchObject([{ severity: "error", code: "program-too-large" }]);
    expect(paths).toEqual([]);
  });
});

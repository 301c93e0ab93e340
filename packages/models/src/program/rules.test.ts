import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type AnalyseOptions, analyseProgram } from "./analyseProgram.ts";
import { featureVector } from "./features.ts";
import { analyseFixture, analyseLibrary, libraryText } from "./fixtures/readFixture.ts";
import type { FeaturesReport } from "./report.ts";
import { sha256 } from "./sha256.ts";

const report = (name: string, options: AnalyseOptions = {}): FeaturesReport =>
  analyseFixture(`${name}.p4`, options).report;

/** Vectors of the paths, in order, as text. */
const vectors = (name: string, options: AnalyseOptions = {}): string[] =>
  report(name, options).paths.map((path) => featureVector(path.features).join(" "));

const outcomes = (name: string): string[] => report(name).paths.map((path) => path.outcome);

/** A v1model program with one header type and the given controls. */
const small = (parser: string, ingress: string, extra = ""): string => `
#include <core.p4>
#include <v1model.p4>
header h_t { bit<8> x; bit<8> y; }
struct headers { h_t a; h_t b; h_t c; h_t[2] s; }
struct metadata { bit<8> m; }
${extra}
parser P(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t sm) { ${parser} }
control I(inout headers hdr, inout metadata meta, inout standard_metadata_t sm) { ${ingress} }
control E(inout headers hdr, inout metadata meta, inout standard_metadata_t sm) { apply { } }
control V(inout headers hdr, inout metadata meta) { apply { } }
control D(packet_out packet, in headers hdr) { apply { packet.emit(hdr); } }
V1Switch(P(), V(), I(), E(), V(), D()) main;`;

const all = "state start { packet.extract(hdr.a); packet.extract(hdr.b); transition accept; }";
const analyse = (ingress: string, parser = all, extra = ""): FeaturesReport =>
  analyseProgram({ file: "small.p4", text: small(parser, ingress, extra) }).report;
const smallVectors = (ingress: string, parser = all): string[] => {
  const found = analyse(ingress, parser);
  expect(found.diagnostics).toEqual([]);
  return found.paths.map((path) => featureVector(path.features).join(" "));
};

describe("counting", () => {
  it("[G2] each extraction counts, a lookahead does not", () => {
    expect(vectors("tutorial/calc").map((vector) => vector[0])).toEqual(["2", "2", "2", "2", "1", "1"]);
    expect(vectors("tutorial/source_routing").map((vector) => vector[0])).toEqual(["3", "4", "5", "6", "1"]);
  });

  it("[G2] a header that an extern returns is valid, and counts nothing", () => {
    const parser = `state start { packet.extract(hdr.a); h_t next = packet.lookahead<h_t>(); next.y = 1;
      transition select(next.x) { 1: more; default: accept; } }
      state more { packet.extract(hdr.b); transition accept; }`;
    expect(smallVectors("apply { }", parser)).toEqual(["2 0 0 0 0 0", "1 0 0 0 0 0"]);
    const checked =
      "state start { h_t next = packet.lookahead<h_t>(); transition select(next.isValid()) { true: accept; } }";
    expect(smallVectors("apply { }", checked)).toEqual(["0 0 0 0 0 0"]);
  });

  it("[G16] tables tell their keys, size and entries", () => {
    const tables = `action a() { } action b() { }
      table exact_one { key = { hdr.a.x : exact; } actions = { a; b; } size = 1 << 9; }
      table fixed { key = { hdr.a.x : lpm; hdr.a.y : ternary; } actions = { a; NoAction; }
        const entries = { (1, 2) : a(); (2, _) : a(); } const default_action = NoAction; }
      table unused { key = { hdr.a.x : exact; } actions = { a; } }
      apply { exact_one.apply(); fixed.apply(); }`;
    const options = {
      entries: {
        table_entries: [
          { table: "I.exact_one", action_name: "I.a" },
          { table: "exact_one", action_name: "b" },
          { table: "exact_one", action_name: "a", default_action: true },
        ],
      },
    };
    const source = { file: "small.p4", text: small(all, tables) };
    expect(analyseProgram(source, options).report.tables).toEqual([
      { name: "exact_one", keys: ["exact"], size: 512, entries: 2, line: 10 },
      { name: "fixed", keys: ["lpm", "ternary"], size: null, entries: 2, line: 11 },
    ]);
    expect(analyse("apply { hdr.nothing.x = 1; }").tables).toEqual([]);
  });

  it("[G2] skipped headers are extracted too", () => {
    const parser =
      "state start { packet.extract<h_t>(_); packet.advance(8); packet.extract(hdr.a); transition accept; }";
    expect(smallVectors("apply { }", parser)).toEqual(["2 0 0 0 0 0"]);
  });

  it.each([
    ["two fields of one header", "hdr.a.x = 1; hdr.a.y = 2; hdr.a.x = 3;", "2 1 0 0 0 0"],
    ["a field of each header", "hdr.a.x = 1; hdr.b.x = 1;", "2 2 0 0 0 0"],
    ["some bits of a field", "hdr.a.x[3:0] = 1;", "2 1 0 0 0 0"],
    ["a compound assignment", "hdr.a.x += 1;", "2 1 0 0 0 0"],
    ["a header that is not valid", "hdr.c.x = 1;", "2 0 0 0 0 0"],
    ["metadata", "meta.m = 1;", "2 0 0 0 0 0"],
  ])("[G3] writing %s", (_, body, vector) => {
    expect(smallVectors(`apply { ${body} }`)).toEqual([vector]);
  });

  it("[G3] an extraction over a written header leaves it written", () => {
    const parser =
      "state start { packet.extract(hdr.a); hdr.a.x = 1; packet.extract(hdr.b); transition accept; }";
    expect(smallVectors("apply { }", parser)).toEqual(["2 1 0 0 0 0"]);
  });

  it.each([
    ["written, then removed", "hdr.a.x = 1; hdr.a.setInvalid();", "2 0 0 1 0 0"],
    ["added, then written", "hdr.c.setValid(); hdr.c.x = 1;", "2 0 0 0 1 0"],
    ["removed and added again", "hdr.a.setInvalid(); hdr.a.setValid(); hdr.a.x = 1;", "2 0 0 1 1 0"],
    ["added and removed", "hdr.c.setValid(); hdr.c.x = 1; hdr.c.setInvalid();", "2 0 0 1 1 0"],
  ])("[G4] %s", (_, body, vector) => {
    expect(smallVectors(`apply { ${body} }`)).toEqual([vector]);
  });

  it.each([
    ["valid to valid", "hdr.a = hdr.b;", "2 0 1 0 0 0"],
    ["valid to invalid", "hdr.c = hdr.b; hdr.c.x = 1;", "2 0 1 0 0 0"],
    ["invalid to valid", "hdr.a = hdr.c; hdr.a.x = 1;", "2 0 1 0 0 0"],
    ["copied and written", "hdr.a = hdr.b; hdr.a.x = 1;", "2 1 1 0 0 0"],
    ["through a variable", "h_t tmp = hdr.a; hdr.b = tmp;", "2 0 2 0 0 0"],
    ["of a field", "hdr.a.x = hdr.b.x;", "2 1 0 0 0 0"],
  ])("[G5] copy %s", (_, body, vector) => {
    expect(smallVectors(`apply { ${body} }`)).toEqual([vector]);
  });

  it("[G5] a struct of headers copies each of them", () => {
    expect(vectors("rules/copies")[0]).toBe("3 0 3 0 0 0");
  });

  it("[G6] only changes of validity and headers that fall off a stack count", () => {
    expect(vectors("rules/validity")).toEqual(["3 1 0 1 1 0", "3 0 0 1 1 0", "2 0 0 0 0 0", "1 0 0 0 0 0"]);
    expect(vectors("rules/stack_index").slice(0, 3)).toEqual(["4 0 0 1 1 0", "3 1 0 1 0 0", "3 0 0 2 0 0"]);
  });

  it.each([
    ["a list into a valid header", "hdr.a = { 1, 2 };", "2 1 0 0 0 0"],
    ["a record into an invalid header", "hdr.c = { x = 1, y = 2 };", "2 0 0 0 1 0"],
  ])("[G7] %s", (_, body, vector) => {
    expect(smallVectors(`apply { ${body} }`)).toEqual([vector]);
  });

  it("[G8] a table counts whether it hits or misses", () => {
    expect(vectors("tutorial/basic")).toEqual(["2 2 0 0 0 1", "2 0 0 0 0 1", "2 0 0 0 0 1", "1 0 0 0 0 0"]);
  });

  it("[G9] what is written through an out argument counts like an assignment", () => {
    expect(vectors("rules/externs")).toEqual(["2 2 0 0 0 0", "2 1 0 0 0 0", "1 1 0 0 0 0"]);
    expect(vectors("rules/inner_blocks")[0]).toBe("3 2 0 0 0 0");
  });

  it.each([
    ["an action", "action set(inout bit<8> f) { f = 1; } apply { set(hdr.a.x); }"],
    ["a function", "apply { fill(hdr.a.x); }"],
    ["a control", "Fill() f; apply { f.apply(hdr.a.x); }"],
    ["two of them", "action set(out bit<8> f) { fill(f); } apply { set(hdr.a.x); }"],
  ])("[G9] a field handed to %s that writes it is a modification", (_, body) => {
    const extra = "void fill(out bit<8> f) { f = 2; } control Fill(out bit<8> f) { apply { f = 3; } }";
    const found = analyse(body, all, extra);
    expect(found.diagnostics).toEqual([]);
    expect(found.paths.map((path) => featureVector(path.features).join(" "))).toEqual(["2 1 0 0 0 0"]);
  });

  it("[G10] externs of a path stand once each in order of use", () => {
    const [first] = report("tutorial/firewall").paths;
    expect(first?.externs).toEqual(["hash", "register.write"]);
    expect(report("rules/externs").paths[0]?.externs).toEqual(["counter.count", "register.read", "random"]);
    expect(report("tutorial/basic").paths.flatMap((path) => path.externs)).toEqual([]);
  });

  it("[G11] a checksum update is no modification", () => {
    expect(vectors("rules/checksum")).toEqual(["2 0 0 0 0 0", "1 0 0 0 0 0"]);
  });

  it("[G12] drop, clone, recirculate and what undoes a drop", () => {
    expect(outcomes("rules/leaving")).toEqual(["forward", "drop", "forward", "forward"]);
    expect(outcomes("tutorial/multicast")).toEqual(["drop", "forward", "drop", "forward", "drop"]);
    expect(outcomes("tutorial/clone_recirculate").slice(0, 5)).toEqual([
      "recirculate",
      "clone",
      "recirculate",
      "clone",
      "forward",
    ]);
  });

  it("[G13] the line of a modification is that of the first write", () => {
    const found = analyse("apply {\n hdr.a.x = 1;\n hdr.a.y = 1;\n }").paths[0]?.source ?? [];
    const text = small(all, "apply {\n hdr.a.x = 1;\n hdr.a.y = 1;\n }").split("\n");
    const line = found.find((each) => each.construct === "modify")?.line ?? 0;
    expect(text[line - 1]).toContain("hdr.a.x = 1");
  });

  it("[G15] sizes of added and removed headers stand in order, unless one varies", () => {
    const extra = "header v_t { bit<8> n; varbit<32> o; } struct more { v_t v; }";
    const body = "more m; apply { hdr.a.setInvalid(); hdr.c.setValid(); hdr.s.push_front(1); BODY }";
    const path = (more: string) => analyse(body.replace("BODY", more), all, extra).paths[0];
    expect(path("hdr.s[0].setValid();")).toMatchObject({
      addedHeaderBytes: [2, 2],
      removedHeaderBytes: [2],
    });
    const varied = path("m.v.setValid();");
    expect(varied?.features.add).toBe(2);
    expect(varied).not.toHaveProperty("addedHeaderBytes");
  });

  it("[G14] a write through an open index is one modified header", () => {
    expect(vectors("rules/stack_index")[3]).toBe("3 1 0 0 0 0");
  });
});

describe("feasibility", () => {
  it("[F0] cases, branches and actions come in the order of the program", () => {
    const { paths } = report("tutorial/basic");
    expect(paths.map((path) => path.tables[0]?.action)).toEqual([
      "ipv4_forward",
      "drop",
      "NoAction",
      undefined,
    ]);
  });

  it("[F1] a union holds one valid header", () => {
    expect(vectors("rules/sets_and_loops")[1]).toBe("2 1 0 0 1 0");
  });

  it("[F2] masks, ranges and order of select cases are remembered", () => {
    expect(vectors("rules/select_sets")).toEqual([
      "2 0 0 0 0 0",
      "2 1 0 0 0 0",
      "2 0 0 0 0 0",
      "1 0 0 0 0 0",
    ]);
  });

  it("[F3] tests do not contradict what the path knows", () => {
    const { max, pathCount } = report("rules/memory");
    expect(max).toMatchObject({ modify: 0 });
    expect(pathCount).toBe(11);
  });

  it.each([
    ["a constant", "meta.m = 3; if (meta.m > 2) { hdr.a.x = 1; }", 1],
    [
      "the same test twice",
      "if (hdr.a.x == hdr.b.x) { hdr.a.y = 1; } if (hdr.a.x == hdr.b.x) { hdr.b.y = 1; }",
      2,
    ],
    ["a range", "if (hdr.a.x < 4) { if (hdr.a.x > 3) { hdr.b.x = 1; } }", 2],
    [
      "an excluded bit",
      "if (hdr.a.x[0:0] == 0) { hdr.b.x = 1; } else if (hdr.a.x[0:0] == 1) { hdr.b.y = 1; } else { hdr.a.y = 1; }",
      2,
    ],
    [
      "a truth value kept in a variable",
      "bool small = hdr.a.x < 4; if (small) { hdr.a.y = 1; } if (!small) { hdr.b.y = 1; }",
      2,
    ],
    [
      "a copied value",
      "meta.m = hdr.a.x; if (meta.m == 1) { hdr.b.y = 1; } if (hdr.a.x == 1) { hdr.a.y = 1; }",
      2,
    ],
    [
      "an overwritten value",
      "if (hdr.a.x == 1) { hdr.b.y = 1; } hdr.a.x = 1; if (hdr.a.x == 1) { hdr.a.y = 1; }",
      2,
    ],
  ])("[F3] %s", (_, body, count) => {
    expect(smallVectors(`apply { ${body} }`)).toHaveLength(count);
  });

  it("[F4] actions of tables with and without keys", () => {
    const ran = report("rules/keyless").paths.map((path) =>
      path.tables.map((table) => `${table.name}:${table.action}`).join(" "),
    );
    expect(ran).toEqual([
      "fixed:a free:a",
      "fixed:a free:b",
      "fixed:a missing:a",
      "fixed:a missing:NoAction",
      "fixed:a marked:a",
      "fixed:a marked:drop",
      "fixed:a",
    ]);
  });

  it("[F5] constant entries leave the actions whose keys can match", () => {
    const ran = report("rules/entries").paths.map((path) => path.tables[0]?.action);
    expect(ran).toEqual(["rewrite", "mark", "rewrite", undefined]);
  });

  it("[F5] an entries file narrows the tables that it names", () => {
    const entries = {
      table_entries: [
        {
          table: "MyIngress.ipv4_lpm",
          action_name: "MyIngress.ipv4_forward",
          match: { "hdr.ipv4.dst": ["10.0.1.1", 32] },
        },
        { table: "MyIngress.ipv4_lpm", default_action: true, action_name: "MyIngress.drop" },
      ],
    };
    const { paths } = report("tutorial/basic", { entries });
    expect(paths.map((path) => path.tables[0]?.action)).toEqual(["ipv4_forward", "drop", undefined]);
  });

  it("[F5] entries for tables and actions that the program does not have are errors", () => {
    const entry = { table: "MyIngress.ipv4_lpm", action_name: "MyIngress.forward" };
    const other = { table: "MyIngress.acl", action_name: "MyIngress.drop" };
    const { diagnostics, paths } = report("tutorial/basic", { entries: { table_entries: [entry, other] } });
    expect(paths).toEqual([]);
    expect(diagnostics.map((each) => `${each.code}: ${each.message}`)).toEqual([
      "program-entries: the entries run MyIngress.forward in table MyIngress.ipv4_lpm; its actions are ipv4_forward, drop, NoAction",
      "program-entries: the entries name table MyIngress.acl; the program has ipv4_lpm",
    ]);
  });

  it("[F6] hit, miss and action_run agree with the action", () => {
    const found = analyse(
      `action p() { hdr.a.x = 1; } action q() { }
       table t { key = { hdr.a.y: exact; } actions = { p; @defaultonly q; } default_action = q(); }
       apply {
         switch (t.apply().action_run) { p: { hdr.b.x = 1; } q: { hdr.b.setInvalid(); } }
       }`,
    );
    expect(found.paths.map((path) => featureVector(path.features).join(" "))).toEqual([
      "2 2 0 0 0 1",
      "2 0 0 1 0 1",
    ]);
    const missed = analyse(
      `action p() { } table t { key = { hdr.a.y: exact; } actions = { p; @defaultonly NoAction; } default_action = NoAction(); }
       apply { if (t.apply().hit) { hdr.a.x = 1; } else { hdr.b.setInvalid(); } }`,
    );
    expect(missed.paths.map((path) => featureVector(path.features).join(" "))).toEqual([
      "2 1 0 0 0 1",
      "2 0 0 1 0 1",
    ]);
  });

  it("[F7] exit and return leave what they should", () => {
    expect(vectors("rules/leaving")).toEqual(["2 1 0 0 0 1", "2 1 0 0 0 1", "2 2 0 0 0 1", "1 1 0 0 0 0"]);
    const body =
      "action a() { hdr.a.x = 1; return; } apply { a(); hdr.b.x = 1; if (hdr.a.x == 1) { return; } hdr.b.setInvalid(); }";
    expect(smallVectors(body)).toEqual(["2 2 0 0 0 0"]);
  });

  it("[F8] a parser error goes on to ingress, which can see it", () => {
    expect(outcomes("rules/parser_error")).toEqual(["forward", "drop", "drop"]);
  });

  it("[F10] stacks bound their loops; others are cut with a warning", () => {
    expect(report("tutorial/source_routing").max?.parse).toBe(6);
    const endless = report("rules/endless");
    expect(endless.max?.parse).toBe(33);
    expect(endless.diagnostics).toMatchObject([{ severity: "warning", code: "program-loop" }]);
  });

  it("[F11] metadata starts as zero", () => {
    expect(smallVectors("apply { if (meta.m == 1) { hdr.a.x = 1; } }")).toEqual(["2 0 0 0 0 0"]);
    const again = "apply { if (meta.m == 1) { hdr.a.x = 1; } else { resubmit_preserving_field_list(0); } }";
    expect(smallVectors(again)).toEqual(["2 1 0 0 0 0", "2 0 0 0 0 0"]);
  });

  it("[F12] a value set may match and may not", () => {
    expect(report("rules/sets_and_loops").paths.map((path) => path.states.at(-1))).toEqual([
      "parse_udp",
      "parse_short",
      "start",
    ]);
  });
});

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
    expect(coarse.report.min!.parse).toBeLessThanOrEqual(exact.min!.parse);
    expect(coarse.report.max!.table).toBeGreaterThanOrEqual(exact.max!.table);
    expect(analyseLibrary("l3fwd_firewall", { maxStates: 1_000 }).report).toEqual(exact);
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
});

import { describe, expect, it } from "vitest";
import { featureVector } from "../core/index.ts";
import { analyseProgram } from "./analyseProgram.ts";
import { entriesText } from "./fixtures/readFixture.ts";
import { all, analyse, outcomes, report, small, smallVectors, vectors } from "./fixtures/smallProgram.ts";

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
      entries: entriesText(
        { table: "I.exact_one", action_name: "I.a" },
        { table: "exact_one", action_name: "b" },
        { table: "exact_one", action_name: "a", default_action: true },
        // constant entries as a switch gives them back
        { table: "fixed", action_name: "a", match: { "hdr.a.x": [1, 8], "hdr.a.y": [2, 255] }, priority: 2 },
        { table: "fixed", action_name: "a", match: { "hdr.a.x": [2, 8] }, priority: 1 },
      ),
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

  it.each([
    [
      "leaves alone",
      "action set(inout bit<8> f) { hdr.b.x = hdr.a.x; } apply { set(hdr.a.x); }",
      ["2 1 0 0 0 0"],
    ],
    [
      "leaves alone on one way",
      "action set(inout bit<8> f) { if (hdr.a.x == 1) f = 2; } apply { set(hdr.a.x); }",
      ["2 1 0 0 0 0", "2 0 0 0 0 0"],
    ],
  ])("[G9] a field that a callee reaches by its name too and %s is no modification", (_, body, expected) => {
    const { diagnostics, paths } = analyse(body, all);
    expect(diagnostics).toEqual([]);
    expect(paths.map((path) => featureVector(path.features).join(" "))).toEqual(expected);
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

  it("[G14] an index that a path does not know is each element of its stack, or none of them", () => {
    expect(vectors("rules/stack_index").slice(3)).toEqual(["3 1 0 0 0 0", "3 1 0 0 0 0", "3 0 0 0 0 0"]);
    const filled = `state start { packet.extract(hdr.a); packet.extract(hdr.s.next); packet.extract(hdr.s.next);
      transition accept; }`;
    const found = (body: string) => [
      ...new Set(smallVectors(`bit<8> i = hdr.a.x; apply { ${body} }`, filled)),
    ];
    // one written twice by one index, then two by another
    expect(found("hdr.s[i].x = 1; hdr.s[i].y = 2;")).toEqual(["3 1 0 0 0 0", "3 0 0 0 0 0"]);
    expect(found("hdr.s[i].x = 1; hdr.s[i + 1].x = 1;")).toEqual([
      "3 2 0 0 0 0",
      "3 1 0 0 0 0",
      "3 0 0 0 0 0",
    ]);
    // validity is that of the element, and is known behind the test
    expect(found("hdr.s[i].setInvalid(); if (hdr.s[i].isValid()) { hdr.a.y = 1; }")).toEqual([
      "3 0 0 1 0 0",
      "3 0 0 0 0 0",
    ]);
    expect(found("if (hdr.s[i].isValid()) { hdr.s[i].x = 1; }")).toEqual(["3 1 0 0 0 0", "3 0 0 0 0 0"]);
    // beyond the stack nothing is added or removed
    expect(found("hdr.s[i | 2].setValid(); hdr.s[i & 1].setInvalid();")).toEqual(["3 0 0 1 0 0"]);
  });
});

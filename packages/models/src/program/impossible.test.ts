import { describe, expect, it } from "vitest";
import { featureVector } from "../core/index.ts";
import { analyseProgram } from "./analyseProgram.ts";
import { all, analyse, outcomes, small, smallVectors } from "./fixtures/smallProgram.ts";

/** Paths that no packet takes are not listed; the others are counted by hand. */
describe("impossible paths", () => {
  it("[F10] a loop over constants is followed as often as it runs", () => {
    const body = "for (bit<8> i in 8w1 .. 8w3) { meta.m = meta.m + i; } if (meta.m == 6) { hdr.a.x = 1; }";
    expect(smallVectors(`apply { ${body} }`)).toEqual(["2 1 0 0 0 0"]);
    const left =
      "for (bit<8> i in 8w1 .. 8w9) { if (i == 3) { break; } meta.m = i; } if (meta.m == 2) { hdr.a.x = 1; }";
    expect(smallVectors(`apply { ${left} }`)).toEqual(["2 1 0 0 0 0"]);
  });

  it("[F8] the error of a select without a match is NoMatch, that of verify is its own", () => {
    const parser = `state start { packet.extract(hdr.a); verify(hdr.a.x < 9, error.HeaderTooShort);
      transition select(hdr.a.y) { 1: accept; } }`;
    const body = `apply { if (sm.parser_error == error.NoMatch) { hdr.a.x = 1; }
      else if (sm.parser_error == error.HeaderTooShort) { hdr.a.setInvalid(); }
      else if (sm.parser_error != error.NoError) { hdr.c.setValid(); } }`;
    expect(smallVectors(body, parser).sort()).toEqual(["1 0 0 0 0 0", "1 0 0 1 0 0", "1 1 0 0 0 0"]);
    expect(outcomes("rules/parser_error")).toEqual(["forward", "drop", "drop"]);
  });

  it.each([
    ["the bits written", "hdr.a.x[3:0] = 4w5; if (hdr.a.x[3:0] == 5) { hdr.b.x = 1; }", ["2 2 0 0 0 0"]],
    [
      "bits beside them",
      "if (hdr.a.x[7:4] == 1) { hdr.a.x[3:0] = 4w5; if (hdr.a.x[7:4] != 1) { hdr.b.x = 1; } }",
      ["2 1 0 0 0 0", "2 0 0 0 0 0"],
    ],
    [
      "a value that is not known",
      "hdr.a.x[3:0] = hdr.b.y[3:0]; if (hdr.a.x[3:0] != hdr.b.y[3:0]) { hdr.b.x = 1; }",
      ["2 1 0 0 0 0"],
    ],
  ])("[F3] a slice that is written keeps %s", (_, body, expected) => {
    expect(smallVectors(`apply { ${body} }`)).toEqual(expected);
  });

  it.each([
    ["two that are not valid", "hdr.c == hdr.s[0]", ["2 1 0 0 0 0"]],
    ["one that is valid", "hdr.a == hdr.c", ["2 0 0 0 0 0"]],
    ["itself", "hdr.a == hdr.a", ["2 1 0 0 0 0"]],
    ["one that is different", "hdr.a.x == 1 && hdr.b.x == 2 && hdr.a == hdr.b", ["2 0 0 0 0 0"]],
  ])("[F1] equality of headers: %s", (_, test, expected) => {
    expect([...new Set(smallVectors(`apply { if (${test}) { hdr.a.y = 1; } }`))]).toEqual(expected);
  });

  it("[F5] a constant entry behind others that match all it does is never hit", () => {
    const ran = (entries: string, keys = "hdr.a.x : ternary; hdr.a.y : ternary;"): string[] =>
      analyse(`action p() { } action q() { } action r() { } table t { key = { ${keys} } actions = { p; q; r; }
        const entries = { ${entries} } const default_action = r; } apply { t.apply(); }`).paths.map(
        (path) => path.tables[0]?.action ?? "",
      );
    expect(ran("(8w0x10 &&& 0xf0, _) : p(); (0x12, 3) : q();")).toEqual(["p", "r"]);
    expect(ran("(8w0x10 &&& 0xf0, 1) : p(); (0x12, _) : q();")).toEqual(["p", "q", "r"]);
    expect(ran("(8w0 &&& 0x80, _) : p(); (8w0x80 &&& 0x80, _) : q();")).toEqual(["p", "q"]);
    expect(ran("8w0x10 &&& 0xf0 : p(); 8w0x12 : q();", "hdr.a.x : lpm;")).toEqual(["p", "q", "r"]);
  });

  it("[F5] the longest prefix and the written priority say which constant entry comes first", () => {
    const ran = (entries: string, keys: string, test = "true", more = ""): string[] =>
      analyse(`action p() { } action q() { } action r() { } table t { key = { ${keys} } actions = { p; q; r; }
        const entries = { ${entries} } const default_action = r; ${more} } apply { if (${test}) { t.apply(); } }`)
        .paths.flatMap((path) => path.tables[0]?.action ?? [])
        .sort();
    const prefix = "hdr.a.x : lpm;";
    expect(ran("_ : p(); 8w0x10 &&& 0xf0 : q();", prefix)).toEqual(["p", "q"]);
    expect(ran("8w0x10 &&& 0xf0 : p(); 8w0x12 : q();", prefix, "hdr.a.x == 0x12")).toEqual(["q"]);
    expect(
      ran("8w0x10 &&& 0xfe : p(); 8w0x10 &&& 0xf0 : q(); _ : r();", prefix, "hdr.a.x[7:1] == 8"),
    ).toEqual(["p"]);
    const both = "hdr.a.x : ternary; hdr.a.y : lpm;";
    expect(
      ran("(8w0x80 &&& 0x80, 8w0x80 &&& 0x80) : p(); (_, 8w0x80 &&& 0xc0) : q();", both, "hdr.a.x > 127"),
    ).toEqual([...["p", "r"]]);
    const masked = "hdr.a.x : ternary;";
    expect(ran("priority = 1: _ : p(); priority = 5: 8w2 : q();", masked, "hdr.a.x == 2")).toEqual(["q"]);
    const smallest = "largest_priority_wins = false;";
    expect(ran("priority = 1: _ : p(); priority = 5: 8w2 : q();", masked, "true", smallest)).toEqual(["p"]);
    expect(ran("_ : p() @priority(2); 8w2 : q() @priority(1);", masked, "hdr.a.x == 2")).toEqual(["q"]);
  });
});

describe("what v1model's metadata holds in ingress", () => {
  it.each([
    ["the port to leave by", "sm.egress_port == 2"],
    ["the time of a queue", "sm.enq_timestamp == 6"],
    ["the type of a packet that came in", "sm.instance_type != 0"],
    ["the result of a check that is not made", "sm.checksum_error == 1"],
  ])("[F11] %s is zero", (_, test) => {
    expect(smallVectors(`apply { if (${test}) { hdr.a.x = 1; } }`)).toEqual(["2 0 0 0 0 0"]);
  });

  it("[F11] in egress it is open, and so is the result of a check", () => {
    const { paths } = cloning("apply { }", "apply { if (sm.enq_timestamp == 6) { hdr.a.x = 1; } }");
    expect(paths).toHaveLength(2);
    const checking = small(all, "apply { if (sm.checksum_error == 1) { hdr.a.x = 1; } }").replace(
      "V1Switch(P(), V()",
      `control C(inout headers hdr, inout metadata meta) { apply {
        verify_checksum(true, { hdr.a.x }, (bit<16>) hdr.a.y, HashAlgorithm.csum16); } }
      V1Switch(P(), C()`,
    );
    expect(analyseProgram({ file: "small.p4", text: checking }).report.paths).toHaveLength(2);
  });

  it("[G12] a packet that is dropped but for a group that is computed goes both ways", () => {
    const sent = (group: string): string[] =>
      analyse(`apply { mark_to_drop(sm); sm.mcast_grp = ${group}; }`).paths.map(({ outcome }) => outcome);
    expect(sent("(bit<16>) hdr.a.x")).toEqual(["drop", "forward"]);
    expect(sent("(bit<16>) (hdr.a.x & 0)")).toEqual(["drop"]);
    expect(sent("(bit<16>) (hdr.a.x | 1)")).toEqual(["forward"]);
  });

  it("[F11] where packets come round it is open", () => {
    const again =
      "apply { if (sm.instance_type == 6) { hdr.a.x = 1; } else { resubmit_preserving_field_list(0); } }";
    expect(analyse(again).paths).toHaveLength(2);
  });

  it("[F11] errors and members of enums begin as the first one", () => {
    const types =
      "enum E_t { one, two } enum bit<4> N_t { a = 3, b = 0 } struct more_t { error e; E_t k; N_t n; }";
    const text = small(
      all,
      `apply { if (meta.e == error.NoMatch || meta.k == E_t.two || meta.n == N_t.a) { hdr.a.x = 1; }
        if (meta.e == error.NoError && meta.k == E_t.one && meta.n == N_t.b) { hdr.b.x = 1; } }`,
      types,
    ).replaceAll("inout metadata meta", "inout more_t meta");
    const { paths } = analyseProgram({ file: "small.p4", text }).report;
    expect(paths.map(({ features }) => featureVector(features).join(" "))).toEqual(["2 1 0 0 0 0"]);
  });
});

describe("structs", () => {
  const pair = "struct pair_t { bit<8> p; bit<8> q; } const pair_t SEVEN = { 7, 7 };";

  it.each([
    ["a constant", "SEVEN"],
    ["what is written out", "(pair_t) { 7, 7 }"],
    ["with names", "(pair_t) { q = 7, p = 7 }"],
  ])("[F3] a struct is compared with %s field by field", (_, other) => {
    const body = `pair_t v = { 7, hdr.a.x }; if (v == ${other}) { if (hdr.a.x != 7) { hdr.c.setValid(); } }
      if (v != ${other}) { if (hdr.a.x == 7) { hdr.c.setValid(); } hdr.a.y = 1; }`;
    const { paths, diagnostics } = analyse(`apply { ${body} }`, all, pair);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(paths.map(({ features }) => featureVector(features).join(" "))).toEqual([
      "2 0 0 0 0 0",
      "2 1 0 0 0 0",
    ]);
  });

  it("[F3] what is assigned from a constant struct is known", () => {
    const body = "pair_t v = SEVEN; if (v.p == 7) { hdr.a.y = 1; } v = SEVEN; if (v.q != 7) { hdr.b.y = 1; }";
    const { paths } = analyse(`apply { ${body} }`, all, pair);
    expect(paths.map(({ features }) => featureVector(features).join(" "))).toEqual(["2 1 0 0 0 0"]);
  });
});

/** The program of `small` with an egress. */
const cloning = (ingress: string, egress: string) =>
  analyseProgram({
    file: "small.p4",
    text: small(all, ingress).replace(
      /control E\(.*\n/,
      `control E(inout headers hdr, inout metadata meta,
      inout standard_metadata_t sm) { ${egress} }\n`,
    ),
  }).report;

describe("clones", () => {
  const ifType = (type: number): string =>
    `apply { if (sm.instance_type == ${type}) { hdr.a.x = 1; } else { hdr.b.x = 1; hdr.a.y = 1; } }`;

  it.each([1, 2])("[F15] what passed ingress is no clone of type %d in egress", (type) => {
    const { paths } = cloning("apply { clone(CloneType.I2E, 1); }", ifType(type));
    expect(paths.map(({ features }) => featureVector(features).join(" "))).toEqual(["2 2 0 0 0 0"]);
  });

  it("[F15] a replica may have passed ingress", () => {
    expect(cloning("apply { }", ifType(5)).paths).toHaveLength(2);
    expect(cloning("apply { }", ifType(5)).clones).toBeUndefined();
  });

  it.each([
    [
      "as it came",
      "hdr.a.setInvalid(); hdr.c.setValid(); hdr.b.x = 1; clone(CloneType.I2E, 1);",
      "0 1 0 0 0 0",
    ],
    [
      "only where it is asked for",
      "if (hdr.a.x == 3) { clone(CloneType.I2E, 1); } else { hdr.a.x = 3; }",
      "0 2 0 0 0 0",
    ],
    ["with metadata of zero", "meta.m = 1; clone(CloneType.I2E, 1);", "0 1 0 0 0 0"],
  ])("[F15] the clone of ingress is the packet %s", (_, ingress, expected) => {
    const egress = `apply { if (sm.instance_type == 1) { hdr.a.y = 1; if (hdr.c.isValid()) { hdr.b.y = 1; }
      if (meta.m == 1) { hdr.b.y = 2; } if (hdr.a.x == 3) { hdr.b.y = 3; } } }`;
    const open = ingress.startsWith("if") ? [expected] : [expected, "0 2 0 0 0 0"];
    const { clones } = cloning(`apply { ${ingress} }`, egress);
    expect(clones?.map(({ features }) => featureVector(features).join(" ")).sort()).toEqual(open);
  });

  it("[F15] the clone of egress is the packet as it leaves, where egress asks for one", () => {
    const egress = `apply { if (sm.instance_type == 2) { hdr.c.x = 1; if (hdr.a.isValid()) { hdr.a.x = 1; } }
      else if (hdr.a.y == 7) { hdr.a.setInvalid(); clone(CloneType.E2E, 1); } }`;
    const { clones } = cloning("apply { hdr.c.setValid(); clone(CloneType.I2E, 1); }", egress);
    const found = clones?.map(({ clonedBy, features }) => `${clonedBy} ${featureVector(features).join(" ")}`);
    // that of ingress is neither of the two: it asks for another clone where its byte says so
    expect(found).toEqual(["ingress 0 0 0 1 0 0", "ingress 0 0 0 0 0 0", "egress 0 1 0 0 0 0"]);
  });

  it.each([
    ["a sum that is full", "if (hdr.a.x |+| 200 == 255 && hdr.a.x < 55) { hdr.c.setValid(); }", 1],
    ["a product", "if (hdr.a.x * 3 == 21 && hdr.a.x != 7) { hdr.c.setValid(); }", 1],
    ["what is joined", "if (x ++ y == 16w0x0102 && (x != 1 || y != 2)) { hdr.c.setValid(); }", 1],
    ["parts of what is joined", "if (x == 1 && y == 2 && x ++ y != 16w0x0102) { hdr.c.setValid(); }", 1],
    ["a sum of many bits", "if (w + 1 == 5 && w != 4) { hdr.c.setValid(); }", 1],
    ["bits that a mask leaves", "if (hdr.a.x & 3 > 3 || (hdr.a.x | 4) == 0) { hdr.c.setValid(); }", 1],
    ["bits that a shift leaves", "if (w << 1 == 3 || w >> 12 == 16) { hdr.c.setValid(); }", 1],
    [
      "a number less itself",
      "if (w - w > x ++ y || (w ^ w) != 0 || (w |-| w) != 0 || (w & w) != w) { hdr.c.setValid(); }",
      1,
    ],
    [
      "a number and nothing",
      "if (w |+| 0 != w || w * 1 != w || (w & 0) != 0 || w << 0 != w) { hdr.c.setValid(); }",
      1,
    ],
    [
      "a part of a number that was widened",
      "if (((bit<32>) w)[15:8] != w[15:8] || ((bit<32>) w)[31:16] != 0) { hdr.c.setValid(); }",
      1,
    ],
    ["a sum that may be", "if (w + 1 == 5 && w == 4) { hdr.c.setValid(); }", 2],
    ["a mask that leaves no such bits", "if (hdr.a.x & 0 == 2 || hdr.a.x & 4 != 3) { hdr.c.setValid(); }", 1],
    ["what may be joined", "if (x ++ y == 16w0x0102 && x == 1) { hdr.c.setValid(); }", 2],
  ])("[F3] %s", (_, body, count) => {
    const locals = "bit<8> x = hdr.a.x; bit<8> y = hdr.a.y; bit<16> w = hdr.b.x ++ hdr.b.y;";
    expect(smallVectors(`apply { ${locals} ${body} }`)).toHaveLength(count);
  });

  it.each([
    ["a number", "packet.lookahead<bit<8>>()"],
    ["a part of a number", "packet.lookahead<bit<16>>()[15:8]"],
    ["a header", "packet.lookahead<h_t>().x"],
  ])("[F12] what was seen ahead, %s, is what is extracted", (_, seen) => {
    const states = `state start { transition select(${seen}) { 1: one; default: other; } }
      state one { packet.extract(hdr.a); packet.extract(hdr.b); transition accept; }
      state other { packet.extract(hdr.a); transition accept; }`;
    expect(smallVectors("apply { if (hdr.a.x == 1) { hdr.c.setValid(); } }", states)).toEqual([
      "2 0 0 0 1 0",
      "1 0 0 0 0 0",
    ]);
    // what is passed was not extracted
    const passed = states.replaceAll("packet.extract(hdr.a)", "packet.advance(16); packet.extract(hdr.a)");
    expect(smallVectors("apply { if (hdr.a.x == 1) { hdr.c.setValid(); } }", passed)).toHaveLength(4);
  });
});

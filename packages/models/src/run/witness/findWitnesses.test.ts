import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Parts, smallP4 } from "../../../testing/run/smallSwitch.ts";
import { checkP4 } from "../../p4/index.ts";
import { Coverage } from "../coverage.ts";
import { createSwitch } from "../createSwitch.ts";
import { runStf } from "../stf/runStf.ts";
import { findWitnesses, type PathTest } from "./findWitnesses.ts";
import { ptfOf } from "./ptfOf.ts";
import { stfOf } from "./stfOf.ts";

const LIBRARY = join(import.meta.dirname, "..", "..", "..", "library", "programs");

const library = (name: string) =>
  checkP4({ file: `${name}.p4`, text: readFileSync(join(LIBRARY, `${name}.p4`), "utf8") });
const small = (parts: Parts) => checkP4({ file: "small.p4", text: smallP4(parts) });

function targetOf(checked: ReturnType<typeof small>) {
  const made = createSwitch(checked);
  if (!made.ok) throw new Error(made.error.message);
  return made.value;
}

const missing = (tests: readonly PathTest[]): string[] =>
  tests.flatMap(({ path, ...test }) => ("why" in test ? [`${path.id}: ${test.why}`] : []));

/** The tests as STF; every one must pass on a switch of its own. */
function passing(
  checked: ReturnType<typeof small>,
  tests: readonly PathTest[],
  coverage = new Coverage(),
): string[] {
  const target = targetOf(checked);
  return tests.flatMap(({ path, witness }) => {
    const text = witness && stfOf(path, witness, target);
    if (!text) return [];
    expect(runStf(checked, text, path.id, { coverage }).failures).toEqual([]);
    return [text];
  });
}

describe("a packet for every path", () => {
  it.each([
    ["l3fwd_firewall", 7],
    ["lb", 6],
    ["nat", 8],
    ["tunneling", 5],
    ["upf_isf", 10],
    ["upf_lif", 5],
    ["vxlan_decap", 20],
    ["latency_control_uc1", 28],
    ["vqueue", 103],
  ])("of %s in the library", (name, paths) => {
    const checked = library(name);
    const tests = findWitnesses(checked);
    expect(missing(tests)).toEqual([]);
    expect(tests).toHaveLength(paths);
    expect(passing(checked, tests).length).toBeGreaterThan(0);
  });

  it.each<[string, Parts, number]>([
    [
      "members of value sets, also of several fields",
      {
        parser: `value_set<bit<16>>(4) one; value_set<pair_t>(4) two; state start { p.extract(hdr.h);
          transition select(hdr.h.c) { one: more; default: accept; } }
          state more { transition select(hdr.h.a, hdr.h.b) { two: last; default: accept; } }
          state last { p.extract(hdr.o); transition accept; }`,
        types: "struct pair_t { bit<8> a; bit<8> b; }",
        headers: "h_t o;",
      },
      3,
    ],
    [
      "lengths of varbit that are numbers, and those of a field",
      {
        types: "header v_t { varbit<64> v; }",
        headers: "v_t v; v_t w;",
        parser: `state start { p.extract(hdr.h); p.extract(hdr.v, 24); p.extract(hdr.w, (bit<32>) hdr.h.a << 3);
          transition select(hdr.h.a) { 5: reject; default: accept; } }`,
      },
      2,
    ],
    [
      "a group whose copies egress drops",
      {
        ingress: "if (hdr.h.a == 1) { s.mcast_grp = 3; }",
        egress: "if (hdr.h.b == 1) { mark_to_drop(s); }",
      },
      4,
    ],
    [
      "a hash below a bound",
      {
        metadata: "bit<16> x;",
        ingress: `hash(m.x, HashAlgorithm.crc16, (bit<16>) 0, { hdr.h.c }, (bit<32>) 0xffff);
          if (m.x < 0x4000) { hdr.h.a = 1; }`,
      },
      2,
    ],
    [
      "a parser that looks ahead behind what it passes",
      {
        parser: `state start { p.advance(16); transition select(p.lookahead<bit<16>>()) { 7: start; 8: more; default: accept; } }
          state more { p.advance(8); transition select(p.lookahead<bit<8>>()) { 9: accept; default: reject; } }`,
      },
      // what is 0x0008 ends with no 9
      64,
    ],
  ])("with %s", (_, parts, paths) => {
    const tests = findWitnesses(small(parts));
    expect(missing(tests)).toEqual([]);
    expect(tests).toHaveLength(paths);
  });

  it("says why there is none: what P4 leaves undefined decides", () => {
    const tests = findWitnesses(small({ headers: "h_t o;", ingress: "if (hdr.o.a == 3) { hdr.h.a = 1; }" }));
    expect(missing(tests)).toEqual([expect.stringContaining("what is read of a header that is not valid")]);
  });

  it("says why there is none: only copies of packets come to a branch", () => {
    const egress = "if (s.instance_type == 5) { hdr.h.a = 1; }";
    const why = missing(findWitnesses(small({ ingress: "s.egress_spec = 1;", egress })));
    expect(why).toHaveLength(1);
    for (const each of why) expect(each).toMatch(/neither packet nor entries decide that it is a copy: /);
  });

  it.each<[string, Parts, number]>([
    [
      "header fields that depend on one another",
      { ingress: "if (hdr.h.a + 8w7 == hdr.h.b && hdr.h.c > 16w900) hdr.h.b = 1; else mark_to_drop(s);" },
      2,
    ],
    [
      "a lookahead",
      {
        parser:
          "state start { transition select(p.lookahead<bit<16>>()) { 0x1234: yes; default: accept; } } state yes { p.extract(hdr.h); transition accept; }",
      },
      2,
    ],
    [
      "a stack of headers",
      {
        headers: "h_t[3] v;",
        parser:
          "state start { p.extract(hdr.v.next); transition select(hdr.v.last.a) { 8: start; default: accept; } }",
      },
      3,
    ],
    [
      "a field whose length varies",
      {
        types: "header o_t { bit<8> n; varbit<64> o; bit<8> k; }",
        headers: "o_t o;",
        parser:
          "state start { p.extract(hdr.h); transition select(hdr.h.a) { 1: more; default: accept; } } state more { p.extract(hdr.o, (bit<32>)hdr.h.b * 8); transition select(hdr.o.k) { 9: accept; default: reject; } }",
      },
      3,
    ],
    [
      "a register",
      {
        locals: "register<bit<8>>(4) r;",
        ingress: "bit<8> v; r.read(v, (bit<32>)hdr.h.a); if (v == 77) mark_to_drop(s);",
      },
      2,
    ],
    [
      "a meter",
      {
        locals: "meter(4, MeterType.packets) r;",
        ingress:
          "bit<2> v; r.execute_meter(1, v); if (v == 2) mark_to_drop(s); else if (v == 1) hdr.h.a = 1;",
      },
      3,
    ],
    ["a group of ports", { ingress: "if (hdr.h.a == 1) s.mcast_grp = 5; else mark_to_drop(s);" }, 2],
    ["a clone", { ingress: "if (hdr.h.a == 1) clone(CloneType.I2E, 7);" }, 2],
    [
      "entries that agree with what comes later",
      {
        locals:
          "action a(bit<8> v) { hdr.h.b = v; } action n() {} table t { key = { hdr.h.a: ternary; hdr.h.c: lpm; } actions = { a; n; } default_action = n(); }",
        ingress: "t.apply(); if (hdr.h.b == 44) mark_to_drop(s);",
      },
      4,
    ],
    [
      "a hit and a miss with one action",
      {
        locals: "action n() {} table t { key = { hdr.h.a: range; } actions = { n; } default_action = n(); }",
        ingress: "if (t.apply().hit) mark_to_drop(s);",
      },
      2,
    ],
    ["the time in the queue", { egress: "if (s.deq_timedelta > 1000) mark_to_drop(s);" }, 2],
  ])("with %s", (_, parts, paths) => {
    const checked = small(parts);
    expect(checked.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const tests = findWitnesses(checked);
    const found = tests.filter(({ witness }) => witness);
    expect({ missing: missing(tests), found: found.length }).toEqual({ missing: [], found: paths });
    passing(checked, tests);
  });

  it("fixed entries that no key reaches, two actions for one key: no packet, and why", () => {
    const twice = small({
      locals:
        "action a() {} action n() {} table t { key = { hdr.h.a: exact; } actions = { a; n; } default_action = n(); } table u { key = { hdr.h.a: exact; } actions = { a; n; } const entries = { 1: a(); } default_action = n(); }",
      ingress: "u.apply();",
    });
    expect(missing(findWitnesses(twice))).toEqual([]);
  });

  it("counts what the tests pass: everything but what only a copy of a packet comes to", () => {
    const checked = library("upf_lif");
    const coverage = new Coverage();
    passing(checked, findWitnesses(checked), coverage);
    const open = [...coverage.statements, ...coverage.states].filter(({ times }) => times === 0);
    const text = readFileSync(join(LIBRARY, "upf_lif.p4"), "utf8").split("\n");
    expect(open.length).toBeGreaterThan(0);
    for (const { at } of open) expect(text[at.line - 1]).toMatch(/hdr\.|intercept|setInvalid|apply|clone/);
    expect(coverage.states.every(({ times }) => times > 0)).toBe(true);
  });

  // tests/l2fwd_test.py was listed and loaded by ptf 0.12.0 (`ptf --list`, Python 3.11)
  it("as PTF: the file that ptf loads", () => {
    const checked = library("l2fwd");
    const found = findWitnesses(checked).flatMap(({ path, witness }) => (witness ? [{ path, witness }] : []));
    const written = readFileSync(join(import.meta.dirname, "fixtures", "l2fwd_test.py"), "utf8");
    expect(ptfOf("l2fwd.p4", found, targetOf(checked))).toBe(written);
  });
});

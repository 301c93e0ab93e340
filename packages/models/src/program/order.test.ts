import { describe, expect, it } from "vitest";
import { featureVector } from "../core/index.ts";
import { all, analyse, smallVectors } from "./fixtures/smallProgram.ts";

const extra = `
struct pair_t { bit<8> x; bit<8> y; }
bit<8> bump(inout bit<8> n) { n = n + 1; return n; }
bool yes(inout bit<8> n) { n = n + 1; return true; }
bool no(inout bit<8> n) { n = n + 1; return false; }
void swap(inout bit<8> one, inout bit<8> two) { one = 1; if (two == 1) { two = 7; } else { two = 2; } }
void fill(out h_t h) { h.x = 1; }
bit<8> add_ten(inout bit<8> one, in bit<8> two) { one = one + 10; return two; }
bit<8> second(in bit<8> one, inout bit<8> two) { two = two + one; return one; }
h_t made(inout bit<8> n) { n = n + 1; h_t h; h.setValid(); return h; }`;

const vectors = (ingress: string, parser = all): string[] => {
  const found = analyse(ingress, parser, extra);
  expect(found.diagnostics).toEqual([]);
  return found.paths.map(({ features }) => featureVector(features).join(" "));
};

/** Of a program with one path: whether `test` holds at its end. */
const holds = (body: string, test: string): boolean => {
  const found = vectors(`apply { ${body} if (${test}) { hdr.c.setValid(); } }`);
  expect(found).toHaveLength(1);
  return found[0]?.split(" ")[4] === "1";
};

describe("the order of evaluation", () => {
  it.each([
    ["the right side of a false &&", "bool b = no(meta.m) && yes(meta.m);", 1],
    ["the right side of a true &&", "bool b = yes(meta.m) && yes(meta.m);", 2],
    ["the right side of a true ||", "bool b = yes(meta.m) || yes(meta.m);", 1],
    ["a nested left side", "bool b = (no(meta.m) && yes(meta.m)) || no(meta.m);", 2],
    ["a negated operand", "bool b = !(no(meta.m) && yes(meta.m)) && no(meta.m);", 2],
    ["the other value of ?:", "bit<8> v = no(meta.m) ? bump(meta.m) : meta.m;", 1],
    ["the chosen value of ?:", "bit<8> v = yes(meta.m) ? bump(meta.m) : meta.m;", 2],
    ["an if", "if ((no(meta.m) && yes(meta.m)) || yes(meta.m)) { }", 2],
    ["an argument", "bit<8> n = 0; bool b = no(n) && yes(meta.m); meta.m = meta.m + n;", 1],
  ])("[F14] calls in %s are carried out as often as P4 says", (_, body, count) => {
    expect(holds(body, `meta.m == ${count}`)).toBe(true);
  });

  it.each([
    ["a sum", "bit<8> v = meta.m + bump(meta.m);", "v == 1"],
    ["a product of sums", "bit<8> v = (meta.m + 1) * bump(meta.m);", "v == 1"],
    ["a call that is read later", "bit<8> v = bump(meta.m) + meta.m;", "v == 2"],
    ["a list", "pair_t h = { meta.m, bump(meta.m) };", "h.x == 0 && h.y == 1"],
    ["a compound assignment", "meta.m += bump(meta.m);", "meta.m == 1"],
    ["a comparison", "bool b = meta.m == bump(meta.m);", "!b"],
    ["a later argument, copied in and out", "add_ten(meta.m, bump(meta.m));", "meta.m == 10"],
    ["a later argument of a call in a sum", "bit<8> v = add_ten(meta.m, bump(meta.m)) + meta.m;", "v == 11"],
    ["an earlier argument", "bit<8> v = second(bump(meta.m), meta.m);", "meta.m == 2"],
    [
      "a later argument, copied in only",
      "bit<8> v = second(meta.m, meta.m); v = second(meta.m, v);",
      "v == 0",
    ],
  ])("[F14] an operand left of a call in %s is read before it", (_, body, test) => {
    expect(holds(body, test)).toBe(true);
  });

  it("[F14] a table in a lazy operand is applied only when it is evaluated", () => {
    const tables = (condition: string) => `table s { key = { hdr.a.x : exact; } actions = { NoAction; } }
      table t { key = { hdr.a.y : exact; } actions = { NoAction; } } apply { ${condition} }`;
    const test = "if ((hdr.b.x == 1 && s.apply().hit) || t.apply().hit) { hdr.a.x = 1; }";
    // b.x == 1: s hits; s misses, t hits or misses. Else t hits or misses
    expect(vectors(tables(test)).sort()).toEqual(
      ["2 1 0 0 0 1", "2 1 0 0 0 2", "2 0 0 0 0 2", "2 1 0 0 0 1", "2 0 0 0 0 1"].sort(),
    );
  });

  it("[F14] locals of controls and parsers begin with the call that gives them", () => {
    expect(vectors("bit<8> v = bump(meta.m); apply { if (v == 1 && meta.m == 1) { hdr.a.x = 1; } }")).toEqual(
      ["2 1 0 0 0 0"],
    );
    const parser = `bit<8> v = bump(meta.m); state start { packet.extract(hdr.a); transition select(v) { 1: more; default: accept; } }
      state more { packet.extract(hdr.b); transition accept; }`;
    expect(vectors("apply { }", parser)).toEqual(["2 0 0 0 0 0"]);
    const again = `bit<8> v = 0; state start { packet.extract(hdr.s.next); v = v + 1; transition select(v) { 2: accept; default: start; } }`;
    expect(vectors("apply { }", again)).toEqual(["2 0 0 0 0 0"]);
    const selected = `state start { packet.extract(hdr.a); transition select(bump(meta.m)) { 1: accept; default: more; } }
      state more { packet.extract(hdr.b); transition accept; }`;
    expect(vectors("apply { }", selected)).toEqual(["1 0 0 0 0 0"]);
  });

  it.each([
    [
      "written by an action",
      "actions = { add_to(meta.m); } default_action = add_to(meta.m);",
      "meta.m == 3",
      [1],
    ],
    [
      "of one variable twice",
      "actions = { both(meta.m, meta.m); } const default_action = both(meta.m, meta.m);",
      "meta.m == 2",
      [1],
    ],
    [
      "with data of the program",
      "actions = { put(meta.m); } const default_action = put(meta.m, 5);",
      "meta.m == 5",
      [1],
    ],
    [
      "with data of the control plane",
      "actions = { put(meta.m); } default_action = put(meta.m, 5);",
      "meta.m == 5",
      [0, 1],
    ],
  ])(
    "[F14] arguments that a program gives to the actions of a table are copied in and out: %s",
    (_, table, test, added) => {
      const ingress = `action add_to(inout bit<8> n) { n = n + 3; }
      action both(inout bit<8> one, inout bit<8> two) { swap(one, two); }
      action put(out bit<8> n, bit<8> given) { n = given; }
      table t { ${table} } apply { t.apply(); if (${test}) { hdr.c.setValid(); } }`;
      expect(
        vectors(ingress)
          .map((each) => Number(each.split(" ")[4]))
          .sort(),
      ).toEqual(added);
    },
  );

  it.each([
    ["one variable for two parameters", "swap(meta.m, meta.m);", "meta.m == 2"],
    ["two variables", "bit<8> n = 1; swap(meta.m, n);", "meta.m == 1 && n == 7"],
  ])("[F14] inout parameters are copied in and out: %s", (_, body, test) => {
    expect(holds(body, test)).toBe(true);
  });

  it("[F14] an action sees a variable by its name as it was when the call copied it", () => {
    const body = `action a(inout bit<8> n) { n = 3; if (meta.m == 0) { hdr.a.x = 1; } meta.m = 5; }
      apply { a(meta.m); if (meta.m == 3) { hdr.b.x = 1; } }`;
    expect(vectors(body)).toEqual(["2 2 0 0 0 0"]);
  });

  it("[F14] an out header is not valid when the call begins", () => {
    expect(vectors("apply { fill(hdr.a); if (hdr.a.isValid()) { hdr.b.x = 1; } }")).toEqual(["2 0 0 0 0 0"]);
    expect(smallVectors("apply { }")).toEqual(["2 0 0 0 0 0"]);
  });

  it.each([
    ["its result", "if (!made(meta.m).isValid()) { meta.m = 9; }", "meta.m == 1", "2 0 1 0 2 0"],
    [
      "an element that it names",
      "hdr.s[bump(meta.m) - 1].setValid();",
      "meta.m == 1 && hdr.s[0].isValid()",
      "2 0 0 0 2 0",
    ],
  ])("[F14] a call in what a method is called on is carried out: %s", (_, body, test, expected) => {
    expect(vectors(`apply { ${body} if (${test}) { hdr.c.setValid(); } }`)).toEqual([expected]);
  });

  it.each([
    ["what another name wrote goes with the copy out", "over(hdr);", "hdr.a.x == 3", "2 0 0 1 1 0"],
    ["what its own name wrote stays", "own(hdr.a);", "hdr.a.x == 5", "2 1 0 0 1 0"],
    ["what is only copied in does not change", "before(hdr.a);", "meta.m == 3", "2 1 0 0 1 0"],
    ["another name does not see what its own name wrote", "unseen(hdr.a);", "meta.m == 3", "2 1 0 0 1 0"],
  ])("[F14] a header that two names reach in one call: %s", (_, body, test, expected) => {
    const actions = `action over(inout headers h) { hdr.a.x = 2; hdr.a.setInvalid(); }
      action own(inout h_t h) { hdr.a.x = 2; h.x = h.x + 2; }
      action before(in h_t h) { hdr.a.x = 2; meta.m = h.x; }
      action unseen(inout h_t h) { h.x = 2; meta.m = hdr.a.x; }`;
    const found = vectors(
      `${actions} apply { if (hdr.a.x == 3) { ${body} if (${test}) { hdr.c.setValid(); } } }`,
    );
    expect(found).toEqual([expected, "2 0 0 0 0 0"]);
  });
});

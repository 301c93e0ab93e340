import { describe, expect, it } from "vitest";
import { type Parts, packet, send, smallP4, smallSwitch } from "../../../testing/run/smallSwitch.ts";
import { checkP4 } from "../../p4/index.ts";
import { V1Switch } from "../v1model/switch.ts";

/** The packet that leaves port 0. */
const out = (parts: Parts, hex = packet()): string => send(smallSwitch(parts), hex)[0] ?? "";
const header = (fields: Parameters<typeof packet>[0]): string => `0:${packet(fields)}`;

describe("values are copied in and out", () => {
  it("an action does not see what it writes through another parameter", () => {
    const locals = "action f(inout bit<8> x, inout bit<8> y) { x = x + 1; y = y + 2; }";
    expect(out({ locals, ingress: "f(hdr.h.a, hdr.h.a);" }, packet({ a: "10" }))).toBe(header({ a: "12" }));
  });

  it("an out header begins invalid, and exit still copies out", () => {
    const locals = "action f(out h_t x, inout bit<8> y) { y = (bit<8>)(bit<1>)x.isValid() + 7; exit; }";
    const ingress = "h_t t = hdr.h; bit<8> v = 9; f(t, hdr.h.a); hdr.h.b = 1;";
    expect(out({ locals, ingress }, packet({ a: "10", b: "20" }))).toBe(header({ a: "07", b: "20" }));
  });

  it("headers inside what is seen ahead are valid, those of a stack too", () => {
    const parts: Parts = {
      types: "header t_t { bit<8> v; } struct ahead_t { t_t one; t_t[2] more; }",
      metadata: "bit<8> sum; bit<8> there;",
      parser: `state start { ahead_t l = p.lookahead<ahead_t>(); m.sum = l.one.v + l.more[0].v + l.more[1].v;
        m.there = l.more[1].isValid() ? 8w1 : 0; p.extract(hdr.h); transition accept; }`,
      ingress: "hdr.h.d = (bit<32>)m.sum; hdr.h.c = (bit<16>)m.there;",
    };
    const given = { a: "01", b: "02" };
    expect(out(parts, packet({ ...given, c: "0400" }))).toBe(header({ ...given, c: "0001", d: "00000007" }));
  });

  it("operands are read from left to right", () => {
    const types = "bit<8> next(inout bit<8> x) { x = x + 1; return x; }";
    const ingress = "hdr.h.b = hdr.h.a - next(hdr.h.a);";
    expect(out({ types, ingress }, packet({ a: "05" }))).toBe(header({ a: "06", b: "ff" }));
  });

  it("operands that are not needed are not called", () => {
    const types = "bool touch(inout bit<8> x) { x = x + 1; return true; }";
    const ingress =
      "if (hdr.h.a == 0 && touch(hdr.h.b)) { hdr.h.c = 1; } hdr.h.d = true || touch(hdr.h.b) ? 32w2 : 3;";
    expect(out({ types, ingress }, packet({ a: "05" }))).toBe(header({ a: "05", d: "00000002" }));
  });

  it("a place is found before its value is computed", () => {
    const types = "bit<8> next(inout bit<1> x) { x = 1; return 7; } header s_t { bit<8> v; }";
    const parts: Parts = {
      types,
      headers: "s_t[2] s;",
      parser:
        "state start { p.extract(hdr.h); p.extract(hdr.s.next); p.extract(hdr.s.next); transition accept; }",
      locals: "bit<1> i = 0;",
      ingress: "hdr.s[i].v = next(i);",
    };
    expect(out(parts, `${packet()}0102`)).toBe(`0:${packet()}0702`);
  });

  it("locals begin anew for each packet", () => {
    const target = smallSwitch({
      locals: "bit<8> n = 3;",
      ingress: "n = n + 1; hdr.h.a = n; bit<8> k; hdr.h.b = k; k = 9;",
    });
    for (let i = 0; i < 2; i++) expect(send(target, packet())).toEqual([header({ a: "04" })]);
  });

  it("instances have their own state, parameters of constructors are known", () => {
    const types = `control Sub(inout h_t h)(bit<8> by) { register<bit<8>>(1) r;
      apply { bit<8> v; r.read(v, 0); v = v + by; r.write(0, v); h.a = h.a + v; } }`;
    const target = smallSwitch({
      types,
      locals: "Sub(1) one; Sub(16) two;",
      ingress: "one.apply(hdr.h); two.apply(hdr.h);",
    });
    expect(send(target, packet())).toEqual([header({ a: "11" })]);
    expect(send(target, packet())).toEqual([header({ a: "22" })]);
  });
});

describe("what is known before the packet", () => {
  it("numbers without a width take one where they are used", () => {
    const types =
      "control Sub(int a, inout bit<8> b) { apply { if (b == a) { b = a + 8w1; } else { b = 1 + a; } } }";
    const parts: Parts = { types, ingress: "Sub.apply(3, hdr.h.a);" };
    expect(out(parts, packet({ a: "03" }))).toBe(header({ a: "04" }));
    expect(out(parts, packet({ a: "09" }))).toBe(header({ a: "04" }));
  });

  it("a cast to int takes any width", () => {
    expect(out({ ingress: "hdr.h.a = (bit<8>)((int)hdr.h.a + 1);" }, packet({ a: "fe" }))).toBe(
      header({ a: "ff" }),
    );
  });

  it("lists are gone through in order", () => {
    const types = "const list<bit<8>> L = (list<bit<8>>) { 4, 2 };";
    const ingress =
      "for (bit<8> x in L) { hdr.h.a = (hdr.h.a << 4) + x; } for (bit<8> y in (list<bit<8>>) { 1, hdr.h.a }) { hdr.h.b = hdr.h.b + y; }";
    expect(out({ types, ingress })).toBe(header({ a: "42", b: "43" }));
  });

  it("parameters of the constructor of a block of main", () => {
    const text = smallP4({
      parser: "state start { p.extract(hdr.h); transition accept; }",
      ingress: "hdr.h.a = by;",
    })
      .replace(
        "inout standard_metadata_t s) {\n  \n  apply",
        "inout standard_metadata_t s)(bit<8> by) {\n  apply",
      )
      .replace("I(), E()", "I(7), E()");
    const target = new V1Switch(checkP4({ file: "small.p4", text }));
    expect(send(target, packet())).toEqual([header({ a: "07" })]);
  });
});

describe("statements", () => {
  it("loops with break and continue", () => {
    const ingress = `for (bit<8> i = 0; i < 10; i = i + 1) { if (i == 3) { continue; } if (i == 6) { break; } hdr.h.a = hdr.h.a + i; }
      for (bit<8> j in 1..3) { hdr.h.b = hdr.h.b + j; }`;
    expect(out({ ingress })).toBe(header({ a: "0c", b: "06" }));
  });

  it("switch over a value shares bodies", () => {
    const ingress = "switch (hdr.h.a) { 1: 2: { hdr.h.b = 12; } default: { hdr.h.b = 99; } }";
    expect(out({ ingress }, packet({ a: "02" }))).toBe(header({ a: "02", b: "0c" }));
    expect(out({ ingress }, packet({ a: "03" }))).toBe(header({ a: "03", b: "63" }));
  });

  it("slices and assignments with an operator", () => {
    expect(
      out({ ingress: "hdr.h.e[47:40] = 0xab; hdr.h.d[15:8] += 2; hdr.h.c <<= 4;" }, packet({ c: "0123" })),
    ).toBe(header({ c: "1230", d: "00000200", e: "ab0000000000" }));
  });
});

describe("parsers", () => {
  const types = "header v_t { bit<8> n; varbit<32> v; } header s_t { bit<8> v; }";
  const note =
    "hdr.h.a = s.parser_error == error.NoError ? 8w0 : s.parser_error == error.PacketTooShort ? 8w1 : s.parser_error == error.HeaderTooShort ? 8w2 : s.parser_error == error.StackOutOfBounds ? 8w3 : s.parser_error == error.NoMatch ? 8w4 : s.parser_error == error.ParserInvalidArgument ? 8w5 : 8w6;";
  const errorOf = (parser: string, hex: string, headers = "v_t v; s_t[1] s;"): string =>
    out({ types, headers, parser: `state start { p.extract(hdr.h); ${parser} }`, ingress: note }, hex).slice(
      2,
      4,
    );

  it.each([
    ["none", "p.extract(hdr.v, 16); transition accept;", "02aabb", "00"],
    ["a packet that ends too early", "p.extract(hdr.v, 16); transition accept;", "02aa", "01"],
    ["more than a varbit holds", "p.extract(hdr.v, 40); transition accept;", "02aabbccddee", "02"],
    ["a length that is no byte", "p.extract(hdr.v, 4); transition accept;", "02aabb", "05"],
    ["too many elements", "p.extract(hdr.s.next); p.extract(hdr.s.next); transition accept;", "0102", "03"],
    ["no case", "transition select(hdr.h.b) { 1: accept; }", "", "04"],
    ["a lookahead beyond the end", "hdr.h.c = p.lookahead<bit<16>>(); transition accept;", "00", "01"],
    ["an advance beyond the end", "p.advance(16); transition accept;", "00", "01"],
    ["an advance of no byte", "p.advance(4); transition accept;", "00", "05"],
    ["verify", "verify(hdr.h.b == 1, error.ParserTimeout); transition accept;", "", "06"],
  ])("%s", (_, parser, rest, error) => {
    expect(errorOf(parser, packet() + rest)).toBe(error);
  });

  it("what was not parsed follows the headers, from behind the last whole one", () => {
    const parser = "state start { p.extract(hdr.h); p.extract(hdr.v, 32); transition accept; }";
    expect(out({ types, headers: "v_t v;", parser }, `${packet()}0102`)).toBe(`0:${packet()}0102`);
  });

  it("value sets hold what the control plane puts in", () => {
    const parser = `value_set<bit<8>>(4) known;
      state start { p.extract(hdr.h); transition select(hdr.h.b) { known: seen; default: accept; } }
      state seen { m.seen = 1; transition accept; }`;
    const target = smallSwitch({ metadata: "bit<8> seen;", parser, ingress: "hdr.h.a = m.seen;" });
    expect(send(target, packet({ b: "07" }))).toEqual([header({ b: "07" })]);
    target.machine.valueSets[0]!.members = [[{ kind: "exact", value: 7n }]];
    expect(send(target, packet({ b: "07" }))).toEqual([header({ a: "01", b: "07" })]);
  });
});

describe("headers", () => {
  it("a valid member of a union makes the others invalid; stacks shift", () => {
    const types = "header x_t { bit<8> v; } header y_t { bit<16> v; } header_union u_t { x_t x; y_t y; }";
    const parts: Parts = {
      types,
      headers: "u_t u; x_t[3] s;",
      ingress: `hdr.u.x.setValid(); hdr.u.x.v = 1; hdr.u.y.setValid(); hdr.u.y.v = 2;
        hdr.s.push_front(2); hdr.s[0].setValid(); hdr.s[0].v = 5; hdr.s.push_front(1); hdr.s[0] = {6};`,
    };
    expect(out(parts)).toBe(`0:${packet()}00020605`);
  });

  it("invalid headers are equal, a valid one differs", () => {
    const headers = "h_t i; h_t j;";
    const ingress = "hdr.h.a = (bit<8>)(bit<1>)(hdr.i == hdr.j); hdr.h.b = (bit<8>)(bit<1>)(hdr.i == hdr.h);";
    expect(out({ headers, ingress })).toBe(header({ a: "01" }));
  });

  it("a field of a header that is not valid reads as zero, also where it held something", () => {
    const headers = "h_t i;";
    const parser = "state start { p.extract(hdr.h); transition accept; }";
    const ingress = `hdr.i = hdr.h; hdr.i.setInvalid(); hdr.i.b = 3;
      if (hdr.i.a == 0) { hdr.h.b = 9; } hdr.h.a = hdr.i.a; hdr.h.c[7:0] = hdr.i.b;`;
    expect(out({ headers, parser, ingress }, packet({ a: "10" }))).toBe(header({ b: "09" }));
  });

  it("a header that becomes valid is zero", () => {
    expect(out({ ingress: "hdr.h.setInvalid(); hdr.h.setValid();" }, packet({ a: "10" }))).toBe(header({}));
  });
});

describe("names of the control plane", () => {
  it("what an include brings into a control is the control's", () => {
    const locals = '#include "tables.p4"';
    const checked = checkP4(
      { file: "small.p4", text: smallP4({ locals: `\n${locals}\n`, ingress: "t.apply();" }) },
      {
        resolveInclude: (path) =>
          path === "tables.p4"
            ? { file: path, text: "action a() {} table t { key = { hdr.h.a: exact; } actions = { a; } }" }
            : null,
      },
    );
    expect(new V1Switch(checked).machine.tables.map(({ name }) => name)).toEqual(["I.t"]);
  });
});

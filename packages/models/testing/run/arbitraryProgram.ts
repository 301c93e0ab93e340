import fc from "fast-check";
import { type Text, text } from "./arbitraryText.ts";
import { smallP4 } from "./smallSwitch.ts";

const place = fc.constantFrom("hdr.h.a", "hdr.h.b", "hdr.o.a", "hdr.o.b", "m.x", "m.y");
const header = fc.constantFrom("hdr.h", "hdr.o", "hdr.s[0]", "hdr.s[1]");
/** An element of the stack by an index that is not written as a number, beyond the stack at times. */
const element = fc.constantFrom("m.x & 8w1", "m.y", "hdr.h.a[1:0]").map((index) => `hdr.s[${index}]`);
const number = fc.constantFrom("0", "1", "2", "3", "255").map((value) => `8w${value}`);

/** Values of eight bits, conditions and statements; those that call have effects that their order decides. */
const grammar = fc.letrec<{ value: string; condition: string; statement: string; block: string }>((tie) => {
  const [value, condition, block] = [tie("value"), tie("condition"), tie("block")];
  return {
    value: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      number,
      place,
      text`(${value} ${fc.constantFrom("+", "-", "&", "|", "^", "|+|")} ${value})`,
      text`(${value} ${fc.constantFrom("<<", ">>")} 8w2)`,
      text`(${condition} ? ${value} : ${value})`,
      text`(${value}[3:0] ++ ${value}[7:4])`,
      text`((bit<8>)((int<8>)${value} >> 1))`,
      text`${element}.b`,
      text`(${place} + next(${fc.constantFrom("m.x", "m.y")}, ${fc.oneof(number, place)}))`,
    ),
    condition: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      text`${fc.oneof(header, element)}.isValid()`,
      text`(${value} ${fc.constantFrom("==", "!=", "<", ">=")} ${value})`,
      text`(bool)${value}[0:0]`,
      text`((int<8>)${value} ${fc.constantFrom("==", "<")} ${fc.constantFrom("-8s1", "8s0", "8s1")})`,
      text`(${condition} ${fc.constantFrom("&&", "||")} ${condition})`,
      text`!${condition}`,
      text`(next(${fc.constantFrom("m.x", "m.y")}, ${fc.oneof(number, place)}) == ${number})`,
      text`${fc.constantFrom("t.apply().hit", "u.apply().miss")}`,
    ),
    statement: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      text`${place} = ${value};`,
      text`m.x[4:1] = ${value}[7:4];`,
      text`${fc.oneof(header, element)}.${fc.constantFrom("setValid", "setInvalid")}();`,
      text`${header} = ${fc.oneof(header, element)};`,
      text`${element} = ${header};`,
      text`${element}.a = ${value};`,
      text`hdr.s.${fc.constantFrom("push_front", "pop_front")}(1);`,
      text`${fc.constantFrom("t", "u")}.apply();`,
      text`if (${condition}) ${block} else ${block}`,
      text`switch (t.apply().action_run) { one: ${block} default: ${block} }`,
      text`switch (${value}) { 8w1: ${block} 8w2: default: ${block} }`,
      text`for (bit<8> i in 8w1 .. 8w2) { m.y = m.y + i; if (m.y == ${number}) ${block} }`,
      text`two(${place}, ${value});`,
      text`swap(${fc.constantFrom("hdr.h", "hdr.o")}, ${fc.constantFrom("hdr.s[0]", "hdr.s[1]")});`,
      fc.constantFrom("mark_to_drop(s);", "exit;", "return;"),
    ),
    block: fc.array(tie("statement"), { maxLength: 2 }).map((all) => `{ ${all.join(" ")} }`),
  };
});

const statements = fc
  .array(grammar.statement, { minLength: 1, maxLength: 5 })
  .map((all) => all.join("\n    "));

/** A parser of three states that extract a header, an optional one and up to two of a stack. */
const parser = fc
  .record({
    first: fc.constantFrom("hdr.h.a", "hdr.h.a & 8w3", "hdr.h.b"),
    ahead: fc.constantFrom("lookahead<bit<8>>()", "lookahead<bit<16>>()[7:0]", "lookahead<h_t>().b"),
    seen: fc.constantFrom("1: start2;", "0 .. 3: start2; 2: more;", "3: reject;"),
    cases: fc.shuffledSubarray(["1: more", "2: stack", "8w0 &&& 8w1: stack", "0 .. 6: more", "5: reject"]),
    after: fc.constantFrom("accept", "stack"),
  })
  .map(
    ({ first, ahead, seen, cases, after }) => `state start {
    transition select(p.${ahead}) { ${seen} default: start2; }
  }
  state start2 {
    p.extract(hdr.h);
    transition select(${first}) { ${cases.map((each) => `${each};`).join(" ")} default: accept; }
  }
  state more { p.extract(hdr.o); transition ${after}; }
  state stack {
    p.extract(hdr.s.next);
    transition select(hdr.s.last.a) { 1: last; default: accept; }
  }
  state last { p.extract(hdr.s.next); transition accept; }`,
  );

const LOCALS = `
  action one() { hdr.h.b = 8w1; }
  action two(inout bit<8> v, in bit<8> w) { v = w; if (v == 8w2) { return; } v = v + m.y; }
  action swap(inout h_t a, out h_t b) { b.setValid(); b.a = a.a; a.setInvalid(); }
  action three(bit<8> v) { m.x = v; hdr.o.setValid(); }
  table t { key = { hdr.h.a: exact; m.y: exact; } actions = { one; three; NoAction; } default_action = NoAction(); }`;

const entries = fc.shuffledSubarray(
  ["8w1: one();", "8w1: three(8w2);", "8w0 &&& 8w2: three(8w3);", "_: one();"],
  { minLength: 1 },
);

/** Programs for v1model: small, with values that meet often, so that packets reach what contradicts an analysis. */
export const arbitraryProgram: Text = fc
  .record({ parser, entries, ingress: statements, egress: statements })
  .map(({ parser: states, entries: rows, ingress, egress }) => {
    const locals = `${LOCALS}
  table u { key = { m.x: ternary; } actions = { one; three; NoAction; } const entries = { ${rows.join(" ")} } }`;
    return smallP4({
      types: "bit<8> next(inout bit<8> v, in bit<8> w) { v = v + 1; return v ^ w; }",
      metadata: "bit<8> x; bit<8> y;",
      headers: "h_t o; h_t[2] s;",
      parser: states,
      locals,
      ingress,
      egressLocals: locals,
      egress,
    });
  });

import { type Parts, smallP4 } from "./smallSwitch.ts";

const AGAIN = "bit<8> next(inout bit<8> v) { v = v + 1; return v; }";
const TABLE = `action one() { hdr.h.b = 1; } table t { key = { hdr.h.c : exact; } actions = { one; NoAction; } default_action = NoAction(); }`;
const fold = (variable: string): string => `${variable} = ${variable} ^ (${variable} >> 3); `.repeat(40);

/** Small programs with what the analysis once had wrong, by the numbers of its issue ("P4 runs"). */
const PARTS: Readonly<Record<string, Parts>> = {
  "1 (bool) of a known bit": {
    metadata: "bit<1> f;",
    ingress:
      "m.f = 1; if (hdr.h.a == 1) { m.f = 0; } if ((bool) m.f) { hdr.h.b = 1; } else { hdr.h.setInvalid(); }",
  },
  "2 a value that is folded into itself": {
    ingress: `bit<8> x = hdr.h.a; ${fold("x")} bit<8> y = hdr.h.a; ${fold("y")}
      if (x == 7) { hdr.h.b = 1; if (y != 7) { hdr.h.setInvalid(); } }`,
  },
  "3 a table in an operand that decides nothing": {
    locals: TABLE,
    ingress: "if (hdr.h.a == 1 && t.apply().hit) { hdr.h.c = 1; }",
  },
  "3 a call in the left one of two": {
    types: AGAIN,
    metadata: "bit<8> x;",
    ingress: `bool f = (hdr.h.a != 1 || next(m.x) == 1) && hdr.h.b == 2; if (m.x == 0) { hdr.h.c = 1; }
      if (f) { hdr.h.setInvalid(); }`,
  },
  "3 an operand that a later one changes": {
    types: AGAIN,
    metadata: "bit<8> x;",
    ingress: "if (m.x + next(m.x) == 1) { hdr.h.c = 1; } else { hdr.h.setInvalid(); }",
  },
  "3 locals that begin with a call": {
    types: AGAIN,
    metadata: "bit<8> x;",
    locals: "bit<8> begin = next(m.x);",
    ingress: "if (begin == 1 && m.x == 1) { hdr.h.c = 1; } else { hdr.h.setInvalid(); }",
  },
  "3 two names for one value": {
    metadata: "bit<8> x;",
    locals: "action two(inout bit<8> v) { v = 1; if (m.x == 1) { hdr.h.setInvalid(); } m.x = 7; }",
    ingress: "two(m.x); if (m.x == 1) { hdr.h.c = 1; }",
  },
  "3 an out header": {
    locals: "action gone(out h_t x) { if (x.isValid()) { hdr.h.c = 1; } }",
    ingress: "gone(hdr.h); if (hdr.h.isValid()) { hdr.h.b = 1; }",
  },
  "4 a number that gets a sign": {
    ingress: `if ((int<8>) hdr.h.a == -8s1) { hdr.h.b = 1; } else if (hdr.h.a == 255) { hdr.h.c = 1; }
      else if ((int<8>) hdr.h.b < 8s0) { hdr.h.setInvalid(); }`,
  },
  "5 two tables of one name": {
    types: `control Inner(inout headers hdr, inout metadata m, in bit<8> k) { action one() { m.x = m.x + 1; }
      table t { key = { k : exact; } actions = { one; NoAction; } default_action = NoAction(); } apply { t.apply(); } }`,
    metadata: "bit<8> x;",
    locals: "Inner() first; Inner() second;",
    ingress: "first.apply(hdr, m, hdr.h.a); second.apply(hdr, m, hdr.h.b); if (m.x == 2) { hdr.h.c = 1; }",
  },
  "6 masks, ranges and cases that others cover": {
    parser: `state start { p.extract(hdr.h); transition select(hdr.h.c) { 0x100 &&& 0xff00: one; 0x180: two; 0x200 .. 0x2ff: two; default: accept; } }
      state one { transition select(hdr.h.c) { 0 .. 0xff: two; default: accept; } } state two { transition accept; }`,
    ingress: "if (hdr.h.c == 0x2ff) { hdr.h.b = 1; }",
  },
  "6 a loop over constants, and a slice": {
    metadata: "bit<8> x;",
    ingress: `for (bit<8> i in 8w1 .. 8w3) { m.x = m.x + i; } if (m.x != 6) { hdr.h.setInvalid(); }
      hdr.h.a[3:0] = 5; if (hdr.h.a[3:0] == 5) { hdr.h.b = 1; }`,
  },
  "6 the error of a parser, and headers that are equal": {
    headers: "h_t o;",
    parser: "state start { p.extract(hdr.h); transition select(hdr.h.a) { 1: accept; } }",
    ingress: "if (s.parser_error == error.NoMatch) { hdr.h.b = 1; } if (hdr.h == hdr.o) { hdr.h.c = 1; }",
  },
  "6 a clone that only visits the egress": {
    locals: TABLE,
    ingress: "t.apply(); if (hdr.h.a == 1) { clone(CloneType.I2E, 1); }",
    egress: "if (s.instance_type == 1) { hdr.h.setInvalid(); }",
  },
  "7 an extern that counts as another": {
    types: '@stands_for("random", "SipHash-2-4") const bit<8> MOST = 9;',
    ingress: "if (hdr.h.a == 1) { random(hdr.h.b, 0, MOST); }",
  },
  "9 a string over several lines": {
    locals: `@restriction("
      a != 0 || b::mask == 0;
      ") ${TABLE}`,
    ingress: "t.apply();",
  },
};

export const onceWrong: readonly { name: string; text: string }[] = Object.entries(PARTS).map(
  ([name, parts]) => ({ name, text: declaredFirst(smallP4(parts), parts) }),
);

/** Controls among the types need the structs, so they follow them. */
function declaredFirst(text: string, { types = "" }: Parts): string {
  if (!types.startsWith("control ")) return text;
  const [before = "", after = ""] = text.replace(types, "").split("parser P(");
  return `${before}${types}\nparser P(${after}`;
}

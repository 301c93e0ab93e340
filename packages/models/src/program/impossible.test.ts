import { describe, expect, it } from "vitest";
import { analyse, outcomes, smallVectors } from "./fixtures/smallProgram.ts";

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
});

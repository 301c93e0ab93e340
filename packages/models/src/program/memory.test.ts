import { describe, expect, it } from "vitest";
import { analyseProgram } from "./analyseProgram.ts";
import { analyse, small, smallVectors } from "./fixtures/smallProgram.ts";
import { operationTerm, replaceSymbols, symbolsOf, symbolTerm, type Term } from "./state/term.ts";

const byte = { bits: 8, isSigned: false };

describe("what a path remembers stays small", () => {
  it.each([1, 22, 200])(
    "[F3] a value folded into itself %i times is the same value in a later test",
    (times) => {
      const fold = "m = m ^ (m >> 3);".repeat(times);
      const body = `bit<8> m = hdr.a.x; ${fold} bit<8> n = hdr.a.x; ${fold.replaceAll("m", "n")}
      if (m == 7) { hdr.a.y = 1; } if (n == 7) { hdr.b.y = 1; }`;
      expect(smallVectors(`apply { ${body} }`)).toEqual(["2 2 0 0 0 0", "2 0 0 0 0 0"]);
    },
  );

  it("[F3] a term is gone through once for each of its parts", () => {
    let term: Term = symbolTerm(0, byte);
    for (let round = 0; round < 500; round++) term = operationTerm("+", [term, term], byte);
    expect(symbolsOf(term)).toContain(0);
    const renamed = replaceSymbols(term, () => symbolTerm(1, byte));
    expect(renamed && replaceSymbols(renamed, () => symbolTerm(0, byte))?.key).toBe(term.key);
    expect(renamed?.key).not.toBe(term.key);
  });

  it("[F3] a value folded in a loop that nothing bounds ends with bounds", () => {
    const parser = `state start { packet.extract(hdr.a); transition again; }
      state again { meta.m = meta.m ^ (packet.lookahead<bit<8>>() >> 1) ^ (meta.m << 3); packet.advance(8);
        transition select(meta.m) { 0: accept; default: again; } }`;
    const { diagnostics, pathCount } = analyse("apply { }", parser);
    expect(diagnostics).toMatchObject([{ severity: "warning", code: "program-loop" }]);
    expect(pathCount).toBe(32);
  });

  it("[F3] what is computed from one length is known as well as the length", () => {
    const parser = `bit<6> left; state start { packet.extract(hdr.a); left = 3 * (bit<6>) packet.lookahead<bit<2>>(); packet.advance(8); transition next; }
      state next { transition select(left) { 0: accept; default: option; } }
      state option { transition select(packet.lookahead<bit<8>>()) { 0: one; 1: two; } }
      state one { verify(left >= 1, error.ParserInvalidArgument); left = left - 1; packet.advance(8); transition next; }
      state two { verify(left >= 2, error.ParserInvalidArgument); left = left - 2; packet.advance(8); transition next; }`;
    const body = "if (sm.parser_error == error.NoError) { hdr.a.y = 1; }";
    const { diagnostics, pathCount, paths } = analyse(`apply { ${body} }`, parser);
    expect(diagnostics).toEqual([]);
    // ordered sums of ones and twos: 1, 3, 13 and 55 for 0, 3, 6 and 9 bytes
    expect(paths.filter(({ features }) => features.modify === 1)).toHaveLength(1 + 3 + 13 + 55);
    // and what ends in an error: no such option at each number left, or one byte left where two are asked for
    expect(pathCount).toBeGreaterThan(72);
  });

  it("[F10] loops that fill a stack are one with it, whichever of them took its elements", () => {
    const states = ["start", "one", "two", "three", "four", "five"].map(
      (
        state,
        index,
      ) => `state ${state} { packet.extract(hdr.s.next); transition select(packet.lookahead<bit<8>>()) {
        ${index}: one; ${index + 1}: two; 3: three; 4: four; 5: five; default: accept; } }`,
    );
    const text = small(states.join(" "), "apply { }").replace("h_t[2] s", "h_t[10] s");
    const { report, walks } = analyseProgram({ file: "small.p4", text });
    expect(report.diagnostics.filter(({ code }) => code.startsWith("program-"))).toEqual([]);
    // one for each state and number of elements, and few more
    expect(walks?.exploration.order.length).toBeLessThan(10 * 6 * 8);
  });

  it("[F10] a stack that something pops ends no loop", () => {
    const parser = `state start { packet.extract(hdr.s.next); hdr.s.pop_front(1);
      transition select(hdr.a.x) { 0: start; default: accept; } }`;
    expect(analyse("apply { }", parser).diagnostics).toMatchObject([{ code: "program-loop" }]);
  });

  it("[F5] constant entries with several keys each can be missed for many reasons", () => {
    const entries = Array.from({ length: 40 }, (_, index) => `(${index}, ${index}) : p();`).join(" ");
    const body = `action p() { hdr.a.y = 1; } table t { key = { hdr.a.x : exact; hdr.b.x : exact; } actions = { p; NoAction; }
      const entries = { ${entries} } const default_action = NoAction; } apply { t.apply(); }`;
    expect(smallVectors(body)).toEqual(["2 1 0 0 0 1", "2 0 0 0 0 1"]);
  });
});

describe("what the analysis says when no packet gets through", () => {
  it("[F10] a loop that never ends is named", () => {
    const body = "for (bit<8> i = 0; i < 10; i = i) { hdr.a.x = 1; }";
    const { diagnostics, paths } = analyse(`apply { ${body} }`);
    expect(paths).toEqual([]);
    expect(diagnostics.find(({ code }) => code === "program-no-path")?.message).toMatch(
      /loop none has left it/,
    );
  });
});

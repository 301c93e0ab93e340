import { describe, expect, it } from "vitest";
import { preprocess } from "./preprocess.ts";

function run(text: string, defines: Record<string, string> = {}): { text: string; codes: string[] } {
  const { tokens, diagnostics } = preprocess({ file: "t.p4", text }, { defines });
  return {
    text: tokens
      .map((token) => token.text)
      .join(" ")
      .trim(),
    codes: diagnostics.map(({ code }) => code),
  };
}

describe("preprocess", () => {
  it.each<[string, string, string]>([
    ["object-like macro", "#define A 1 + 2\nA;", "1 + 2 ;"],
    ["function-like macro", "#define ADD(x, y) (x + y)\nADD(1, ADD(2, 3))", "( 1 + ( 2 + 3 ) )"],
    ["a function-like name without a call", "#define F(x) x\nF;", "F ;"],
    ["arguments over several lines", "#define F(x, y) y x\nF(a,\n b)", "b a"],
    ["a macro that names itself", "#define A A + B\n#define B A\nA", "A + A"],
    ["joined and quoted tokens", "#define G(a, b) a ## b #b\nG(x, y)", 'xy "y"'],
    ["variadic macro", "#define V(a, ...) a [ __VA_ARGS__ ]\nV(1, 2, 3)", "1 [ 2 , 3 ]"],
    ["undef", "#define A 1\n#undef A\nA", "A"],
    ["a continued line", "#define A 1 \\\n + 2\nA", "1 + 2"],
    ["a continued line with blanks behind the backslash", "#define A 1 \\ \t\n + 2\nA", "1 + 2"],
    ["line and file", "\n__LINE__ __FILE__", '2 "t.p4"'],
    ["ifdef", "#ifdef A\n1\n#else\n2\n#endif", "2"],
    ["elif", "#if 0\n1\n#elif 2 > 1\n2\n#elif 1\n3\n#else\n4\n#endif", "2"],
    ["nested groups", "#if 0\n#if 1\n1\n#else\n2\n#endif\n#else\n3\n#endif", "3"],
    ["expressions", "#define W 8\n#if (W * 2 == 16 && !defined(X)) || 0\n1\n#endif", "1"],
    ["shift and precedence", "#if 1 << 3 >> 1 == 4 && -1 < 0\n1\n#endif", "1"],
    ["unknown names count as 0", "#if NOPE + 1\n1\n#endif", "1"],
    ["junk in a group that is not taken", "#if 0\ndon't $ \"\n#endif\n1", "1"],
    ["pragma", "#pragma once\n1", "1"],
  ])("%s", (_, text, expected) => {
    expect(run(text)).toEqual({ text: expected, codes: [] });
  });

  it("a program may be called as the declarations that it includes", () => {
    const text = "#include <core.p4>\n#include <psa.p4>\n#include <psa.p4>\nheader h_t { }";
    const { files, tokens, diagnostics } = preprocess({ file: "psa.p4", text }, {});
    expect(diagnostics).toEqual([]);
    expect([...files.keys()]).toEqual(["psa.p4", "core.p4", "<psa.p4>"]);
    expect(files.get("psa.p4")).toBe(text);
    const named = tokens.filter((token) => token.text === "PSA_Switch" || token.text === "h_t");
    expect(named.map(({ file }) => file)).toEqual(["<psa.p4>", "psa.p4"]);
  });

  it("takes defines from the caller; an empty one counts as 1", () => {
    expect(run("#if A == 3 && B\nA\n#endif", { A: "3", B: "" }).text).toBe("3");
  });

  it.each<[string, string]>([
    ["#include <nowhere.p4>", "p4-include"],
    ["#if 1", "p4-conditional"],
    ["#endif", "p4-conditional"],
    ["#else", "p4-conditional"],
    ["#error no", "p4-user-error"],
    ["#define F(x) x\nF(1", "p4-macro"],
    ["#if 1 +\n#endif", "p4-macro"],
    ["#what", "p4-directive"],
  ])("%s is reported as %s", (text, code) => {
    expect(run(text).codes).toEqual([code]);
  });
});

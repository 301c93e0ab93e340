import { describe, expect, test } from "vitest";
import { z } from "zod";
import { checkShape, MAX_MISTAKES } from "./checkShape.ts";
import { MAX_NESTING } from "./limits.ts";
import { MAX_SYNTAX_ERRORS, readDocument } from "./readDocument.ts";

const codes = (text: string): string[] => readDocument(text, "a.yaml").diagnostics.map((d) => d.code);

describe("a text that would be too much for a parser", () => {
  test.each([
    ["open lists", "[".repeat(3_000_000), 1, MAX_NESTING + 1],
    ["open maps", "{a: ".repeat(300_000), 1, 4 * MAX_NESTING + 1],
    ["closed lists", "[".repeat(50_000) + "]".repeat(50_000), 1, MAX_NESTING + 1],
    ["maps of JSON", `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`, 1, 5 * MAX_NESTING + 1],
    ["lists of one line", "- ".repeat(50_000), 1, 2 * MAX_NESTING + 1],
    ["questions of one line", "? ".repeat(50_000), 1, 2 * MAX_NESTING + 1],
    [
      "indented maps",
      Array.from({ length: 500 }, (_, i) => `${" ".repeat(i)}a:`).join("\n"),
      MAX_NESTING + 1,
      MAX_NESTING + 1,
    ],
    [
      "maps whose keys end ever further to the left",
      Array.from({ length: 500 }, (_, i) => `${" ".repeat(i)}${"k".repeat(1_500 - 3 * i)}:`).join("\n"),
      MAX_NESTING + 1,
      MAX_NESTING + 1,
    ],
  ])("a 3 MB YAML of brackets ends nothing: %s are refused with their place", (_, text, line, column) => {
    const { diagnostics, value } = readDocument(text, "a.yaml");
    expect(value).toBeUndefined();
    expect(diagnostics).toMatchObject([{ code: "too-deep", span: { line, column } }]);
    expect(diagnostics[0]?.message).toContain(`deeper than ${MAX_NESTING} levels`);
  });

  test("aliases of aliases and thousands of aliases are refused", () => {
    const names = "abcdefghij".split("");
    const laughs = names.map((name, i) =>
      i === 0 ? "a: &a [x]" : `${name}: &${name} [${`*${names[i - 1]},`.repeat(10)}]`,
    );
    expect(codes(laughs.join("\n"))).toEqual(["bad-syntax"]);
    expect(codes(`a: &a 1\nb: [${"*a, ".repeat(100_000)}]`)).toEqual(["too-many-aliases"]);
  });

  test("maps as keys of maps, whose texts double with each level, are refused", () => {
    const text = `${"? ".repeat(60)}a`;
    expect(readDocument(text, "a.yaml").diagnostics[0]?.message).toContain("A key must be a word");
    expect(codes("{[1, 2]: 3}")).toEqual(["bad-syntax"]);
  });

  test("a hundred thousand mistakes are told as a few", () => {
    expect(codes(`[${",".repeat(20_000)}]`)).toHaveLength(MAX_SYNTAX_ERRORS);
    const keys = Array.from({ length: 20_000 }, (_, i) => `k${i}: 1`).join("\n");
    const { diagnostics } = checkShape(readDocument(keys, "a.yaml"), z.strictObject({}), "a thing");
    expect(diagnostics).toHaveLength(MAX_MISTAKES + 1);
    expect(diagnostics.at(-1)?.message).toBe("19900 more unknown keys are not shown; correct these first");
  });
});

describe("what files do have", () => {
  test("brackets in texts and comments are no levels, and each level that is allowed is read", () => {
    const brackets = "[".repeat(500);
    expect(readDocument(`a: "${brackets}"\nb: x${brackets}\n# ${brackets}\n`, "a.yaml").value).toEqual({
      a: brackets,
      b: `x${brackets}`,
    });
    expect(codes(JSON.stringify({ a: `${brackets}\\"${brackets}` }))).toEqual([]);
    expect(codes("[".repeat(MAX_NESTING) + "]".repeat(MAX_NESTING))).toEqual([]);
    const many = Array.from({ length: 5_000 }, (_, i) => `n${i}:\n  - a: [1, {b: 2}]\n    c: 3`).join("\n");
    expect(codes(many)).toEqual([]);
  });

  test("a key that stands twice is told at its second place", () => {
    const { diagnostics } = readDocument("a: 1\nb: {c: 1, d: 2, c: 3}\na: 2\n", "a.yaml");
    expect(diagnostics.map((d) => [d.span?.line, d.span?.column, d.message.split(";")[1]])).toEqual([
      [2, 17, ' "c" is repeated'],
      [3, 1, ' "a" is repeated'],
    ]);
  });
});

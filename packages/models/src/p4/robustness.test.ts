import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Span } from "../core/index.ts";
import { type CheckedProgram, checkP4, parseP4, tokenizeP4, walk } from "./index.ts";

const FIXTURES = join(import.meta.dirname, "fixtures");
const PROGRAMS = ["ok", "bad-lex", "bad-parse", "bad-check"].flatMap((folder) =>
  readdirSync(join(FIXTURES, folder))
    .filter((name) => name.endsWith(".p4"))
    .map((name) => readFileSync(join(FIXTURES, folder, name), "utf8")),
);
const FRAGMENTS = [
  "{",
  "}",
  "(",
  ")",
  "<",
  ">",
  ";",
  ",",
  ":",
  "=",
  "@",
  "#if ",
  "\n#endif\n",
  "/*",
  '"',
  "control ",
  "bit<8> ",
  "x",
  "8w",
  "$",
  "é",
];

/** Is the span a place in one of the files? A plain test: `expect` for each of a million nodes takes minutes. */
function isInside(span: Span, { files }: Pick<CheckedProgram, "files">): boolean {
  const length = files.get(span.file)?.length ?? -1;
  return (
    0 <= span.start &&
    span.start <= span.end &&
    span.end <= length &&
    1 <= span.line &&
    span.line <= span.endLine
  );
}

const mutation = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  remove: fc.integer({ min: 0, max: 30 }),
  insert: fc.constantFrom("", ...FRAGMENTS),
});

const mutated = fc
  .record({
    program: fc.constantFrom(...PROGRAMS),
    mutations: fc.array(mutation, { minLength: 1, maxLength: 4 }),
  })
  .map(({ program, mutations }) =>
    mutations.reduce((text, { at, remove, insert }) => {
      const from = Math.floor(at * text.length);
      return text.slice(0, from) + insert + text.slice(from + remove);
    }, program),
  );

describe("whatever the text", () => {
  it("checking ends with a tree whose spans lie inside their files", () => {
    fc.assert(
      fc.property(mutated, (text) => {
        const checked = checkP4({ file: "mutated.p4", text });
        const outside: unknown[] = checked.diagnostics.filter(
          ({ span }) => span !== null && !isInside(span, checked),
        );
        walk(checked.program, (node) => {
          if (!isInside(node.span, checked)) outside.push(node);
        });
        expect(outside).toEqual([]);
      }),
      { numRuns: 150, seed: 20261121 },
    );
  });

  it("tokens for highlighting do not overlap and cover every character that is not space", () => {
    fc.assert(
      fc.property(mutated, (text) => {
        const wrong: unknown[] = [];
        let end = 0;
        for (const token of tokenizeP4(text)) {
          if (token.end <= token.start || !/^[\s\\\uFEFF]*$/.test(text.slice(end, token.start)))
            wrong.push(token);
          end = token.end;
        }
        expect(wrong).toEqual([]);
      }),
      { numRuns: 150, seed: 20261121 },
    );
  });

  it.each([
    ["parentheses", `const int a = ${"(".repeat(20_000)}`],
    ["unary operators", `const int a = ${"-".repeat(20_000)}1;`],
    ["a chain of operators", `const int a = 1${" + 1".repeat(20_000)};`],
    ["a chain of members", `const int a = b${".c".repeat(20_000)};`],
    ["blocks", `control c() { apply ${"{".repeat(20_000)}`],
    ["if and else", `control c(in bool b) { apply { ${"if (b) { } else ".repeat(5_000)} { } } }`],
    ["type arguments", `const ${"tuple<".repeat(20_000)}`],
    ["comparisons that look like type arguments", `const int a = ${"a<".repeat(2_000)}1;`],
    ["types inside casts inside types", `const int a = ${"f<bit<(".repeat(60)}1;`],
    ["statements that look like declarations", `control c() { apply { ${"a<bit<(".repeat(60)}1 }}`],
    [
      "macros that double",
      `#define A0 1\n${Array.from({ length: 40 }, (_, i) => `#define A${i + 1} A${i} + A${i}`).join("\n")}\nconst int a = A40;`,
    ],
    [
      "macros that double and leave nothing",
      `#define A0\n${Array.from({ length: 40 }, (_, i) => `#define A${i + 1} A${i} A${i}`).join("\n")}\nA40`,
    ],
    ["calls of macros", `#define F(x) x\n${"F(".repeat(20_000)}1${")".repeat(20_000)}`],
    ["annotations", "@a(\n".repeat(20_000)],
    ["calls of a long macro", `#define A ${"1 ".repeat(10_000)}\n${"A ".repeat(20_000)}`],
    ["parentheses of a condition", `#if ${"(".repeat(20_000)}1\n#endif`],
    ["choices of a condition", `#if ${"1 ? 1 : ".repeat(20_000)}1\n#endif`],
    ["signs of a condition", `#if ${"-".repeat(20_000)}1\n#endif`],
    ["numbers of a condition", `#if ${"9999999999 << 63 * ".repeat(20_000)}1\n#endif\n$`],
    ["lines of a string", `@name("${"\n a;".repeat(20_000)}") $`],
    [
      "structs that double",
      `struct S0 { bit a; bit b; }\n${Array.from({ length: 40 }, (_, i) => `struct S${i + 1} { S${i} a; S${i} b; }`).join("\n")}\nconst int a = S40.minSizeInBits();`,
    ],
    [
      "tuples that double",
      `typedef tuple<bit, bit> T0;\n${Array.from({ length: 40 }, (_, i) => `typedef tuple<T${i}, T${i}> T${i + 1};`).join("\n")}\nconst T40 a = true;`,
    ],
    [
      "generic structs that double",
      `struct D<T> { T a; T b; }\ntypedef D<bit> T0;\n${Array.from({ length: 40 }, (_, i) => `typedef D<T${i}> T${i + 1};`).join("\n")}\nconst T40 a = true;`,
    ],
    [
      "calls that double",
      `extern tuple<T, T> f<T>(T x);\ncontrol c(inout bit x) { apply { x = ${"f(".repeat(60)}x${")".repeat(60)}; } }`,
    ],
  ])("deep or endless %s end with an error and no exception", (_, text) => {
    const { diagnostics } = checkP4({ file: "deep.p4", text });
    expect(diagnostics.filter(({ severity }) => severity === "error").length).toBeGreaterThan(0);
  });

  it("files that include the next one twice end with an error", () => {
    const file = (level: number) => ({
      file: `f${level}.p4`,
      text: level === 30 ? "" : `#include "f${level + 1}.p4"\n`.repeat(2),
    });
    const { diagnostics } = parseP4(file(0), {
      resolveInclude: (path) => file(Number(path.slice(1, -3))),
    });
    expect(diagnostics.map(({ code }) => code)).toEqual(["p4-include"]);
  });

  it("a file that includes itself ends with an error", () => {
    const text = '#include "self.p4"\nconst int a = 1;';
    const { diagnostics } = parseP4(
      { file: "self.p4", text },
      { resolveInclude: (file) => ({ file, text }) },
    );
    expect(diagnostics.map(({ code }) => code)).toContain("p4-include");
  });
});

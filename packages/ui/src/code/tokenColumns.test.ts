import { Text } from "@codemirror/state";
import { tokenizeP4 } from "@p4twin/models/p4";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { editColumns, toColumns } from "./tokenColumns.ts";

const LINE = fc.constantFrom(
  "header ipv4_t { bit<32> src; }",
  "    state start { pkt.extract(hdr.ipv4); }",
  "// a comment",
  "/* more",
  "than a line */",
  "#define WIDTH 8",
  '@name("a") table t {',
  "    key = { hdr.ipv4.src: lpm; }",
  'const string s = "one',
  "x = 8w1 + y",
  "}",
  "",
);
const EDIT = fc.constantFrom("", "x", "/*", "*/", '"', "\n", ";", "#", "entries", "// ", "a\nb;\n");

const textOf = (text: string): Text => Text.of(text.split("\n"));
const columnsOf = (text: string) => toColumns(tokenizeP4(text), text.length);

test("tokens after any edits are those of the whole text", () => {
  fc.assert(
    fc.property(
      fc.array(LINE, { maxLength: 12 }),
      fc.array(fc.record({ at: fc.nat(), length: fc.nat(30), insert: EDIT }), { maxLength: 6 }),
      (lines, edits) => {
        let text = lines.join("\n");
        let columns = columnsOf(text);
        for (const { at, length, insert } of edits) {
          const from = at % (text.length + 1);
          const oldTo = Math.min(text.length, from + length);
          const edited = text.slice(0, from) + insert + text.slice(oldTo);
          const range = { from, oldTo, newTo: from + insert.length };
          columns = editColumns(columns, textOf(text), textOf(edited), range, tokenizeP4);
          text = edited;
          expect(columns).toEqual(columnsOf(text));
        }
      },
    ),
    { numRuns: 2000 },
  );
});

test("an edit lexes its own lines only", () => {
  const text = "header h_t { bit<8> f; }\n".repeat(3000);
  const at = text.length / 2 + 20;
  const edited = `${text.slice(0, at)}x${text.slice(at)}`;
  const tokenize = vi.fn(tokenizeP4);
  const made = editColumns(
    columnsOf(text),
    textOf(text),
    textOf(edited),
    { from: at, oldTo: at, newTo: at + 1 },
    tokenize,
  );
  expect(made).toEqual(columnsOf(edited));
  expect(tokenize.mock.calls.map(([lexed]) => lexed.length)).toEqual([26]);
});

import { describe, expect, it } from "vitest";
import { tokenizeP4 } from "./tokenize.ts";

const kinds = (text: string): string[] =>
  tokenizeP4(text).map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`);

describe("tokenizeP4", () => {
  it("marks what an editor colours", () => {
    expect(kinds('@name("x") table t { key = { a.key: exact; } } // end')).toEqual([
      "annotation @",
      "annotation name",
      "punctuation (",
      'string "x"',
      "punctuation )",
      "keyword table",
      "identifier t",
      "punctuation {",
      "keyword key",
      "operator =",
      "punctuation {",
      "identifier a",
      "punctuation .",
      "identifier key",
      "punctuation :",
      "identifier exact",
      "punctuation ;",
      "punctuation }",
      "punctuation }",
      "comment // end",
    ]);
  });

  it("marks directives, types, numbers, soft keywords used as names, and what is not P4", () => {
    expect(kinds("#define W 8w0xff\nbit<W> type; $ state start {")).toEqual([
      "directive #",
      "directive define",
      "identifier W",
      "number 8w0xff",
      "type bit",
      "operator <",
      "identifier W",
      "operator >",
      "identifier type",
      "punctuation ;",
      "invalid $",
      "keyword state",
      "identifier start",
      "punctuation {",
    ]);
  });
});

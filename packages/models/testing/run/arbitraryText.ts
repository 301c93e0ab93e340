import fc from "fast-check";

export type Text = fc.Arbitrary<string>;

/** A template whose gaps are filled by arbitrary texts. */
export const text = (parts: TemplateStringsArray, ...gaps: Text[]): Text =>
  fc.tuple(...gaps).map((filled) => String.raw({ raw: parts }, ...filled));

import { type Extension, Facet, RangeSetBuilder, StateField, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";

/** A coloured piece of text; offsets count UTF-16 code units from 0. The kinds are those of the P4 front end. */
export interface CodeToken {
  kind:
    | "keyword"
    | "type"
    | "identifier"
    | "annotation"
    | "number"
    | "string"
    | "comment"
    | "directive"
    | "operator"
    | "punctuation"
    | "invalid";
  start: number;
  end: number;
}

export type Tokenize = (text: string) => readonly CodeToken[];

const MARKS: Partial<Record<CodeToken["kind"], Decoration>> = Object.fromEntries(
  (["keyword", "type", "annotation", "number", "string", "comment", "directive", "invalid"] as const).map(
    (kind) => [kind, Decoration.mark({ class: `p4t-${kind}` })],
  ),
);

/** Marks of all tokens that have a colour; tokens out of order or out of the text are left out. */
function decorate(doc: Text, tokenize: Tokenize | null): DecorationSet {
  if (!tokenize) return Decoration.none;
  const builder = new RangeSetBuilder<Decoration>();
  let last = 0;
  for (const token of tokenize(doc.toString())) {
    const mark = MARKS[token.kind];
    if (!mark || token.start < last || token.end > doc.length || token.end <= token.start) continue;
    builder.add(token.start, token.end, mark);
    last = token.end;
  }
  return builder.finish();
}

/** Where the tokens come from. */
const tokenizer = Facet.define<Tokenize | null, Tokenize | null>({ combine: (values) => values[0] ?? null });

const tokenField = StateField.define<DecorationSet>({
  create: (state) => decorate(state.doc, state.facet(tokenizer)),
  update: (marks, change) =>
    change.docChanged || change.state.facet(tokenizer) !== change.startState.facet(tokenizer)
      ? decorate(change.state.doc, change.state.facet(tokenizer))
      : marks,
  provide: (field) => EditorView.decorations.from(field),
});

/** Colours a text by a tokenizer; the whole text at every change, which a hand-written lexer does in a millisecond. */
export function tokenMarks(tokenize: Tokenize | null): Extension {
  return [tokenizer.of(tokenize), tokenField];
}

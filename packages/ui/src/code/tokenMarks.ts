import { type EditorState, type Extension, Facet, RangeSetBuilder, StateField } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";
import {
  editColumns,
  TOKEN_KINDS,
  type TokenColumns,
  type Tokenize,
  toColumns,
  tokensBefore,
} from "./tokenColumns.ts";

const PLAIN = new Set(["identifier", "operator", "punctuation"]);
/** by index in `TOKEN_KINDS`; null has no colour of its own */
const MARKS = TOKEN_KINDS.map((kind) => (PLAIN.has(kind) ? null : Decoration.mark({ class: `p4t-${kind}` })));
const NO_TOKENS = toColumns([], 0);

/** Where the tokens come from. */
const tokenizer = Facet.define<Tokenize | null, Tokenize | null>({ combine: (values) => values[0] ?? null });

const readAll = (state: EditorState): TokenColumns => {
  const tokenize = state.facet(tokenizer);
  return tokenize ? toColumns(tokenize(state.doc.toString()), state.doc.length) : NO_TOKENS;
};

const tokenField = StateField.define<TokenColumns>({
  create: readAll,
  update(columns, { state, startState, docChanged, changes }) {
    const tokenize = state.facet(tokenizer);
    if (tokenize !== startState.facet(tokenizer)) return readAll(state);
    if (!docChanged || !tokenize) return columns;
    let [from, oldTo, newTo] = [startState.doc.length, 0, 0];
    changes.iterChangedRanges((fromA, toA, _fromB, toB) => {
      from = Math.min(from, fromA);
      oldTo = Math.max(oldTo, toA);
      newTo = Math.max(newTo, toB);
    });
    return editColumns(columns, startState.doc, state.doc, { from, oldTo, newTo }, tokenize);
  },
});

/** Marks of what is in view; the rest of a long text costs nothing. */
function marksInView(view: EditorView): DecorationSet {
  const { kind, start, end } = view.state.field(tokenField);
  const builder = new RangeSetBuilder<Decoration>();
  let next = 0;
  for (const { from, to } of view.visibleRanges) {
    next = Math.max(next, tokensBefore({ kind, start, end }, from) - 1, 0);
    for (; next < start.length && (start[next] ?? 0) < to; next += 1) {
      const mark = MARKS[kind[next] ?? 0];
      if (mark && (end[next] ?? 0) > from) builder.add(start[next] ?? 0, end[next] ?? 0, mark);
    }
  }
  return builder.finish();
}

const tokensInView = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = marksInView(view);
    }

    update({ view, state, startState, viewportChanged }: ViewUpdate) {
      if (viewportChanged || state.field(tokenField) !== startState.field(tokenField, false))
        this.decorations = marksInView(view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

/** Colours a text by a tokenizer: lexes what an edit touches, marks what is in view. */
export function tokenMarks(tokenize: Tokenize | null): Extension {
  return [tokenizer.of(tokenize), tokenField, tokensInView];
}

import {
  type EditorState,
  type Extension,
  RangeSet,
  RangeSetBuilder,
  StateEffect,
  StateField,
} from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutter } from "@codemirror/view";

/** Lines that belong to something selected elsewhere; both ends included, counted from 1. */
export interface LineRange {
  from: number;
  to: number;
  /** `path`: the selected path; `focus`: what is pointed at just now. */
  tone?: "path" | "focus";
}

/** What a line costs, or how often it is passed, for the faint heat in the gutter. */
export interface LineHeat {
  line: number;
  /** 0..1 of the costliest line. */
  heat: number;
  /** Something on the line was not passed: marked whatever its heat. */
  missed?: boolean;
  /** Shown on hover: "0.62 µs: table ipv4_lpm". */
  title?: string;
}

const LINES = {
  path: Decoration.line({ class: "p4t-line-path", attributes: { "data-lit": "path" } }),
  focus: Decoration.line({ class: "p4t-line-focus", attributes: { "data-lit": "focus" } }),
};

/** Replaces the lit lines. */
export const setLineRanges = StateEffect.define<readonly LineRange[]>();
/** Replaces the heat. */
export const setLineHeat = StateEffect.define<readonly LineHeat[]>();

function rangeMarks(state: EditorState, ranges: readonly LineRange[]): DecorationSet {
  const tones = new Map<number, "path" | "focus">();
  for (const range of ranges) {
    for (let line = Math.max(1, range.from); line <= Math.min(state.doc.lines, range.to); line += 1) {
      if (tones.get(line) !== "focus") tones.set(line, range.tone ?? "path");
    }
  }
  const builder = new RangeSetBuilder<Decoration>();
  for (const [line, tone] of [...tones].sort(([a], [b]) => a - b)) {
    const at = state.doc.line(line).from;
    builder.add(at, at, LINES[tone]);
  }
  return builder.finish();
}

const rangeField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, transaction) => {
    for (const effect of transaction.effects) {
      if (effect.is(setLineRanges)) return rangeMarks(transaction.state, effect.value);
    }
    return marks.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

class HeatMarker extends GutterMarker {
  readonly heat: number;
  readonly missed: boolean;
  readonly title: string | undefined;

  constructor({ heat, missed = false, title }: LineHeat) {
    super();
    this.heat = heat;
    this.missed = missed;
    this.title = title;
  }

  override eq(other: HeatMarker): boolean {
    return other.heat === this.heat && other.missed === this.missed && other.title === this.title;
  }

  override toDOM(): Node {
    const element = document.createElement("div");
    element.className = "p4t-heat";
    // Never quite clear: a cheap line still reads as one that costs.
    const percent = Math.round(15 + 75 * Math.min(1, Math.max(0, this.heat)));
    const colour = `color-mix(in srgb, var(--series-3) ${percent}%, transparent)`;
    // a line that is passed only in part has both
    element.style.background = this.missed
      ? `linear-gradient(to right, ${this.heat > 0 ? colour : "var(--bad)"} 50%, var(--bad) 50%)`
      : colour;
    if (this.missed) element.dataset.missed = "";
    if (this.title) element.title = this.title;
    return element;
  }
}

function heatMarks(state: EditorState, heats: readonly LineHeat[]): RangeSet<GutterMarker> {
  const builder = new RangeSetBuilder<GutterMarker>();
  const known = heats.filter(
    ({ line, heat, missed }) => line >= 1 && line <= state.doc.lines && (heat > 0 || missed),
  );
  for (const heat of [...known].sort((a, b) => a.line - b.line)) {
    const at = state.doc.line(heat.line).from;
    builder.add(at, at, new HeatMarker(heat));
  }
  return builder.finish();
}

const heatField = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update: (marks, transaction) => {
    for (const effect of transaction.effects) {
      if (effect.is(setLineHeat)) return heatMarks(transaction.state, effect.value);
    }
    return marks.map(transaction.changes);
  },
});

/** Lit lines and the heat gutter; fed through `setLineRanges` and `setLineHeat`. */
export function lineMarks(): Extension {
  return [
    rangeField,
    heatField,
    gutter({ class: "p4t-heat-gutter", markers: (view) => view.state.field(heatField) }),
  ];
}

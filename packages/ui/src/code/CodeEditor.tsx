"use client";
import { setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { Diagnostic } from "@p4twin/models/core";
import { useEffect, useRef } from "react";
import { cn } from "../lib/cn.ts";
import type { AskHover } from "./codeHover.ts";
import type { JumpHandlers } from "./codeJumps.ts";
import { createSlots, editorExtensions } from "./editorExtensions.ts";
import { type LineHeat, type LineRange, setLineHeat, setLineRanges } from "./lineMarks.ts";
import type { Tokenize } from "./tokenColumns.ts";
import { tokenMarks } from "./tokenMarks.ts";
import { toLintDiagnostics } from "./toLintDiagnostics.ts";

/** A place in the text, both counted from 1. */
export interface CodePlace {
  line: number;
  column: number;
}

export interface CodeEditorProps extends JumpHandlers {
  /**
   * The text to begin with; whenever it changes it takes the place of what the editor holds. Need not follow
   * `onChange`.
   */
  value: string;
  /** Names the field: "Source of l3fwd.p4". */
  label: string;
  onChange?: (value: string) => void;
  readOnly?: boolean;
  /** Colours the text, e.g. `tokenizeP4`; keep the function the same between renders. */
  tokens?: Tokenize;
  diagnostics?: readonly Diagnostic[];
  /** Only diagnostics of this file are shown. */
  file?: string;
  /** Lines to light up, e.g. those of the selected path. */
  highlights?: readonly LineRange[];
  heat?: readonly LineHeat[];
  /**
   * The text that diagnostics, highlights and heat are about. While the editor holds another they wait; left
   * out: the present one.
   */
  marksFor?: string;
  /** Told of the line the cursor is in, from 1, when the user moves it. */
  onCursorLine?: (line: number) => void;
  /** Says what is known about the word under the pointer. */
  hover?: AskHover;
  /** Brings this line into view whenever it changes. */
  revealLine?: number | null;
  /** Puts the cursor there whenever it is another object, and brings it into view. */
  goTo?: CodePlace | null;
  className?: string;
}

const NO_DIAGNOSTICS: readonly Diagnostic[] = [];
const NO_RANGES: readonly LineRange[] = [];
const NO_HEAT: readonly LineHeat[] = [];

/** Source editor: problems in the margin, lit lines, cost of lines as a faint heat. Tab leaves it after Esc. */
export function CodeEditor({
  value,
  label,
  onChange,
  readOnly = false,
  tokens,
  diagnostics = NO_DIAGNOSTICS,
  file,
  highlights = NO_RANGES,
  heat = NO_HEAT,
  marksFor,
  onCursorLine,
  hover,
  onDefinition,
  onReferences,
  revealLine = null,
  goTo = null,
  className,
}: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const initial = useRef(value);
  const handlers = useRef({ onChange, onCursorLine, hover, onDefinition, onReferences });
  const slots = useRef(createSlots());

  useEffect(() => {
    handlers.current = { onChange, onCursorLine, hover, onDefinition, onReferences };
  }, [onChange, onCursorLine, hover, onDefinition, onReferences]);

  useEffect(() => {
    if (!host.current) return;
    const created = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: initial.current,
        extensions: editorExtensions(slots.current, () => handlers.current),
      }),
    });
    view.current = created;
    return () => {
      initial.current = created.state.doc.toString();
      view.current = null;
      created.destroy();
    };
  }, []);

  useEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);

  useEffect(() => {
    const { editing, label: labelSlot } = slots.current;
    view.current?.dispatch({
      effects: [
        editing.reconfigure([EditorState.readOnly.of(readOnly), EditorView.editable.of(!readOnly)]),
        labelSlot.reconfigure(
          EditorView.contentAttributes.of({
            "aria-label": label,
            tabindex: "0",
            ...(readOnly ? { "aria-readonly": "true" } : {}),
          }),
        ),
      ],
    });
  }, [readOnly, label]);

  useEffect(() => {
    view.current?.dispatch({ effects: slots.current.tokens.reconfigure(tokenMarks(tokens ?? null)) });
  }, [tokens]);

  // Marks are placed in the text they were made for, so they wait for a new value to be in.
  // biome-ignore lint/correctness/useExhaustiveDependencies: value stands for the text in the editor
  useEffect(() => {
    const editor = view.current;
    if (editor && isMarked(editor, marksFor))
      editor.dispatch(setDiagnostics(editor.state, toLintDiagnostics(editor.state.doc, diagnostics, file)));
  }, [diagnostics, file, value, marksFor]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: value stands for the text in the editor
  useEffect(() => {
    const editor = view.current;
    if (editor && isMarked(editor, marksFor))
      editor.dispatch({ effects: [setLineRanges.of(highlights), setLineHeat.of(heat)] });
  }, [highlights, heat, value, marksFor]);

  useEffect(() => {
    const editor = view.current;
    if (!editor || revealLine === null || revealLine < 1 || revealLine > editor.state.doc.lines) return;
    editor.dispatch({
      effects: EditorView.scrollIntoView(editor.state.doc.line(revealLine).from, { y: "center" }),
    });
  }, [revealLine]);

  useEffect(() => {
    const editor = view.current;
    if (!editor || !goTo || goTo.line < 1 || goTo.line > editor.state.doc.lines) return;
    const line = editor.state.doc.line(goTo.line);
    const anchor = Math.min(line.to, line.from + Math.max(0, goTo.column - 1));
    editor.dispatch({
      selection: { anchor },
      effects: EditorView.scrollIntoView(anchor, { y: "center" }),
    });
    editor.focus();
  }, [goTo]);

  return (
    <div
      ref={host}
      className={cn(
        "min-h-40 min-w-0 overflow-hidden rounded-md border border-line focus-within:outline-2 focus-within:outline-accent",
        className,
      )}
    />
  );
}

const isMarked = ({ state }: EditorView, marksFor: string | undefined): boolean =>
  marksFor === undefined || (marksFor.length === state.doc.length && marksFor === state.doc.toString());

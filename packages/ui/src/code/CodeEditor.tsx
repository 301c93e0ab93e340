"use client";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentUnit } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import type { Diagnostic } from "@p4twin/models/core";
import { useEffect, useRef } from "react";
import { cn } from "../lib/cn.ts";
import { type LineHeat, type LineRange, lineMarks, setLineHeat, setLineRanges } from "./lineMarks.ts";
import { codeTheme } from "./theme.ts";
import { type Tokenize, tokenMarks } from "./tokenMarks.ts";
import { toLintDiagnostics } from "./toLintDiagnostics.ts";

export interface CodeEditorProps {
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
  /** Told of the line the cursor is in, from 1, when the user moves it. */
  onCursorLine?: (line: number) => void;
  /** Brings this line into view whenever it changes. */
  revealLine?: number | null;
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
  onCursorLine,
  revealLine = null,
  className,
}: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const initial = useRef(value);
  const callbacks = useRef({ onChange, onCursorLine });
  const compartments = useRef({
    editing: new Compartment(),
    tokens: new Compartment(),
    label: new Compartment(),
  });

  useEffect(() => {
    callbacks.current = { onChange, onCursorLine };
  }, [onChange, onCursorLine]);

  useEffect(() => {
    if (!host.current) return;
    const { editing, tokens: tokenSlot, label: labelSlot } = compartments.current;
    const created = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: initial.current,
        extensions: [
          lintGutter(),
          lineMarks(),
          lineNumbers(),
          history(),
          drawSelection(),
          bracketMatching(),
          highlightActiveLine(),
          highlightActiveLineGutter(),
          indentUnit.of("    "),
          keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
          editing.of([]),
          tokenSlot.of([]),
          labelSlot.of([]),
          codeTheme,
          EditorView.updateListener.of((update) => {
            if (update.docChanged) callbacks.current.onChange?.(update.state.doc.toString());
            const line = update.state.doc.lineAt(update.state.selection.main.head).number;
            const before = update.startState.doc.lineAt(update.startState.selection.main.head).number;
            if (update.selectionSet && line !== before) callbacks.current.onCursorLine?.(line);
          }),
        ],
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
    const { editing, label: labelSlot } = compartments.current;
    view.current?.dispatch({
      effects: [
        editing.reconfigure([EditorState.readOnly.of(readOnly), EditorView.editable.of(!readOnly)]),
        labelSlot.reconfigure(
          EditorView.contentAttributes.of({
            "aria-label": label,
            ...(readOnly ? { tabindex: "0", "aria-readonly": "true" } : {}),
          }),
        ),
      ],
    });
  }, [readOnly, label]);

  useEffect(() => {
    view.current?.dispatch({ effects: compartments.current.tokens.reconfigure(tokenMarks(tokens ?? null)) });
  }, [tokens]);

  // Marks are placed in the text they were made for, so they wait for a new value to be in.
  // biome-ignore lint/correctness/useExhaustiveDependencies: value stands for the text in the editor
  useEffect(() => {
    const editor = view.current;
    if (editor)
      editor.dispatch(setDiagnostics(editor.state, toLintDiagnostics(editor.state.doc, diagnostics, file)));
  }, [diagnostics, file, value]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: value stands for the text in the editor
  useEffect(() => {
    view.current?.dispatch({ effects: [setLineRanges.of(highlights), setLineHeat.of(heat)] });
  }, [highlights, heat, value]);

  useEffect(() => {
    const editor = view.current;
    if (!editor || revealLine === null || revealLine < 1 || revealLine > editor.state.doc.lines) return;
    editor.dispatch({
      effects: EditorView.scrollIntoView(editor.state.doc.line(revealLine).from, { y: "center" }),
    });
  }, [revealLine]);

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

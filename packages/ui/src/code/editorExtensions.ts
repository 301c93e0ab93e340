import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentUnit } from "@codemirror/language";
import { lintGutter } from "@codemirror/lint";
import { Compartment, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { type AskHover, codeHover } from "./codeHover.ts";
import { codeJumps, type JumpHandlers } from "./codeJumps.ts";
import { lineMarks } from "./lineMarks.ts";
import { codeTheme } from "./theme.ts";

/** What the editor tells and asks. */
export interface EditorHandlers extends JumpHandlers {
  onChange?: ((value: string) => void) | undefined;
  onCursorLine?: ((line: number) => void) | undefined;
  hover?: AskHover | undefined;
}

/** Places in the configuration that properties fill. */
export const createSlots = () => ({
  editing: new Compartment(),
  tokens: new Compartment(),
  label: new Compartment(),
});

/**
 * All that every editor has. `handlers` gives the callbacks of the moment, so that they may change without a
 * new editor.
 */
export const editorExtensions = (
  slots: ReturnType<typeof createSlots>,
  handlers: () => EditorHandlers,
): Extension => [
  lintGutter(),
  lineMarks(),
  lineNumbers(),
  history(),
  drawSelection(),
  bracketMatching(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  indentUnit.of("    "),
  codeJumps(handlers),
  keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
  codeHover(() => handlers().hover),
  Object.values(slots).map((slot) => slot.of([])),
  codeTheme,
  EditorView.updateListener.of((update) => {
    if (update.docChanged) handlers().onChange?.(update.state.doc.toString());
    const line = update.state.doc.lineAt(update.state.selection.main.head).number;
    const before = update.startState.doc.lineAt(update.startState.selection.main.head).number;
    if (update.selectionSet && line !== before) handlers().onCursorLine?.(line);
  }),
];

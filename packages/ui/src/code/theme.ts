import { EditorView } from "@codemirror/view";

const mono = "var(--font-mono)";

/** Looks of the editor from the tokens; light and dark follow the page by themselves. */
export const codeTheme = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--surface)", fontSize: "12px" },
  // The frame around the editor shows the focus, gutters included.
  "&.cm-focused, .cm-content:focus-visible": { outline: "none" },
  ".cm-scroller": { fontFamily: mono, lineHeight: "1.55", overflow: "auto" },
  ".cm-content": { padding: "6px 0", caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": {
    backgroundColor: "var(--surface)",
    color: "var(--ink-3)",
    border: "none",
    borderRight: "1px solid var(--line)",
  },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 8px 0 4px", minWidth: "2.2rem" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--hover) 55%, transparent)" },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--ink)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground, .cm-content ::selection": {
    backgroundColor: "color-mix(in srgb, var(--accent) 25%, transparent) !important",
  },
  "&.cm-focused .cm-matchingBracket": {
    backgroundColor: "var(--accent-soft)",
    outline: "1px solid var(--accent)",
  },
  ".p4t-line-path": { backgroundColor: "var(--accent-soft)", boxShadow: "inset 2px 0 0 var(--accent)" },
  ".p4t-line-focus": {
    backgroundColor: "color-mix(in srgb, var(--accent) 28%, var(--surface))",
    boxShadow: "inset 3px 0 0 var(--accent)",
  },
  ".p4t-heat-gutter": { width: "5px" },
  ".p4t-heat": { height: "100%", width: "5px" },
  ".cm-gutter-lint": { width: "1rem" },
  ".cm-gutter-lint .cm-gutterElement": { padding: "0 1px" },
  ".cm-lint-marker": { width: "0.8em", height: "0.8em" },
  ".cm-lint-marker-error": {
    content: "none",
    borderRadius: "2px",
    backgroundColor: "var(--bad)",
    marginTop: "0.35em",
  },
  ".cm-lint-marker-warning": {
    content: "none",
    backgroundColor: "var(--warn)",
    clipPath: "polygon(50% 0, 100% 100%, 0 100%)",
    marginTop: "0.35em",
  },
  ".cm-lint-marker-info": {
    content: "none",
    borderRadius: "50%",
    backgroundColor: "var(--ink-3)",
    marginTop: "0.35em",
  },
  ".cm-lintRange-error": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--bad)",
    textUnderlineOffset: "3px",
  },
  ".cm-lintRange-warning": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--warn)",
    textUnderlineOffset: "3px",
  },
  ".cm-lintRange-info": {
    backgroundImage: "none",
    textDecoration: "underline dotted var(--ink-3)",
    textUnderlineOffset: "3px",
  },
  ".cm-tooltip": {
    backgroundColor: "var(--raised)",
    color: "var(--ink)",
    border: "1px solid var(--line)",
    borderRadius: "var(--radius-md)",
    boxShadow: "var(--shadow-pop)",
    fontFamily: "var(--font-sans)",
    fontSize: "12px",
    maxWidth: "28rem",
  },
  ".p4t-hover": { padding: "5px 8px", lineHeight: "1.5" },
  ".p4t-hover code": { fontFamily: mono, whiteSpace: "pre-wrap", fontWeight: "600" },
  ".cm-diagnostic": { padding: "4px 8px", borderLeft: "3px solid var(--line-strong)" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--bad)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--warn)" },
  ".p4t-keyword": { color: "var(--code-keyword)" },
  ".p4t-type": { color: "var(--code-type)" },
  ".p4t-annotation, .p4t-directive": { color: "var(--code-directive)" },
  ".p4t-number": { color: "var(--code-number)" },
  ".p4t-string": { color: "var(--code-string)" },
  ".p4t-comment": { color: "var(--ink-3)", fontStyle: "italic" },
  // the darker ground of the line in focus leaves too little contrast
  ".p4t-line-focus .p4t-comment": { color: "var(--ink-2)" },
  ".p4t-invalid": { color: "var(--bad)" },
});

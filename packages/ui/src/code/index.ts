export { CodeEditor, type CodeEditorProps, type CodePlace } from "./CodeEditor.tsx";
export { CodeView, type CodeViewProps } from "./CodeView.tsx";
export type { AskHover, CodeHover } from "./codeHover.ts";
export type { LineHeat, LineRange } from "./lineMarks.ts";
export type { CodeToken, Tokenize } from "./tokenColumns.ts";
export { tokenizePython } from "./tokenizePython.ts";

export { CodeEditor, type CodeEditorProps } from "./CodeEditor.tsx";
export { CodeView, type CodeViewProps } from "./CodeView.tsx";
export type { LineHeat, LineRange } from "./lineMarks.ts";
export type { CodeToken, Tokenize } from "./tokenMarks.ts";

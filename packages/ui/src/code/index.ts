export { CodeEditor, type CodePlace } from "./CodeEditor.tsx";
export { CodeView } from "./CodeView.tsx";
export type { CodeHover } from "./codeHover.ts";
export type { LineHeat, LineRange } from "./lineMarks.ts";
export type { CodeToken } from "./tokenColumns.ts";
export { tokenizePython } from "./tokenizePython.ts";

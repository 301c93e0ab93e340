"use client";
import { CodeEditor, type CodeEditorProps } from "./CodeEditor.tsx";

export type CodeViewProps = Omit<CodeEditorProps, "onChange" | "readOnly">;

/** The editor for looking only: the cursor moves and tells its line, the text stays. */
export function CodeView(props: CodeViewProps) {
  return <CodeEditor {...props} readOnly />;
}

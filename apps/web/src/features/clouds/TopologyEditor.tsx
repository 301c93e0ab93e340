"use client";
import type { Diagnostic } from "@p4twin/models/core";
import { FileDrop } from "@p4twin/ui";
import { CodeEditor } from "@p4twin/ui/code";
import { useState } from "react";
import { DiagnosticList } from "@/lib/DiagnosticList.tsx";
import { readFiles } from "@/lib/readFiles.ts";

export type TopologyEditorProps = {
  text: string;
  diagnostics: readonly Diagnostic[];
  onChange: (text: string, fileName?: string) => void;
  readOnly: boolean;
};

/** The topology as text, with its mistakes in the margin and listed beside it. */
export function TopologyEditor({ text, diagnostics, onChange, readOnly }: TopologyEditorProps) {
  const [revealLine, setRevealLine] = useState<number | null>(null);
  const take = async (files: File[]): Promise<void> => {
    const [file] = await readFiles(files);
    if (file) onChange(file.text, file.name);
  };
  return (
    <div className="flex flex-col gap-3">
      {readOnly ? null : (
        <FileDrop what="a topology" accept=".json,.yaml,.yml" onFiles={(files) => void take(files)} />
      )}
      <DiagnosticList
        diagnostics={diagnostics}
        onShow={({ span }) => setRevealLine(span?.line ?? null)}
        className="max-h-48 overflow-auto rounded-md border"
      />
      <CodeEditor
        label="Topology as JSON or YAML"
        value={text}
        onChange={onChange}
        readOnly={readOnly}
        diagnostics={diagnostics}
        revealLine={revealLine}
        className="h-96"
      />
    </div>
  );
}

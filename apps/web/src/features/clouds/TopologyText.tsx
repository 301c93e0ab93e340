"use client";
import type { Diagnostic } from "@p4twin/models/core";
import { topologyFileEndings, topologyFormats } from "@p4twin/models/topology";
import { FileDrop, toast } from "@p4twin/ui";
import { CodeEditor } from "@p4twin/ui/code";
import { useState } from "react";
import { DiagnosticList } from "@/lib/DiagnosticList.tsx";
import { readFiles } from "@/lib/readFiles.ts";

export type TopologyTextProps = {
  text: string;
  diagnostics: readonly Diagnostic[];
  onChange: (text: string, fileName?: string) => void;
  readOnly: boolean;
};

/** The topology as text, with its mistakes in the margin and listed beside it. */
export function TopologyText({ text, diagnostics, onChange, readOnly }: TopologyTextProps) {
  const [revealLine, setRevealLine] = useState<number | null>(null);
  const take = async (files: File[]): Promise<void> => {
    const [file] = await readFiles(files);
    if (file) onChange(file.text, file.name);
  };
  return (
    <div className="flex flex-col gap-3">
      {readOnly ? null : (
        <FileDrop
          what="a topology"
          accept={topologyFileEndings.join(",")}
          hint={`${Object.values(topologyFormats).join(", ")}; detected from the content`}
          onFiles={(files) => void take(files)}
          onRejected={([file]) => toast.error(`${file?.name} is none of ${topologyFileEndings.join(", ")}`)}
        />
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

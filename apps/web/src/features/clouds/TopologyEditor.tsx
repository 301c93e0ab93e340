"use client";
import type { Diagnostic } from "@p4twin/models/core";
import { Field, FileDrop, Textarea } from "@p4twin/ui";
import { useRef } from "react";
import { DiagnosticList } from "@/lib/DiagnosticList.tsx";
import { readFiles } from "@/lib/readFiles.ts";

export type TopologyEditorProps = {
  text: string;
  diagnostics: readonly Diagnostic[];
  onChange: (text: string, fileName?: string) => void;
  readOnly: boolean;
};

/** The topology as text, with its mistakes beside it; a mistake selects its place. */
export function TopologyEditor({ text, diagnostics, onChange, readOnly }: TopologyEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const show = ({ span }: Diagnostic): void => {
    const element = area.current;
    if (!element || !span) return;
    element.focus();
    element.setSelectionRange(span.start, span.end);
    const lineHeight = Number.parseFloat(getComputedStyle(element).lineHeight) || 18;
    element.scrollTop = Math.max(0, (span.line - 3) * lineHeight);
  };
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
        onShow={show}
        className="max-h-48 overflow-auto rounded-md border"
      />
      <Field label="Topology as JSON or YAML">
        {(field) => (
          <Textarea
            {...field}
            ref={area}
            mono
            rows={18}
            wrap="off"
            readOnly={readOnly}
            value={text}
            aria-invalid={diagnostics.length > 0 || undefined}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
    </div>
  );
}

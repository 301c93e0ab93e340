"use client";
import { tokenizeP4 } from "@p4twin/models/p4";
import type { FeaturesReport, Path } from "@p4twin/models/program";
import { CodeEditor, type LineHeat, type LineRange } from "@p4twin/ui/code";
import { useMemo } from "react";
import { DiagnosticList } from "@/lib/DiagnosticList.tsx";
import { lineHeat, linesOfPath } from "./model/sourceMarks.ts";

export type SourcePaneProps = {
  fileName: string;
  source: string;
  report: FeaturesReport | null;
  path: Path | null;
  /** cost of each construct on the device that the heat shows */
  costUs: Readonly<Record<string, number>>;
  revealLine: number | null;
  readOnly: boolean;
  onChange: (source: string) => void;
  onCursorLine: (line: number) => void;
  onReveal: (line: number) => void;
};

const NO_PATHS: readonly Path[] = [];

/** The source: problems in the margin, cost of lines in the gutter, lines of the selected path lit. */
export function SourcePane(props: SourcePaneProps) {
  const { fileName, source, report, path, costUs, revealLine, readOnly, onChange, onCursorLine, onReveal } =
    props;
  const paths = report?.paths ?? NO_PATHS;
  const heat = useMemo(
    (): LineHeat[] => [...lineHeat(paths, costUs)].map(([line, share]) => ({ line, heat: share })),
    [paths, costUs],
  );
  const highlights = useMemo(
    (): LineRange[] =>
      path ? linesOfPath(path).map((line) => ({ from: line, to: line, tone: "path" })) : [],
    [path],
  );
  return (
    <div className="flex min-h-0 grow flex-col">
      <CodeEditor
        label={`Source of ${fileName}`}
        value={source}
        onChange={onChange}
        readOnly={readOnly}
        tokens={tokenizeP4}
        diagnostics={report?.diagnostics}
        file={fileName}
        highlights={highlights}
        heat={heat}
        onCursorLine={onCursorLine}
        revealLine={revealLine}
        className="min-h-0 grow rounded-none border-0"
      />
      {report ? (
        <DiagnosticList
          diagnostics={report.diagnostics}
          onShow={({ span }) => (span ? onReveal(span.line) : undefined)}
          className="max-h-40 shrink-0 overflow-auto border-t"
        />
      ) : null}
    </div>
  );
}

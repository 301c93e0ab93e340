"use client";
import { tokenizeP4 } from "@p4twin/models/p4";
import { CodeView, type LineHeat, type LineRange } from "@p4twin/ui/code";

export type StepSourceProps = {
  file: string;
  text: string;
  highlights: readonly LineRange[];
  /** how often a test set passes each line */
  heat: readonly LineHeat[];
  /** the line of the step, which comes into view; null: it is in another file */
  line: number | null;
};

/** The source with the lines that the packet passed, and the present step. */
export function StepSource({ file, text, highlights, heat, line }: StepSourceProps) {
  return (
    <CodeView
      label={`Source of ${file}`}
      value={text}
      tokens={tokenizeP4}
      highlights={highlights}
      heat={heat}
      revealLine={line}
      className="min-h-0 grow rounded-none border-0"
    />
  );
}

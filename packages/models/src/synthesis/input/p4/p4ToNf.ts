import type { Diagnostic } from "../../../core/index.ts";
import type { SourceText } from "../../../p4/index.ts";
import type { NfGraph } from "../../graph/nfGraph.ts";

export function p4ToNf(
  program: SourceText,
  _entries: SourceText | null,
  _id: string,
): { nf: NfGraph | null; diagnostics: Diagnostic[] } {
  return {
    nf: null,
    diagnostics: [{ severity: "error", code: "p4-unsupported", message: program.file, span: null }],
  };
}

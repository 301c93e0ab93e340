import { checkShape, type Diagnostic, readDocument, type Span } from "../../core/index.ts";
import { TextProtoError } from "../../program/index.ts";
import type { Target } from "../target.ts";
import { bmv2Command } from "./bmv2Commands.ts";
import { ControlError } from "./names.ts";
import { installP4Runtime } from "./p4RuntimeEntries.ts";
import { installTutorialEntries, tutorialEntriesSchema } from "./tutorialEntries.ts";

const COMMAND = /^\s*(table_|act_prof_|pvs_|mirroring_|mc_|register_|counter_|meter_|set_)\w+/m;

/**
 * Gives a switch what a file of entries says: commands of BMv2's command line, P4Runtime text, or the JSON of the
 * p4lang tutorials. What does not fit the program is a diagnostic; what stands before it is installed.
 */
export function install(target: Target, text: string, file: string): Diagnostic[] {
  if (/^\s*\{/.test(text)) {
    const { value, diagnostics } = checkShape(
      readDocument(text, file),
      tutorialEntriesSchema,
      "a file of table entries",
    );
    return value === null ? diagnostics : told(null, () => installTutorialEntries(target, value));
  }
  if (!COMMAND.test(text)) return told(null, () => installP4Runtime(target, text));
  let start = 0;
  return text.split("\n").flatMap((line, index) => {
    const at: Span = {
      file,
      start,
      end: start + line.length,
      line: index + 1,
      column: 1,
      endLine: index + 1,
      endColumn: line.length + 1,
    };
    start += line.length + 1;
    return told(at, () => bmv2Command(target, line));
  });
}

function told(span: Span | null, run: () => void): Diagnostic[] {
  try {
    run();
    return [];
  } catch (error) {
    if (!(error instanceof ControlError) && !(error instanceof TextProtoError)) throw error;
    return [{ severity: "error", code: "run-entries", message: error.message, span }];
  }
}

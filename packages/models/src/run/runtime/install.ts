import { checkShape, type Diagnostic, readDocument, type Span } from "../../core/index.ts";
import { bmv2Commands, entriesForm, TextProtoError, tableEntriesSchema } from "../../program/index.ts";
import type { Target } from "../target.ts";
import { bmv2Command } from "./bmv2Commands.ts";
import { ControlError } from "./names.ts";
import { installP4Runtime } from "./p4RuntimeEntries.ts";
import { installTutorialEntries } from "./tutorialEntries.ts";

/**
 * Gives a switch what a file of entries says: commands of BMv2's command line, P4Runtime text, or the JSON of the
 * p4lang tutorials. What does not fit the program is a diagnostic; what stands before it is installed.
 */
export function install(target: Target, text: string, file: string): Diagnostic[] {
  const form = entriesForm(text);
  if (form === "json") {
    const { value, diagnostics } = checkShape(
      readDocument(text, file),
      tableEntriesSchema(),
      "a file of table entries",
    );
    return value === null ? diagnostics : told(null, () => installTutorialEntries(target, value));
  }
  if (form === "messages") return told(null, () => installP4Runtime(target, text));
  return bmv2Commands(text, file).flatMap((command) => told(command.at, () => bmv2Command(target, command)));
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

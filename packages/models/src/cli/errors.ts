import type { Diagnostic } from "../core/index.ts";

/** The command line itself is wrong: exit 2. */
export class UsageError extends Error {
  override name = "UsageError";
}

/** What the user gave cannot be read or understood: exit 1, one line per diagnostic. */
export class InputError extends Error {
  override name = "InputError";
  readonly diagnostics: readonly Diagnostic[];
  readonly file: string;

  constructor(file: string, diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map((d) => d.message).join("\n"));
    this.file = file;
    this.diagnostics = diagnostics;
  }
}

/** An input error without a place inside the file. */
export const inputError = (file: string, code: string, message: string): InputError =>
  new InputError(file, [{ severity: "error", code, message, span: null }]);

import type { Diagnostic, Severity, Span } from "../core/index.ts";
import { BrokenLines } from "./brokenLines.ts";
import type { P4Code } from "./codes.ts";

/** Collects diagnostics, one per place: a second error at the same place is a consequence of the first. */
export class Reporter {
  readonly diagnostics: Diagnostic[] = [];
  /** lines that could not be read or parsed: nothing more is said about them */
  readonly broken = new BrokenLines();
  readonly #places = new Set<string>();

  error(code: P4Code, message: string, span: Span): void {
    this.#add("error", code, message, span);
  }

  warning(code: P4Code, message: string, span: Span): void {
    this.#add("warning", code, message, span);
  }

  /** Has an error been reported at a line of the span? */
  hasErrorWithin({ file, line, endLine }: Span): boolean {
    return this.diagnostics.some(
      ({ severity, span }) =>
        severity === "error" && span?.file === file && span.line >= line && span.line <= endLine,
    );
  }

  #add(severity: Severity, code: P4Code, message: string, span: Span): void {
    if (this.broken.has(span)) return;
    const place = `${span.file}:${span.start}:${severity}`;
    if (this.#places.has(place)) return;
    this.#places.add(place);
    this.diagnostics.push({ severity, code, message, span });
  }
}

import type { Diagnostic, Span } from "../core/index.ts";

/** Lines on which a stage has reported an error: what later stages say about them is mostly a consequence. */
export class BrokenLines {
  readonly #lines = new Map<string, Set<number>>();

  add(diagnostics: readonly Diagnostic[]): void {
    for (const { severity, span } of diagnostics) {
      if (severity !== "error" || span === null) continue;
      const lines = this.#lines.get(span.file) ?? new Set();
      lines.add(span.line);
      this.#lines.set(span.file, lines);
    }
  }

  has(span: Span | null): boolean {
    return span !== null && (this.#lines.get(span.file)?.has(span.line) ?? false);
  }

  /** Has any line of the span been reported? */
  within(span: Span): boolean {
    for (const line of this.#lines.get(span.file) ?? []) {
      if (line >= span.line && line <= span.endLine) return true;
    }
    return false;
  }

  get isEmpty(): boolean {
    return this.#lines.size === 0;
  }
}

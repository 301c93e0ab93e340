import type { Span } from "../../core/index.ts";

/** Where something stands, for a message about `file`: "on line 7", or "at core.p4:7" when that is another file. */
export const placeOf = (span: Span, file: string): string =>
  span.file === file ? `on line ${span.line}` : `at ${span.file}:${span.line}`;

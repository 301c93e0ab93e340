import type { Diagnostic } from "../core/index.ts";

/** Bodies that are written out at their calls at most; large programs have some hundred (our choice). */
const MAX_BODIES = 50_000;

/** Calls inside one another at most (our choice): lowering goes into them by recursion. */
const MAX_DEPTH = 100;

/** The calls of a program, written out, are more than can be followed, or too deep in one another. */
export class TooManyBodies extends Error {}

/** Counts bodies while they are written out, and how deep they are in one another. */
export class Bodies {
  private count = 0;
  private depth = 0;

  /** Throws `TooManyBodies` when this body is one too many. */
  enter(): void {
    if (++this.count > MAX_BODIES) throw new TooManyBodies();
  }

  /** What `work`, which writes out one body inside another, gives. Throws `TooManyBodies` when it is too deep. */
  inside<T>(work: () => T): T {
    if (++this.depth > MAX_DEPTH) throw new TooManyBodies();
    const result = work();
    this.depth--;
    return result;
  }
}

/** What `work` gives; null, and a diagnostic, when calls or instances are too many to write out. */
export function unlessTooLarge<T>(work: () => T, diagnostics: Diagnostic[]): T | null {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof TooManyBodies)) throw error;
    diagnostics.push(tooLarge);
    return null;
  }
}

const tooLarge: Diagnostic = {
  severity: "error",
  code: "program-too-large",
  message: `controls, parsers, actions and functions are carried out in more than ${MAX_BODIES} places when every call is written out, or more than ${MAX_DEPTH} deep in one another: too many to follow. Let blocks apply fewer instances of others that do the same`,
  span: null,
};

/** Bodies that are written out at their calls at most; large programs have some hundred (our choice). */
export const MAX_BODIES = 50_000;

/** Calls inside one another at most (our choice): lowering goes into them by recursion. */
export const MAX_DEPTH = 100;

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

/** Bodies that are written out at their calls at most; large programs have some hundred (our choice). */
export const MAX_BODIES = 50_000;

/** The calls of a program, written out, are more than can be followed. */
export class TooManyBodies extends Error {}

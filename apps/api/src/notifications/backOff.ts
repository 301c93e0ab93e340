export type BackOff = { firstMs: number; maxMs: number; attempts: number };

/** Ten tries within about an hour (our choice): 5 s, then twice as long each time, at most 15 min. */
export const defaultBackOff: BackOff = { firstMs: 5_000, maxMs: 15 * 60_000, attempts: 10 };

/**
 * How long to wait after the given number of tries, in ms; null when there is to be no other. `random` in
 * [0, 1) spreads it from half to one and a half times, so that what failed together does not come back
 * together.
 */
export function waitMs({ firstMs, maxMs, attempts }: BackOff, tried: number, random: number): number | null {
  if (tried >= attempts) return null;
  return Math.min(maxMs, firstMs * 2 ** (tried - 1)) * (0.5 + random);
}

import { z } from "zod";
import { constructs } from "../device/index.ts";

/**
 * One summand of an estimate: count * unitUs = totalUs. `name` tells which extern, `note` why a unit differs
 * from the slope.
 */
export const termSchema = z.strictObject({
  construct: z.enum(["base", ...constructs, "extern"]),
  count: z.number(),
  unitUs: z.number(),
  totalUs: z.number(),
  name: z.string().optional(),
  note: z.string().optional(),
});

export type Term = z.infer<typeof termSchema>;

/** Picoseconds are far below every published digit: rounding there removes only the noise of binary sums. */
export const roundUs = (us: number): number => Math.round(us * 1e6) / 1e6 + 0;

export function term(
  construct: Term["construct"],
  count: number,
  unitUs: number,
  more: Pick<Term, "name" | "note"> = {},
): Term {
  return { construct, count, unitUs, totalUs: roundUs(count * unitUs), ...more };
}

export const sumUs = (terms: readonly Term[]): number =>
  roundUs(terms.reduce((sum, t) => sum + t.totalUs, 0));

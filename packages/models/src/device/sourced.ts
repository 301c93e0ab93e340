import { z } from "zod";

/** How a number came about. `ourChoice` marks what no work states. */
const sourceKinds = ["measured", "fitted", "assumed", "derived", "ourChoice"] as const;

export const sourceSchema = z.strictObject({
  work: z.string().min(1).describe("short name of the work (see `works`), or a free citation"),
  place: z.string().min(1).describe("section, table or equation"),
  kind: z.enum(sourceKinds),
  note: z.string().optional(),
});

/** A number that carries its source; the unit stands in the name of the field that holds it. */
export const sourcedSchema = z.strictObject({ value: z.number(), source: sourceSchema });

const sourcedWith = (value: z.ZodNumber) => z.strictObject({ value, source: sourceSchema });

export const sourcedPositiveSchema = sourcedWith(z.number().positive());
export const sourcedNonNegativeSchema = sourcedWith(z.number().nonnegative());
export const sourcedCountSchema = sourcedWith(z.number().int().nonnegative());

export type Source = z.infer<typeof sourceSchema>;
export type Sourced = z.infer<typeof sourcedSchema>;

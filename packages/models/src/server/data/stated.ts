import { z } from "zod";

/**
 * How a number of the server library came about. `calibration`: an anchor whose machine or trace is not ours,
 * so that a model returns it but cannot prove it. `ourChoice`: no work states it.
 */
export const statedKinds = ["measured", "stated", "derived", "calibration", "ourChoice"] as const;

const place = {
  source: z.string().min(1).describe("section, table or figure of the file's work"),
  kind: z.enum(statedKinds),
  note: z.string().optional(),
};

/** A number of the server library with its source; the unit stands in the name of the field that holds it. */
export const statedSchema = z.strictObject({ value: z.number().nonnegative(), ...place });
/** The same for a quantity by which a model divides. */
export const statedPositiveSchema = z.strictObject({ value: z.number().positive(), ...place });
/** A stated range. */
export const statedRangeSchema = z.strictObject({
  low: z.number().positive(),
  high: z.number().positive(),
  ...place,
});

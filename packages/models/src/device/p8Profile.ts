import { z } from "zod";
import { sourcedPositiveSchema, sourcedSchema, sourceSchema } from "./sourced.ts";

/** How a value of P_target became known: printed in the paper, recovered from its table, or named in its text. */
const p8Provenances = ["printed", "derived", "text"] as const;

const pointSchema = z.strictObject({
  parsed: z.number().int().positive(),
  us: sourcedPositiveSchema,
  provenance: z.enum(p8Provenances),
});

const missingSchema = z.discriminatedUnion("rule", [
  z.strictObject({
    rule: z
      .literal("neighbours")
      .describe("straight between known points; the last piece goes on up to `maxParsed`"),
    maxParsed: z.number().int().positive(),
    source: sourceSchema,
  }),
  z.strictObject({
    rule: z.literal("line"),
    firstUs: sourcedPositiveSchema,
    perHeaderUs: sourcedSchema,
    maxParsed: z.number().int().positive(),
    source: sourceSchema,
  }),
  z.strictObject({
    rule: z.literal("constant"),
    us: sourcedPositiveSchema,
    maxParsed: z.number().int().positive(),
    source: sourceSchema,
  }),
]);

/** P8 Eq. 5: a look-up P_target(n) of the mean latency with n parsed headers, and five slopes. */
export const p8FormSchema = z.strictObject({
  target: z
    .array(pointSchema)
    .min(1)
    .refine((points) => points.every((p, i) => i === 0 || p.parsed > points[i - 1]!.parsed), {
      message: "points must ascend by `parsed`, each number once",
    }),
  missing: missingSchema.nullable(),
  slopesUs: z.strictObject({
    modify: sourcedSchema,
    copy: sourcedSchema,
    remove: sourcedSchema,
    add: sourcedSchema,
    table: sourcedSchema,
  }),
});

export type P8Form = z.infer<typeof p8FormSchema>;

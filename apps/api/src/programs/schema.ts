import { programComparisonSchema, sourceHunkSchema } from "@p4twin/models/program";
import { z } from "zod";
import { idSchema, versionedSummarySchema, versionSchema } from "../shared/schemas.ts";

// our choice: two orders of magnitude above the largest program of p4c's samples
const MAX_SOURCE_CHARS = 2_000_000;

export const programSourceSchema = z.object({
  source: z.string().min(1, "The program is empty.").max(MAX_SOURCE_CHARS),
  includes: z
    .record(z.string().min(1).max(300), z.string().max(MAX_SOURCE_CHARS))
    .default({})
    .describe("files that the source includes: path as written in #include -> text"),
});

export const programSummarySchema = versionedSummarySchema;

export const programVersionSchema = versionSchema.extend({
  programId: idSchema,
  source: z.string(),
  includes: z.record(z.string(), z.string()),
});
export type ProgramVersion = z.infer<typeof programVersionSchema>;

/** How a version is, for lists. */
export const programHealthSchema = z.object({
  errors: z.int().describe("mistakes that keep it from being analysed"),
  warnings: z.int(),
  paths: z.int().nullable().describe("feasible paths, listed or not; null when it has errors"),
  slowestUs: z.number().nullable().describe("of the slowest path on the device; null when no engine can say"),
});
export type ProgramHealth = z.infer<typeof programHealthSchema>;

/** Two versions side by side; paths are named by the ids that the features of each version give them. */
export const programVersionComparisonSchema = z.object({
  comparison: programComparisonSchema,
  source: z.array(sourceHunkSchema),
});
export type ProgramVersionComparison = z.infer<typeof programVersionComparisonSchema>;

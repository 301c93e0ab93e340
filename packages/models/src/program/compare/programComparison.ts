import { z } from "zod";

const change = z.int();

/** After minus before, for each construct. */
const featuresDeltaSchema = z.strictObject({
  parse: change,
  modify: change,
  copy: change,
  remove: change,
  add: change,
  table: change,
});
export type FeaturesDelta = z.infer<typeof featuresDeltaSchema>;

/** What two paths can differ in. */
const pathAspects = ["states", "tables", "actions", "outcome", "externs", "features"] as const;
export type PathAspect = (typeof pathAspects)[number];

const pathChangeSchema = z.object({
  change: z.enum(["same", "changed", "added", "removed"]),
  /** id of the path in the first program; null when it was added */
  before: z.string().nullable(),
  /** id in the second program; null when it was removed */
  after: z.string().nullable(),
  /** null unless both have the path */
  delta: featuresDeltaSchema.nullable(),
  differs: z.array(z.enum(pathAspects)),
});
export type PathChange = z.infer<typeof pathChangeSchema>;

export const programComparisonSchema = z.object({
  /** in the order of the second program; removed paths follow the one that stood before them */
  paths: z.array(pathChangeSchema),
  counts: z.object({
    same: z.int().nonnegative(),
    changed: z.int().nonnegative(),
    added: z.int().nonnegative(),
    removed: z.int().nonnegative(),
  }),
  /** null when one of the programs has errors */
  min: featuresDeltaSchema.nullable(),
  max: featuresDeltaSchema.nullable(),
  /** false when one of the programs has paths that are not listed: those are not compared */
  complete: z.boolean(),
});
export type ProgramComparison = z.infer<typeof programComparisonSchema>;

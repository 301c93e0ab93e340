import { z } from "zod";
import { capabilityNames, constructs, diagnosticSchema, featuresSchema } from "../core/index.ts";

const bytes = z.int().nonnegative();

/** One counted construct and the line that counts. `file` stands only when it is not the program itself. */
const countedSourceSchema = z.object({
  line: z.int().positive(),
  construct: z.enum(constructs),
  header: z.string().optional(),
  table: z.string().optional(),
  column: z.int().positive(),
  endLine: z.int().positive(),
  file: z.string().optional(),
});
export type CountedSource = z.infer<typeof countedSourceSchema>;

const pathSchema = z.object({
  /** "p1", "p2", … in the order in which the program writes its branches */
  id: z.string().regex(/^p[1-9][0-9]*$/),
  features: featuresSchema,
  /** parser states, without accept and reject */
  states: z.array(z.string()),
  /** applied tables in order, with the action that ran */
  tables: z.array(z.object({ name: z.string(), action: z.string() })),
  /** extern functions and methods that the path uses, e.g. "hash", "register.read" */
  externs: z.array(z.string()),
  outcome: z.enum(["forward", "drop", "recirculate", "clone"]),
  /** bytes of each added header, in order; left out when the length of one is not known */
  addedHeaderBytes: z.array(bytes).optional(),
  /** bytes of each removed header, likewise */
  removedHeaderBytes: z.array(bytes).optional(),
  /** as many entries as the features add up to */
  source: z.array(countedSourceSchema),
});
export type Path = z.infer<typeof pathSchema>;

/** A path of clones, through egress only; `clonedBy`: ingress the packet as it came, egress as it leaves. */
const clonePathSchema = pathSchema.extend({
  id: z.string().regex(/^c[1-9][0-9]*$/),
  clonedBy: z.enum(["ingress", "egress"]),
});
export type ClonePath = z.infer<typeof clonePathSchema>;

/** A table that the program applies somewhere. */
const declaredTableSchema = z.object({
  /** as in the tables of a path */
  name: z.string(),
  /** match kinds of its keys, in order */
  keys: z.array(z.string()),
  /** entries that it is declared for; null when the program does not say */
  size: z.int().nonnegative().nullable(),
  /** entries that the program fixes, and those of an entries file */
  entries: z.int().nonnegative(),
  line: z.int().positive(),
});
export type DeclaredTable = z.infer<typeof declaredTableSchema>;

/** What `p4twin features --json` prints. `min` and `max` are null when the program has errors. */
export const featuresReportSchema = z.object({
  program: z.string(),
  architecture: z.string().nullable(),
  hash: z.string().regex(/^sha256:[0-9a-f]{64}$/),
  paths: z.array(pathSchema),
  /** number of all feasible paths, listed or not (2^53 - 1 stands for more) */
  pathCount: z.int().nonnegative(),
  truncated: z.boolean(),
  /** left out when the program clones nothing; null: too many to follow */
  clones: z.array(clonePathSchema).nullable().optional(),
  /** in the order of the program; empty when it has errors */
  tables: z.array(declaredTableSchema),
  /** what it needs of a device beyond constructs and externs; left out for compiled programs */
  needs: z.array(z.enum(capabilityNames)).optional(),
  min: featuresSchema.nullable(),
  max: featuresSchema.nullable(),
  /**
   * constructs whose least count may be too low, whose greatest may be too high; all others are counts of paths. Left
   * out when all are
   */
  coarse: z.object({ min: z.array(z.enum(constructs)), max: z.array(z.enum(constructs)) }).optional(),
  diagnostics: z.array(diagnosticSchema),
});
export type FeaturesReport = z.infer<typeof featuresReportSchema>;
export type CoarseBounds = NonNullable<FeaturesReport["coarse"]>;

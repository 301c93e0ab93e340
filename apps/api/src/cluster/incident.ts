import { z } from "zod";
import { idSchema, instantSchema, severitySchema } from "../shared/schemas.ts";

/** What part of the product an incident is about. */
const incidentKindSchema = z.enum([
  "process",
  "database",
  "disk",
  "clock",
  "spool",
  "broker",
  "collector",
  "notifications",
]);
export type IncidentKind = z.infer<typeof incidentKindSchema>;

/** A number or a name that shows it, with its unit in the value. */
const evidenceEntrySchema = z.object({ label: z.string(), value: z.string() });

/** Something that is wrong now: what the judge sees in one look. Of one key there is one incident at most. */
const conditionSchema = z.object({
  key: z.string().min(1).max(200),
  kind: incidentKindSchema,
  severity: severitySchema,
  title: z.string().max(200),
  /** why, in plain words, with what P4Twin does about it */
  cause: z.string().max(1_000),
  evidence: z.array(evidenceEntrySchema).max(20),
});
export type Condition = z.infer<typeof conditionSchema> & {
  /** of what happened once, the instant of the wall clock: an incident that was over after it has told it already */
  happenedMs?: number;
};

/** A fault of the product itself, from when it was seen until it was over. */
export const incidentSchema = conditionSchema.extend({
  id: idSchema,
  raisedAt: instantSchema,
  clearedAt: instantSchema.nullable(),
  times: z.int().describe("how often it was there; it came back within the quiet time when this is above 1"),
});
export type Incident = z.infer<typeof incidentSchema>;

/** What channels hear of an incident. */
export type IncidentWhat = "opened" | "changed" | "closed";

export const incidentFilterSchema = z.object({
  open: z.boolean().optional(),
  limit: z.int().min(1).max(1_000).default(100),
});
export type IncidentFilter = z.infer<typeof incidentFilterSchema>;

export const incidentListSchema = z.object({
  incidents: z.array(incidentSchema).describe("newest first"),
  complete: z
    .boolean()
    .describe("false while the database does not answer: then only what was seen lately is listed"),
});
export type IncidentList = z.infer<typeof incidentListSchema>;

import { z } from "zod";
import { instantSchema } from "../shared/schemas.ts";

export const statusSchema = z.object({
  version: z.string(),
  node: z.string(),
  startedAt: instantSchema,
  uptimeS: z.number(),
  database: z.object({
    ok: z.boolean(),
    kind: z.enum(["embedded", "external"]),
    version: z.string().nullable(),
    sizeBytes: z.number().nullable(),
    latencyMs: z.number().nullable(),
  }),
  queuedJobs: z.int().nullable(),
});
export type Status = z.infer<typeof statusSchema>;

/** Windows of one length (s): the disk that they take, and how many days they are kept. */
export const windowStorageSchema = z.object({
  levelS: z.int(),
  bytes: z.number(),
  retentionDays: z.int(),
});
export type WindowStorage = z.infer<typeof windowStorageSchema>;

/** What the owner sets for everybody. A new setting needs a default here and nothing else. */
export const settingsSchema = z.object({
  /** how long windows are kept, by their length */
  retentionDays: z.int().min(1).max(3650).default(30),
  retention10sDays: z.int().min(1).max(3650).default(90),
  retention1minDays: z.int().min(1).max(3650).default(400),
  retention1hDays: z.int().min(1).max(36_500).default(3650),
  /** how long entries of the audit log are kept; null: for ever */
  auditRetentionDays: z.int().min(30).max(36_500).nullable().default(null),
});
export type Settings = z.infer<typeof settingsSchema>;

import { z } from "zod";
import { idSchema, instantSchema } from "../shared/schemas.ts";

/** One element while the alarm rose: what it took then and what it usually takes (us). */
export const elementReadingSchema = z.object({
  label: z.string(),
  kind: z.enum(["switch", "vnf", "link"]),
  meanUs: z.number().nullable(),
  usualUs: z.number().nullable(),
});

/** The numbers that show why the event was raised. */
export const evidenceSchema = z.object({
  /** of the packets that arrived; null when none did */
  p99Us: z.number().nullable(),
  triggerUs: z.number(),
  resetUs: z.number(),
  plUs: z.number(),
  dlUs: z.number(),
  /** packets of the window that raised it, and how many of them were above PL and DL or dropped */
  count: z.number(),
  abovePl: z.number(),
  aboveDl: z.number(),
  dropped: z.number(),
  elements: z.array(elementReadingSchema),
  blame: z
    .object({
      label: z.string(),
      kind: z.enum(["switch", "vnf", "link"]),
      excessUs: z.number(),
      meanUs: z.number(),
      usualUs: z.number(),
      shareOfExcess: z.number(),
    })
    .nullable(),
});
export type Evidence = z.infer<typeof evidenceSchema>;

export const eventSchema = z.object({
  id: idSchema,
  deploymentId: idSchema,
  deploymentName: z.string(),
  segmentId: z.string(),
  /** in plain words: what happened, where, and who is to blame */
  message: z.string(),
  hop: z.string().nullable().describe("the element that is to blame"),
  evidence: evidenceSchema,
  openedAt: instantSchema,
  closedAt: instantSchema.nullable(),
  acknowledgedAt: instantSchema.nullable(),
});
export type Event = z.infer<typeof eventSchema>;

export const eventFilterSchema = z.object({
  deploymentId: idSchema.optional(),
  segmentId: z.string().optional(),
  open: z.boolean().optional(),
  from: instantSchema.optional(),
  to: instantSchema.optional(),
  limit: z.int().min(1).max(1000).default(100),
});
export type EventFilter = z.infer<typeof eventFilterSchema>;

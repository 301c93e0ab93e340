import { z } from "zod";
import { idSchema, instantSchema } from "../shared/schemas.ts";
import { rangeSchema } from "../twin/schema.ts";

export const voidFilterSchema = z.object({
  deploymentId: idSchema,
  range: rangeSchema.optional().describe("those that touch it; all when left out"),
});
export type VoidFilter = z.infer<typeof voidFilterSchema>;

export const voidInputSchema = z.object({
  deploymentId: idSchema,
  segmentId: z.string().min(1).nullable().default(null).describe("null: all segments"),
  range: rangeSchema,
  note: z
    .string()
    .trim()
    .min(1, "Say why the windows are wrong: it is shown in the twin and in reports.")
    .max(500),
});
export type VoidInput = z.infer<typeof voidInputSchema>;

export const windowVoidSchema = z.object({
  id: idSchema,
  deploymentId: idSchema,
  segmentId: z.string().nullable(),
  from: instantSchema,
  to: instantSchema,
  note: z.string(),
  windows: z.int().describe("windows of a second that were taken out"),
  createdBy: z.string().nullable().describe("name of the user"),
  createdAt: instantSchema,
});
export type WindowVoid = z.infer<typeof windowVoidSchema>;

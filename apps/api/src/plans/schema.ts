import { deviceProfileSchema } from "@p4twin/models/device";
import { planSchema, problemSchema } from "@p4twin/models/placement";
import { z } from "zod";
import { jobStateSchema } from "../jobs/queue.ts";
import { idSchema, instantSchema, jsonObjectSchema } from "../shared/schemas.ts";

export const planRunSchema = z.object({
  problem: jsonObjectSchema.describe("problem file of `p4twin plan`: deviceTypes, workload and options"),
  engine: z.string().min(1).max(120).default("exact"),
  timeLimitS: z.number().positive().max(3600).default(60),
});
export type PlanRun = z.infer<typeof planRunSchema>;

/** Payload of a `plan` job. */
export const planJobSchema = z.object({
  workspaceId: idSchema,
  problem: problemSchema,
  engine: z.string(),
  timeLimitS: z.number(),
  /** the device profiles that the problem names, as they were */
  profiles: z.array(deviceProfileSchema),
});
export type PlanJob = z.infer<typeof planJobSchema>;

export const planEntrySchema = z.object({
  id: idSchema,
  engine: z.string(),
  timeLimitS: z.number(),
  status: jobStateSchema,
  /** what the plan says (`optimal`, `feasible`, `infeasible`); null until it is there */
  answer: planSchema.shape.status.nullable(),
  createdAt: instantSchema,
  finishedAt: instantSchema.nullable(),
});
export type PlanEntry = z.infer<typeof planEntrySchema>;

export const planRecordSchema = planEntrySchema.extend({
  problem: problemSchema,
  result: planSchema.nullable(),
  failure: z.string().nullable(),
});
export type PlanRecord = z.infer<typeof planRecordSchema>;

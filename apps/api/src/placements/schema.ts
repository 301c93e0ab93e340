import { deviceProfileSchema } from "@p4twin/models/device";
import { placementSchema as placementResultSchema, problemSchema } from "@p4twin/models/placement";
import { z } from "zod";
import { jobProgressSchema, jobStateSchema } from "../jobs/queue.ts";
import { idSchema, instantSchema, jsonObjectSchema } from "../shared/schemas.ts";

/** What is to be placed: a scenario version, or a problem document of its own. */
const placementQuestionSchema = z.union([
  z.object({ scenarioVersionId: idSchema }),
  z.object({ problem: jsonObjectSchema.describe("problem file of `p4twin place`") }),
]);
export type PlacementQuestion = z.infer<typeof placementQuestionSchema>;

export const placementRunSchema = z.object({
  question: placementQuestionSchema,
  engine: z.string().min(1).max(120),
  timeLimitS: z.number().positive().max(3600).default(30),
});

export const placementEntrySchema = z.object({
  id: idSchema,
  scenarioVersionId: idSchema.nullable(),
  scenarioName: z.string().nullable(),
  engine: z.string(),
  timeLimitS: z.number(),
  status: jobStateSchema,
  /** answer of the engine (`optimal`, `feasible`, `infeasible`); null until it is there */
  answer: placementResultSchema.shape.status.nullable(),
  /** `infeasible` that is no more than "none found": the engine does not prove that there is no placement */
  gaveUp: z.boolean(),
  createdAt: instantSchema,
  finishedAt: instantSchema.nullable(),
});
export type PlacementEntry = z.infer<typeof placementEntrySchema>;

export const placementRecordSchema = placementEntrySchema.extend({
  problem: problemSchema,
  result: placementResultSchema.nullable(),
  failure: z.string().nullable(),
  progress: jobProgressSchema.nullable(),
});
export type PlacementRecord = z.infer<typeof placementRecordSchema>;

/** Payload of a `place` job. */
export const placeJobSchema = z.object({
  problem: problemSchema,
  engine: z.string(),
  timeLimitS: z.number(),
  /** the device profiles that the problem names */
  profiles: z.array(deviceProfileSchema),
});
export type PlaceJob = z.infer<typeof placeJobSchema>;

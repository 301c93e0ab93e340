import { segmentsSchema, thresholdsSchema } from "@p4twin/models/twin";
import { z } from "zod";
import { idSchema, instantSchema, nameSchema } from "../shared/schemas.ts";

export const deploymentStatusSchema = z.enum(["active", "paused"]);

export const deploymentInputSchema = z.object({
  name: nameSchema,
  chainVersionId: idSchema.nullable().default(null),
  placementId: idSchema.nullable().default(null),
  segments: segmentsSchema.default([]),
});
export type DeploymentInput = z.infer<typeof deploymentInputSchema>;

export const deploymentSchema = deploymentInputSchema.extend({
  id: idSchema,
  status: deploymentStatusSchema,
  /** grows with every change of segments, thresholds or status: collectors compile their matcher anew when it does */
  revision: z.int(),
  chainName: z.string().nullable(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
});
export type Deployment = z.infer<typeof deploymentSchema>;

export const thresholdChangeSchema = z.object({
  id: idSchema,
  segmentId: z.string(),
  before: thresholdsSchema,
  after: thresholdsSchema,
  changedBy: z.string().nullable().describe("name of the user"),
  changedAt: instantSchema,
});
export type ThresholdChange = z.infer<typeof thresholdChangeSchema>;

import { branchesSchema, segmentsSchema, thresholdsSchema } from "@p4twin/models/twin";
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

export const branchesOfElementSchema = z.object({
  id: idSchema,
  segmentId: z.string().min(1),
  element: z
    .int()
    .min(0)
    .max(40)
    .describe("the switch, by its place among the elements of the segment, from 0"),
  branches: branchesSchema.nullable(),
});
export type BranchesOfElement = z.infer<typeof branchesOfElementSchema>;

const { plUs, dlUs, alarm } = thresholdsSchema.shape;
/** One change for many segments: what is left out stays as it is in each. */
export const thresholdsOfManySchema = z.object({
  segments: z
    .array(z.object({ deploymentId: idSchema, segmentId: z.string().min(1) }))
    .min(1, "Choose at least one segment.")
    .max(1_000),
  change: z
    .object({ plUs: plUs.optional(), dlUs: dlUs.optional(), alarm: alarm.unwrap().optional() })
    .refine((change) => Object.values(change).some((value) => value !== undefined), "Say what to change."),
});
export type ThresholdsOfMany = z.infer<typeof thresholdsOfManySchema>;

export const thresholdChangeSchema = z.object({
  id: idSchema,
  segmentId: z.string(),
  before: thresholdsSchema,
  after: thresholdsSchema,
  changedBy: z.string().nullable().describe("name of the user"),
  changedAt: instantSchema,
});
export type ThresholdChange = z.infer<typeof thresholdChangeSchema>;

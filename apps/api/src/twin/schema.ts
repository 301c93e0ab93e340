import {
  boundSegmentSchema,
  column,
  predictionSchema,
  rulingCauses,
  segmentPredictionSchema,
  summarySchema,
  windowsSchema,
} from "@p4twin/models/twin";
import { z } from "zod";
import { idSchema, instantSchema } from "../shared/schemas.ts";

/** What the drift detector says of a segment. `shift`: by how much the residual moved, as a share of the prediction. */
export const driftSchema = z.object({
  phase: z.enum(["warming", "watching", "drifted"]),
  sinceMs: z.number().nullable(),
  shift: z.number().nullable(),
});

/** One line about a segment with its reason; `verdict` is its code. */
export const rulingSchema = z.object({
  verdict: z.enum(["holds", "drifts", "violated", "noData"]),
  title: z.enum(["model holds", "model drifts", "network problem", "no data"]),
  cause: z.enum(rulingCauses).nullable(),
  explained: z
    .boolean()
    .nullable()
    .describe("does the prediction at the load of now explain the observation?"),
  sinceMs: z.number().nullable(),
  element: z.string().nullable().describe("the culprit"),
  elementIndex: z.int().nullable().describe("its place among the elements of the segment"),
  headline: z.string(),
  line: z.string(),
});

const verdictSchema = z.enum(["holds", "drifts", "violated", "noData"]);
const residualSchema = z.object({ us: z.number(), share: z.number() }).nullable();

const twinSegmentSchema = segmentPredictionSchema.extend({
  segment: boundSegmentSchema,
  drift: driftSchema.nullable().describe("null while it is not watched"),
  predictedAt: instantSchema
    .nullable()
    .describe(
      "of a past moment: since when that prediction stood, later than the moment where it is the first that was kept; null: it is that of now",
    ),
});

export const twinSchema = z.object({
  deploymentId: idSchema,
  name: z.string(),
  chainName: z.string().nullable(),
  status: z.enum(["active", "paused"]),
  revision: z.int(),
  segments: z.array(twinSegmentSchema),
});
export type Twin = z.infer<typeof twinSchema>;

export const rangeSchema = z
  .object({ from: instantSchema, to: instantSchema })
  .refine((r) => r.from < r.to, { message: "The range must end after it begins.", path: ["to"] });

export const windowsInputSchema = z.object({
  deploymentId: idSchema,
  segmentIds: z.array(z.string()).max(1000).optional(),
  /** parts to return; by default the segment as a whole */
  parts: z.array(z.int().min(0).max(41)).max(42).default([0]),
  range: rangeSchema,
  maxPoints: z.int().min(10).max(10_000).default(3600),
});

/** Windows, and what was predicted of each segment as a whole while they were observed. */
export const observedWindowsSchema = windowsSchema.extend({
  predictions: z
    .array(
      z.object({
        segmentId: z.string(),
        atMs: z.number().describe("in force from then on, ms since 1970"),
        meanUs: z.number().nullable(),
        lowUs: z.number().nullable(),
        highUs: z.number().nullable(),
      }),
    )
    .describe("oldest first; the first of a segment may be from before the range"),
});
export type ObservedWindows = z.infer<typeof observedWindowsSchema>;

export const segmentStateSchema = z.object({
  segmentId: z.string(),
  verdict: verdictSchema,
  ruling: rulingSchema,
  residual: residualSchema,
  alarmRaised: z.boolean(),
  judgedS: z.number().describe("seconds that are judged: not across the beginning or the end of an incident"),
  parts: z.array(summarySchema),
  /** residual of each element, where both sides are known */
  elementResiduals: z.array(residualSchema),
  /** log-spaced histogram of the segment's latency over the range: bucket bounds in us and counts */
  distribution: z.array(z.object({ fromUs: z.number(), toUs: z.number(), count: z.number() })),
});
export type SegmentState = z.infer<typeof segmentStateSchema>;

export const overviewRowSchema = z.object({
  deploymentId: idSchema,
  deploymentName: z.string(),
  chainName: z.string().nullable(),
  segmentId: z.string(),
  segmentName: z.string(),
  kind: z.enum(["uc1", "uc2"]),
  plUs: z.number(),
  dlUs: z.number(),
  verdict: verdictSchema,
  ruling: rulingSchema,
  residual: residualSchema,
  predicted: predictionSchema,
  summary: summarySchema,
  /** p99 of the last 15 minutes, one point per 15 s */
  sparkline: z.object({ startMs: z.array(z.number()), p99Us: column }),
});
export type OverviewRow = z.infer<typeof overviewRowSchema>;

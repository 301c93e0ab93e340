import { rulingCauses, termKinds } from "@p4twin/models/twin";
import { z } from "zod";
import { boundSegmentSchema } from "../deployments/schema.ts";
import { idSchema, instantSchema } from "../shared/schemas.ts";

/** Prediction of models/twin: `null` where no source states a value. */
const predictionSchema = z.object({
  meanUs: z.number().nullable(),
  lowUs: z.number().nullable(),
  highUs: z.number().nullable(),
  terms: z.array(
    z.object({
      label: z.string(),
      us: z.number(),
      kind: z.enum(termKinds),
      /** of this term alone; null where no source states its spread */
      lowUs: z.number().nullable(),
      highUs: z.number().nullable(),
    }),
  ),
  notes: z.array(z.string()),
});

/** A queue of the segment at the load of now. */
const queueStateSchema = z.object({
  label: z.string(),
  element: z.int().describe("index of its switch among the elements"),
  offeredPps: z.number(),
  servedPps: z.number().nullable().describe("null where the pace of the device is not known"),
  utilisation: z.number().nullable(),
  source: z.enum(["measured", "stated"]),
});
export type QueueState = z.infer<typeof queueStateSchema>;

export const segmentPredictionSchema = z.object({
  /** of what INT can see */
  prediction: predictionSchema,
  elementPredictions: z.array(predictionSchema),
  /** of what it cannot see (links between clocks), predicted apart; null without such elements */
  unseen: predictionSchema.nullable(),
  queues: z.array(queueStateSchema),
});
export type SegmentPrediction = z.infer<typeof segmentPredictionSchema>;

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

/**
 * What was observed of a part over a range: percentiles from merged histograms; a part is 0 for the segment, i for
 * element i.
 */
const summarySchema = z.object({
  part: z.int(),
  count: z.number(),
  meanUs: z.number().nullable(),
  minUs: z.number().nullable(),
  maxUs: z.number().nullable(),
  p50Us: z.number().nullable(),
  p95Us: z.number().nullable(),
  p99Us: z.number().nullable(),
  /** shares of the packets that arrived; null without packets */
  shareAbovePl: z.number().nullable(),
  shareAboveDl: z.number().nullable(),
  dropped: z.number(),
  sequenceGaps: z.number(),
});
export type Summary = z.infer<typeof summarySchema>;

const verdictSchema = z.enum(["holds", "drifts", "violated", "noData"]);
const residualSchema = z.object({ us: z.number(), share: z.number() }).nullable();

const twinSegmentSchema = segmentPredictionSchema.extend({
  segment: boundSegmentSchema,
  drift: driftSchema.nullable().describe("null while nobody watches it"),
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

export const column = z.array(z.number().nullable());

/** Windows of one part as columns, oldest first; a time without packets is a gap (`null`), not zero. */
const seriesSchema = z.object({
  segmentId: z.string(),
  part: z.int(),
  /** start of each bucket, ms since 1970 */
  startMs: z.array(z.number()),
  count: z.array(z.number()),
  meanUs: column,
  p50Us: column,
  p95Us: column,
  p99Us: column,
  maxUs: column,
  abovePl: z.array(z.number()),
  aboveDl: z.array(z.number()),
  dropped: z.array(z.number()),
});
export type Series = z.infer<typeof seriesSchema>;

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

export const windowsSchema = z.object({ bucketMs: z.number(), series: z.array(seriesSchema) });
export type Windows = z.infer<typeof windowsSchema>;

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

import { placementSchema, problemSchema } from "@p4twin/models/placement";
import { z } from "zod";

const number = z.number().nullable();

const predictionSchema = z.object({
  meanUs: number,
  lowUs: number,
  highUs: number,
  /** of single packets; reports of before had it in lowUs and highUs */
  packet: z
    .object({
      lowUs: z.number(),
      highUs: z.number(),
      p50Us: z.number(),
      p95Us: z.number(),
      p99Us: z.number(),
    })
    .nullish(),
  terms: z.array(z.object({ label: z.string(), us: z.number() })),
  notes: z.array(z.string()),
});

const elementSchema = z.object({
  kind: z.enum(["switch", "vnf", "link"]),
  label: z.string(),
  program: z.string().nullish(),
  device: z.string().nullish(),
  engine: z.string().nullish(),
  source: z.string().nullish(),
});

const summarySchema = z.object({
  part: z.number(),
  count: z.number(),
  meanUs: number,
  p50Us: number,
  p95Us: number,
  p99Us: number,
  maxUs: number,
  shareAbovePl: number,
  shareAboveDl: number,
  dropped: z.number(),
  sequenceGaps: z.number(),
});

const stateSchema = z.object({
  segmentId: z.string(),
  verdict: z.enum(["holds", "drifts", "violated", "noData"]),
  residual: z.object({ us: z.number(), share: z.number() }).nullable(),
  parts: z.array(summarySchema),
  distribution: z.array(z.object({ fromUs: z.number(), toUs: z.number(), count: z.number() })),
});

const column = z.array(number);
const seriesSchema = z.object({
  segmentId: z.string(),
  part: z.number(),
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

const thresholdsSchema = z.object({ plUs: z.number(), dlUs: z.number() });

const eventSchema = z.object({
  id: z.string(),
  segmentId: z.string(),
  message: z.string(),
  openedAt: z.string(),
  closedAt: z.string().nullable(),
});

/** What a frozen twin report holds, as far as its page draws it. Later versions may add to it. */
export const frozenTwinSchema = z.object({
  deployment: z.object({ id: z.string(), name: z.string() }),
  thresholdHistory: z.array(
    z.object({
      id: z.string(),
      segmentId: z.string(),
      before: thresholdsSchema,
      after: thresholdsSchema,
      changedBy: z.string().nullable(),
      changedAt: z.string(),
    }),
  ),
  voids: z
    .array(
      z.object({
        id: z.string(),
        segmentId: z.string().nullable(),
        from: z.string(),
        to: z.string(),
        note: z.string(),
        windows: z.number(),
        createdBy: z.string().nullable(),
      }),
    )
    .default([]),
  observed: z.object({
    range: z.object({ from: z.string(), to: z.string() }),
    bucketMs: z.number(),
    twin: z.object({
      name: z.string(),
      chainName: z.string().nullable(),
      revision: z.number(),
      segments: z.array(
        z.object({
          segment: z.object({
            id: z.string(),
            name: z.string(),
            kind: z.enum(["uc1", "uc2"]),
            plUs: z.number(),
            dlUs: z.number(),
            elements: z.array(elementSchema),
          }),
          prediction: predictionSchema,
          elementPredictions: z.array(predictionSchema),
        }),
      ),
    }),
    states: z.array(stateSchema),
    series: z.array(seriesSchema),
    /** those that were open in the range; the first reports froze none */
    events: z.array(eventSchema).default([]),
  }),
});
export type FrozenTwin = z.infer<typeof frozenTwinSchema>;
export type FrozenObserved = FrozenTwin["observed"];
export type FrozenSegment = FrozenObserved["twin"]["segments"][number];
export type FrozenState = FrozenObserved["states"][number];
export type FrozenEvent = FrozenObserved["events"][number];
export type FrozenSeries = FrozenObserved["series"][number];

/** What a frozen placement report holds, as far as its page draws it. */
export const frozenPlacementSchema = z.object({
  placement: z.object({
    id: z.string(),
    engine: z.string(),
    timeLimitS: z.number(),
    createdAt: z.string(),
    problem: problemSchema,
    result: placementSchema.nullable(),
    failure: z.string().nullable(),
  }),
  scenario: z.object({ name: z.string(), number: z.number() }).nullable(),
});
export type FrozenPlacement = z.infer<typeof frozenPlacementSchema>;

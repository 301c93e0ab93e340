import { z } from "zod";
import { termKinds } from "../predict/prediction.ts";

const packetDelaySchema = z.object({
  lowUs: z.number(),
  highUs: z.number(),
  spreadUs: z.number(),
  p50Us: z.number(),
  p95Us: z.number(),
  p99Us: z.number(),
});
const meanErrorSchema = z.object({ source: z.string(), belowUs: z.number(), aboveUs: z.number() });

/** `null` where no source states a value. */
export const predictionSchema = z.object({
  meanUs: z.number().nullable(),
  lowUs: z.number().nullable().describe("of the mean, one standard deviation: means are held against it"),
  highUs: z.number().nullable(),
  packet: packetDelaySchema
    .nullable()
    .default(null)
    .describe("of single packets: percentiles are held against it"),
  errors: z
    .array(meanErrorSchema)
    .nullable()
    .default(null)
    .describe("what the interval of the mean is made of"),
  terms: z.array(
    z.object({
      label: z.string(),
      us: z.number(),
      kind: z.enum(termKinds),
      /** of the mean of this term alone; null where no source states its error */
      lowUs: z.number().nullable(),
      highUs: z.number().nullable(),
    }),
  ),
  notes: z.array(z.string()),
  lossShare: z
    .number()
    .optional()
    .describe("of the packets that a full queue loses; left out where none does"),
  queueDepth: z
    .number()
    .optional()
    .describe("packets in its queue by which its wait is predicted; left out where the load decides"),
});

/** A queue of the segment at the load of now. */
const queueStateSchema = z.object({
  label: z.string(),
  element: z.int().describe("index of its switch among the elements"),
  offeredPps: z.number(),
  servedPps: z.number().nullable().describe("null where the pace of the device is not known"),
  utilisation: z.number().nullable().describe("null, too, where the depth shows that the load is not all"),
  source: z.enum(["measured", "stated"]),
  depth: z
    .number()
    .nullable()
    .default(null)
    .describe("packets that reports show in it, where these decide and not the load"),
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

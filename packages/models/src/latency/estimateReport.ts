import { z } from "zod";
import { expectedLatencySchema } from "./expectedLatency.ts";
import type { Intervals } from "./interval.ts";
import { termSchema } from "./term.ts";

/** `Intervals` (`interval.ts`) as data: of the mean, what fit and run leave open; of a packet, its spread with that. */
export const intervalsSchema = z.object({
  meanLowUs: z.number().nullable(),
  meanHighUs: z.number().nullable(),
  lowUs: z.number().nullable(),
  highUs: z.number().nullable(),
}) satisfies z.ZodType<Intervals>;

/** Latency of one path. `meanUs` is null when the engine has no answer: then `notes` says why. */
const pathEstimateSchema = z.object({
  pathId: z.string(),
  meanUs: z.number().nullable(),
  ...intervalsSchema.shape,
  terms: z.array(termSchema),
  notes: z.array(z.string()),
  /** externs of the path whose cost is not known: `meanUs` is then the least that it takes; left out without any */
  notCounted: z.array(z.string()).optional(),
});

const extremesSchema = z.object({
  fastest: z.array(pathEstimateSchema),
  slowest: z.array(pathEstimateSchema),
});

/** What every estimator answers, and what `p4twin estimate --json` prints. */
export const estimateReportSchema = z.object({
  program: z.string(),
  device: z.string(),
  deviceVersion: z.number().int().positive(),
  packetBytes: z.number().int().positive(),
  engine: z.string(),
  estimates: z.array(pathEstimateSchema),
  minUs: z.number().nullable(),
  maxUs: z.number().nullable(),
  /** no path takes less than `minUs` nor more than `maxUs`, but perhaps none as much; left out when paths do */
  areBounds: z.literal(true).optional(),
  notes: z.array(z.string()),
  /** externs of any path whose cost is not known: `maxUs` is then a least value; left out without any */
  notCounted: z.array(z.string()).optional(),
  /** the fastest and slowest of all paths, the outermost first; they may be paths that are not listed */
  extremes: extremesSchema.optional(),
  /** over all packets, when probabilities were given */
  expected: expectedLatencySchema.optional(),
});

export type PathEstimate = z.infer<typeof pathEstimateSchema>;
export type EstimateReport = z.infer<typeof estimateReportSchema>;

import { z } from "zod";

/** What reports are told apart by. A node, port or queue is a hop's; the others are of the whole report. */
export const reportDimensions = [
  "exporter",
  "node",
  "port",
  "queue",
  "flow",
  "dscp",
  "path",
  "segment",
] as const;
export type ReportDimension = (typeof reportDimensions)[number];

/** What stored windows are told apart by: they know segments and their elements, not single packets. */
export const windowDimensions = ["segment", "part", "node", "path", "exporter"] as const;
export type WindowDimension = (typeof windowDimensions)[number];

/** What orders groups and colours the map. */
export const exploreValues = ["p99Us", "p50Us", "meanUs", "maxUs", "reports", "queueMax", "dropped"] as const;
export type ExploreValue = (typeof exploreValues)[number];

/** Groups that are listed, and bins of the map, at most (our choice). */
export const MAX_GROUPS_LISTED = 500;
export const MAX_BINS = 120;

export type ExploreFilter<D extends string> = { by: D; is: string };

/** A range in whole bins; filters of one dimension mean any of them, of several all of them. */
export type ExploreQuery<D extends string> = {
  fromMs: number;
  toMs: number;
  binMs: number;
  groupBy: D;
  filters: readonly ExploreFilter<D>[];
  value: ExploreValue;
  limit: number;
};

const orNull = z.number().nullable();
/** What is known of a group over a stretch of time. Latencies in us; null: none was measured, or no unit is certain. */
export const exploreTotalsSchema = z.object({
  reports: z.number().describe("of samples: what they stand for"),
  samples: z.number().nullable().describe("kept reports that this is from; null of windows, which count all"),
  meanUs: orNull,
  p50Us: orNull,
  p99Us: orNull,
  maxUs: orNull,
  queueMax: orNull.describe("in the switch's unit; null: no report contains a depth"),
  dropped: z.number(),
  congested: z.number(),
});
export type ExploreTotals = z.infer<typeof exploreTotalsSchema>;

export const exploreGroupSchema = exploreTotalsSchema.extend({
  key: z.string().nullable().describe("what filters take; null: the reports do not say it"),
  previous: exploreTotalsSchema
    .nullable()
    .describe("the same over the period before of the same length; null: nothing is known of it"),
  cells: z.array(orNull).describe("the value that was asked for, bin by bin"),
});
export type ExploreGroup = z.infer<typeof exploreGroupSchema>;

/** The first groups by the value, the rest as a number, and all together. */
export type Explored = { groups: ExploreGroup[]; groupCount: number; groupsCut: boolean; all: ExploreTotals };

import {
  exploreGroupSchema,
  exploreTotalsSchema,
  exploreValues,
  MAX_GROUPS_LISTED,
  reportDimensions,
  windowDimensions,
} from "@p4twin/models/telemetry";
import { z } from "zod";
import { exporterAddressSchema } from "../telemetry/schema.ts";
import { rangeSchema } from "../twin/schema.ts";

const MAX_FILTERS = 20;
const keySchema = z.string().min(1).max(500).describe("key of a group");
const reportFilterSchema = z.object({ by: z.enum(reportDimensions), is: keySchema });
const reportFiltersSchema = z
  .array(reportFilterSchema)
  .max(MAX_FILTERS)
  .default([])
  .describe("any of the values of one dimension, all dimensions");
const windowFiltersSchema = z
  .array(z.object({ by: z.enum(windowDimensions), is: keySchema }))
  .max(MAX_FILTERS)
  .default([]);

const common = {
  range: rangeSchema.describe("widened to whole bins"),
  value: z.enum(exploreValues).default("p99Us").describe("orders the groups, and fills their bins"),
  limit: z.int().min(1).max(MAX_GROUPS_LISTED).default(20),
};

/** Kept reports know each hop, queue and flow, as a sample; stored windows count every report, by segment. */
export const groupsInputSchema = z.discriminatedUnion("source", [
  z.object({
    source: z.literal("reports"),
    ...common,
    groupBy: z.enum(reportDimensions),
    filters: reportFiltersSchema,
  }),
  z.object({
    source: z.literal("windows"),
    ...common,
    groupBy: z.enum(windowDimensions),
    filters: windowFiltersSchema,
  }),
]);
export type GroupsInput = z.infer<typeof groupsInputSchema>;

/** Which reports are kept in memory now. */
const heldSchema = z.object({
  samples: z.int(),
  sinceMs: z.number().nullable(),
  bytes: z.int(),
  budgetBytes: z.int().describe("beyond it the oldest go"),
});

export const groupsSchema = z.object({
  fromMs: z.number(),
  toMs: z.number(),
  binMs: z.number(),
  groups: z.array(exploreGroupSchema.extend({ label: z.string().nullable() })),
  groupCount: z.int(),
  groupsCut: z.boolean().describe("there are more groups than are kept apart"),
  all: exploreTotalsSchema.describe("all groups together; of nodes, ports, queues and parts each hop counts"),
  held: heldSchema.nullable().describe("null of windows, which are stored"),
});
export type Groups = z.infer<typeof groupsSchema>;

export const keptReportsInputSchema = z.object({
  range: rangeSchema,
  filters: reportFiltersSchema,
  order: z.enum(["slowest", "newest"]).default("slowest"),
  limit: z.int().min(1).max(100).default(20),
});
export type KeptReportsInput = z.infer<typeof keptReportsInputSchema>;

const orNull = z.number().nullable();
const keptReportSchema = z.object({
  atMs: z.number(),
  exporter: exporterAddressSchema.shape.address,
  flow: z.string().nullable(),
  dscp: orNull.describe("as the reported packet has it, an INT marker included"),
  segment: z.string().nullable().describe("first segment that it belongs to"),
  latencyUs: orNull.describe("sum over its hops that fit; null: not known of each"),
  hops: z.array(
    z.object({
      nodeId: orNull,
      name: z.string().nullable(),
      ingressPort: orNull,
      egressPort: orNull,
      queueId: orNull,
      latencyUs: orNull,
      queueDepth: orNull.describe("in the switch's unit"),
    }),
  ),
  dropped: z.boolean(),
  congested: z.boolean(),
  reports: z.number().describe("reports of its exporter that it stands for; 0: kept because it is late"),
  datagramBytes: z.int(),
  hex: z.string().describe("beginning of the datagram"),
});
export const keptReportsSchema = z.object({ found: z.int(), reports: z.array(keptReportSchema) });
export type KeptReports = z.infer<typeof keptReportsSchema>;

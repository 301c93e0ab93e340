import { z } from "zod";
import { decodedFlowSchema } from "../decodeLine.ts";

const portId = z.int().min(0).max(0xffff_ffff);

/** A hop of a path as reports show it; null is what they do not say. */
export const heardHopSchema = z.object({
  nodeId: z.int().min(0).max(0xffff_ffff).nullable(),
  ingressPort: portId.nullable(),
  egressPort: portId.nullable(),
});
export type HeardHop = z.infer<typeof heardHopSchema>;

/** A path that reports of one exporter show: its hops in the order of the packet, and what takes it. */
export const heardPathSchema = z.object({
  exporter: z.string(),
  hops: z
    .array(heardHopSchema.extend({ p50Us: z.number().nullable(), p99Us: z.number().nullable() }))
    .min(1)
    .max(64)
    .describe("latencies are null until their unit is certain"),
  reports: z.number().describe("that showed it, of those that were looked at"),
  recentShare: z.number().describe("of the exporter's reports of the last half minute that were looked at"),
  flows: z.array(decodedFlowSchema.extend({ reports: z.number() })).describe("the busiest first"),
  flowsCut: z.boolean().describe("more flows take it than are listed"),
  firstMs: z.number(),
  lastMs: z.number(),
});
export type HeardPath = z.infer<typeof heardPathSchema>;

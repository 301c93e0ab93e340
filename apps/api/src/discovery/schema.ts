import { heardHopSchema, heardPathSchema } from "@p4twin/models/telemetry";
import { ASSUMED_LINK_GBPS, UNBUDGETED } from "@p4twin/models/twin";
import { z } from "zod";
import { idSchema, nameSchema } from "../shared/schemas.ts";
import { exporterAddressSchema } from "../telemetry/schema.ts";

/** Where a path was heard: by the collector, or in a capture. */
const sourceSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("live") }),
  z.object({ kind: z.literal("capture"), captureId: idSchema, captureName: z.string() }),
]);

/** What the times of a path count, who says so, and by what that shows. */
const unitSchema = z.object({
  timestamp: z.enum(["ns", "us"]),
  latency: z.enum(["ns", "us"]),
  known: z.boolean().describe("false: assumed, or in doubt"),
  evidence: z.string(),
});

export const pathEntrySchema = heardPathSchema.extend({
  source: sourceSchema,
  label: z.string().nullable().describe("name of the exporter, where it has one"),
  nodeNames: z.array(z.string().nullable()).describe("of each hop, from the inventory"),
  reportsPerS: z.number().nullable().describe("estimated from a sample; null without times"),
  unit: unitSchema.nullable(),
  boundBy: z
    .array(z.object({ deploymentId: idSchema, name: z.string() }))
    .describe("deployments with a segment over the whole path"),
  bindable: z.boolean().describe("false: a hop names no node, or there are more than a segment holds"),
});
export type PathEntry = z.infer<typeof pathEntrySchema>;

export const createTwinInputSchema = z
  .object({
    name: nameSchema,
    exporters: z.array(exporterAddressSchema.shape.address).min(1).max(100),
    hops: z.array(heardHopSchema).min(1).max(64),
    timeUnit: z.enum(["ns", "us"]).nullable().default(null).describe("null: as the exporter's reports show"),
    plUs: z.number().positive().default(UNBUDGETED.plUs),
    dlUs: z.number().positive().default(UNBUDGETED.dlUs),
    linkGbps: z.number().positive().default(ASSUMED_LINK_GBPS).describe("no report tells it"),
    captureId: idSchema.nullable().default(null).describe("capture whose windows the twin begins with"),
  })
  .refine(({ plUs, dlUs }) => plUs <= dlUs, {
    message: "PL must be at most DL: a packet is given priority before it is dropped.",
    path: ["plUs"],
  });
export type CreateTwinInput = z.infer<typeof createTwinInputSchema>;

/** What was made of a path. */
export const createdTwinSchema = z.object({
  deploymentId: idSchema,
  topologyVersionId: idSchema,
  chainVersionId: idSchema,
  runId: idSchema.nullable().describe("run that takes the capture in; null without one"),
});
export type CreatedTwin = z.infer<typeof createdTwinSchema>;

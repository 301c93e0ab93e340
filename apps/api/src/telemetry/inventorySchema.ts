import { z } from "zod";
import { exporterAddressSchema } from "./schema.ts";

const domainSchema = z.string().trim().min(1, "Give the domain a name.").max(120);
const nodeIdSchema = z.int().min(0).max(0xffff_ffff);
const nodeNameSchema = z.string().trim().min(1, "Give the node a name.").max(64);

/** As it is stored: which exporters share their node ids, and what people call nodes. */
export const inventorySchema = z.object({
  domains: z.record(z.string(), domainSchema).default({}),
  names: z.array(z.object({ domain: domainSchema, nodeId: nodeIdSchema, name: nodeNameSchema })).default([]),
});
export type Inventory = z.infer<typeof inventorySchema>;

export const nodeEntrySchema = z.object({
  domain: z.string().describe("the exporter's address, or the domain that it was put in"),
  nodeId: nodeIdSchema,
  name: z.string().nullable(),
  exporters: z
    .array(z.object({ address: z.string(), label: z.string().nullable() }))
    .describe("whose reports name it since the collector started"),
});
export type NodeEntry = z.infer<typeof nodeEntrySchema>;

export const nodeNameInputSchema = z.object({
  domain: domainSchema,
  nodeId: nodeIdSchema,
  name: nodeNameSchema.nullable().describe("null takes the name away"),
});
export type NodeNameInput = z.infer<typeof nodeNameInputSchema>;

export const exporterDomainInputSchema = exporterAddressSchema.extend({
  domain: domainSchema.nullable().describe("null: its node ids are its own"),
});

import { topologyFormats, topologySchema } from "@p4twin/models/topology";
import { z } from "zod";
import {
  idSchema,
  jsonObjectSchema,
  nameSchema,
  versionedSummarySchema,
  versionSchema,
  writtenSchema,
} from "../shared/schemas.ts";

// our choice: a cloud of 10,000 nodes written as YAML takes about 2 MB
const MAX_TEXT_CHARS = 8_000_000;

/**
 * A topology as the user has it: the text of a file of any format that `importTopology` reads, or the parsed document.
 */
export const topologyInputSchema = z.union([
  z.object({
    text: z
      .string()
      .max(MAX_TEXT_CHARS)
      .describe(
        `a file of one of these formats, detected from its content: ${Object.values(topologyFormats).join(", ")}`,
      ),
    fileName: z.string().max(300).default("topology.yaml"),
    deviceProfile: z
      .string()
      .min(1)
      .max(120)
      .optional()
      .describe("profile of programmable nodes for which a file of another format names none"),
    linkGbps: z.number().positive().optional().describe("rate of links for which it names none"),
  }),
  z.object({ document: jsonObjectSchema }),
]);
export type TopologyInput = z.infer<typeof topologyInputSchema>;

const profileIdSchema = z.string().min(1);
const countSchema = (max: number) => z.int().min(1).max(max);

/** What `fatTree` of models/topology takes; what is left out takes its default there. */
export const fatTreeInputSchema = z.object({
  name: nameSchema.optional(),
  racks: countSchema(1000),
  serversPerRack: countSchema(64),
  cores: countSchema(16).optional(),
  serverProfile: profileIdSchema.default("cpu"),
  accelerators: z.array(profileIdSchema.nullable()).min(1).default([null]),
  tors: z.array(profileIdSchema.nullable()).min(1).default([null]),
  switchDelayUs: z.number().min(0).optional(),
  pcieGbps: z.number().positive().optional(),
  accessGbps: z.number().positive().optional(),
  uplinkGbps: z.number().positive().optional(),
});
export type FatTreeInput = z.infer<typeof fatTreeInputSchema>;

export const topologySummarySchema = versionedSummarySchema.extend({
  nodeCount: z.int(),
  deviceCount: z.int(),
  linkCount: z.int(),
});
export type TopologySummary = z.infer<typeof topologySummarySchema>;

export const topologyVersionSchema = versionSchema.extend({
  topologyId: idSchema,
  document: topologySchema,
});
export type TopologyVersion = z.infer<typeof topologyVersionSchema>;

export const writtenTopologySchema = writtenSchema(topologyVersionSchema);
export type WrittenTopology = z.infer<typeof writtenTopologySchema>;

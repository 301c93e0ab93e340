import { changeSchema, problemOptionsSchema } from "@p4twin/models/placement";
import { nodeIdSchema } from "@p4twin/models/topology";
import { z } from "zod";
import { idSchema, instantSchema, nameSchema } from "../shared/schemas.ts";

const MOST_CHAINS = 500;

/** Parameters of a scenario beside its topology and chains. */
export const scenarioParametersSchema = z.object({
  options: problemOptionsSchema.default({ sharing: false, objective: {}, linkDirection: "full-duplex" }),
  required: z.array(z.string().min(1)).default(["l2fwd"]),
  timeLimitS: z.number().positive().max(3600).default(30),
  /**
   * hosts of the cloud at which chains start and end here, by the id of the chain, instead of those that the
   * chain names itself; null: none, on the device of its first or last function
   */
  ends: z
    .record(nodeIdSchema, z.object({ from: nodeIdSchema.nullable(), to: nodeIdSchema.nullable() }))
    .refine(
      (ends) => Object.keys(ends).length <= MOST_CHAINS,
      "There are hosts for more chains than a scenario takes.",
    )
    .optional(),
  /** what-if changes of the question that were saved, in order, on top of topology and chains */
  changes: z.array(changeSchema).max(1000).default([]),
});

export const scenarioContentSchema = z.object({
  topologyVersionId: idSchema,
  chainVersionIds: z.array(idSchema).min(1, "A scenario needs at least one chain.").max(MOST_CHAINS),
  engine: z.string().min(1).max(120).default("ilp"),
  parameters: scenarioParametersSchema.prefault({}),
});
export type ScenarioContent = z.infer<typeof scenarioContentSchema>;

export const scenarioVersionSchema = scenarioContentSchema.extend({
  id: idSchema,
  scenarioId: idSchema,
  name: nameSchema,
  number: z.int(),
  createdAt: instantSchema,
  versions: z.array(z.object({ id: idSchema, number: z.int(), createdAt: instantSchema })),
});
export type ScenarioVersion = z.infer<typeof scenarioVersionSchema>;

export const scenarioSummarySchema = z.object({
  id: idSchema,
  name: z.string(),
  createdAt: instantSchema,
  latest: z.object({
    id: idSchema,
    number: z.int(),
    createdAt: instantSchema,
    engine: z.string(),
    topologyName: z.string(),
    chainCount: z.int(),
  }),
});
export type ScenarioSummary = z.infer<typeof scenarioSummarySchema>;

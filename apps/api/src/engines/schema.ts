import { pluginFailureSchema } from "@p4twin/models/engine";
import { estimateReportSchema } from "@p4twin/models/latency";
import { placementSchema } from "@p4twin/models/placement";
import { z } from "zod";
import { idSchema, instantSchema, jsonObjectSchema, nameSchema, versionSchema } from "../shared/schemas.ts";

// our choice: a file that is larger is no engine but a package
const MAX_SOURCE_CHARS = 400_000;
const MAX_HOSTS = 100;

const engineKindSchema = z.enum(["built-in", "python", "http"]);

/** An engine as it is chosen; one may estimate, place, or both. `id` of an own engine names one version of it. */
export const engineSchema = z.object({
  id: z.string(),
  title: z.string(),
  estimates: z.boolean(),
  expects: z.boolean().describe("an estimator that can weigh paths by how often packets take them"),
  places: z.boolean(),
  instant: z.boolean().describe("places most problems in milliseconds"),
  kind: engineKindSchema,
  /** of an own engine: the engine, its version and that version's number */
  own: z
    .object({ engineId: idSchema, versionId: idSchema, number: z.int(), createdAt: instantSchema })
    .nullable(),
});
export type Engine = z.infer<typeof engineSchema>;

/** What an own engine is made of: a Python file, or an address that takes the same JSON by POST. */
export const engineContentSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("python"),
    source: z.string().min(1, "The file is empty.").max(MAX_SOURCE_CHARS),
  }),
  z.object({
    kind: z.literal("http"),
    url: z.url("Give a full address, such as https://engines.example.org/place.").max(2_000),
    estimates: z.boolean().default(true),
    places: z.boolean().default(false),
  }),
]);
export type EngineContent = z.infer<typeof engineContentSchema>;

export const engineVersionSchema = versionSchema.extend({
  engineId: idSchema,
  content: engineContentSchema,
  estimates: z.boolean(),
  places: z.boolean(),
});
export type EngineVersion = z.infer<typeof engineVersionSchema>;

/** An engine that cannot be used says why; nothing is stored then. */
const failedSchema = z.object({ ok: z.literal(false), failure: pluginFailureSchema, printed: z.string() });

export const writtenEngineSchema = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), version: engineVersionSchema }),
  failedSchema,
]);
export type WrittenEngine = z.infer<typeof writtenEngineSchema>;

export const newEngineSchema = z.object({ name: nameSchema, content: engineContentSchema });

/** What an engine is tried on: a program (library name or version) and a device, or a problem document. */
export const engineTrialSchema = z.object({
  content: engineContentSchema,
  question: z.discriminatedUnion("call", [
    z.object({
      call: z.literal("estimate"),
      program: z.string().min(1).max(200).describe("`lib:NAME` or the id of a program version"),
      device: z.string().min(1).max(120),
      packetBytes: z.int().min(64).max(9216).optional(),
    }),
    z.object({
      call: z.literal("place"),
      problem: jsonObjectSchema.describe("problem file of `p4twin place`"),
    }),
  ]),
});
export type EngineTrial = z.infer<typeof engineTrialSchema>;

export const engineTrialAnswerSchema = z.union([
  z.object({ ok: z.literal(true), report: estimateReportSchema }),
  z.object({ ok: z.literal(true), placement: placementSchema }),
  failedSchema,
]);
export type EngineTrialAnswer = z.infer<typeof engineTrialAnswerSchema>;

/** Hosts that engines may be asked at; private addresses have to be listed as addresses. */
export const engineHostsSchema = z.object({
  hosts: z.array(z.string().trim().min(1).max(300)).max(MAX_HOSTS),
});

import { diagnosticSchema } from "@p4twin/models/core";
import { z } from "zod";
import { deviceSchema } from "../devices/schema.ts";
import { bothIntervals, idSchema } from "../shared/schemas.ts";
import { rangeSchema } from "../twin/schema.ts";

const trustSchema = z
  .object({
    baseShare: z.number().positive().max(10).default(0.5),
    slopeShare: z.number().positive().max(10).default(1),
    slopeLeastUs: z.number().positive().max(1e3).default(0.5),
  })
  .describe("standard deviations of the prior: how far the published profile may be off (our choice)");

/** Where a refit gets its observations: live windows of a range, an uploaded table, or both. */
export const refitInputSchema = z
  .object({
    device: z.string().min(1).max(120).describe("profile to refit: its id, or id@version"),
    live: z
      .object({
        range: rangeSchema,
        deploymentIds: z.array(idSchema).max(1000).optional().describe("all, when left out"),
      })
      .optional(),
    upload: z
      .object({ text: z.string().max(2_000_000), fileName: z.string().max(300).default("measurements.csv") })
      .optional()
      .describe("CSV, TSV or semicolons; headings as in models/device/SPEC"),
    trust: trustSchema.optional(),
  })
  .refine((input) => input.live !== undefined || input.upload !== undefined, {
    message: "Give a range of live windows, an upload, or both.",
  });
export type RefitInput = z.infer<typeof refitInputSchema>;

/** What one program was observed to take, and the means by the published profile and by the proposed one. */
const refitSampleSchema = z.object({
  program: z.string(),
  place: z.string().describe("segment and switch, or the line of the upload"),
  counted: z
    .record(z.string(), z.number())
    .describe("constructs at their plain slope; parse and table less one"),
  packets: z.number(),
  meanUs: z.number(),
  spreadUs: z.number().nullable(),
  offsetUs: z.number().describe("known otherwise: externs, bends, waits"),
  beforeUs: z.number(),
  afterUs: z.number(),
  ...bothIntervals,
});

const refitCoefficientSchema = z.object({
  name: z.string(),
  priorUs: z.number(),
  us: z.number(),
  lowUs: z.number().nullable().describe("95 % interval; null where what runs differ by is in it and unknown"),
  highUs: z.number().nullable(),
  determinedShare: z.number().describe("share of the prior's variance that the data took away"),
  toldShare: z.number().describe("as determinedShare; goes with the next version"),
  status: z.enum(["told", "partly", "unseen", "bound"]),
  note: z.string().nullable(),
});

const answerSchema = z.object({
  ok: z.literal(true),
  device: z.string(),
  version: z.int(),
  samples: z.array(refitSampleSchema),
  coefficients: z.array(refitCoefficientSchema),
  programs: z.int(),
  packets: z.number(),
  misfitUs: z.number(),
  spreadUs: z.number().nullable(),
  /** mean relative errors over the samples */
  before: z.number(),
  after: z.number(),
  heldOut: z
    .number()
    .nullable()
    .describe("each program predicted from the others; null with fewer than three"),
  heldOutRuns: z
    .number()
    .nullable()
    .describe("each run of a switch predicted from the others; null with fewer than three, or unnamed ones"),
  /** what these programs cannot tell, in words */
  notIdentifiable: z.array(z.string()),
  blind: z.array(z.string()).describe("as notIdentifiable; goes with the next version"),
  notes: z.array(z.string()),
  diagnostics: z.array(diagnosticSchema),
});
const refusalSchema = z.object({ ok: z.literal(false), diagnostics: z.array(diagnosticSchema) });

export const refitSchema = z.discriminatedUnion("ok", [answerSchema, refusalSchema]);
export type Refit = z.infer<typeof refitSchema>;

export const makeRefitInputSchema = refitInputSchema.safeExtend({
  id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]*$/, "use lower-case letters, digits and dashes")
    .max(120)
    .optional()
    .describe(
      "of the new profile; left out, the own profile gets a new version, one of the library a sibling",
    ),
  title: z.string().min(1).max(200).optional(),
  rebind: z
    .array(idSchema)
    .max(1000)
    .default([])
    .describe("deployments whose switches of the refitted profile take the new version from now on"),
});
export type MakeRefitInput = z.infer<typeof makeRefitInputSchema>;

export const madeRefitSchema = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), device: deviceSchema, rebound: z.array(idSchema) }),
  refusalSchema,
]);
export type MadeRefit = z.infer<typeof madeRefitSchema>;

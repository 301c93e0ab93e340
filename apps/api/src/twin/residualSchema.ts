import { diagnosticSchema } from "@p4twin/models/core";
import { DEFAULT_ESTIMATOR } from "@p4twin/models/latency";
import { AlarmRule, driftSettingsSchema, residualColumnsSchema } from "@p4twin/models/twin";
import { z } from "zod";
import { idSchema } from "../shared/schemas.ts";
import { driftSchema, rangeSchema, rulingSchema } from "./schema.ts";

const coverageSchema = z.object({
  inside: z.int(),
  total: z.int(),
  share: z.number().nullable(),
  /** Wilson's 95 % interval of the share */
  low: z.number().nullable(),
  high: z.number().nullable(),
});

const calibrationSchema = z
  .object({
    level: z.number(),
    halfShare: z.number().nullable(),
    windows: z.int(),
    coverage: coverageSchema,
  })
  .describe("what live windows say of the next one's mean: within halfShare of the prediction, with level");
const packetsAboveSchema = z
  .object({ p50: z.number(), p95: z.number(), p99: z.number(), packets: z.number() })
  .nullable()
  .describe("share of the packets above the percentiles that were predicted");

const biasSchema = z
  .object({ meanShare: z.number(), medianShare: z.number(), rmsShare: z.number() })
  .nullable()
  .describe("of the residuals, as shares of the prediction; null without any");

export const residualsInputSchema = z.object({
  deploymentId: idSchema,
  segmentIds: z.array(z.string()).max(100).optional(),
  range: rangeSchema,
  maxPoints: z.int().min(10).max(10_000).default(1440),
});
export const residualsSchema = z.object({
  bucketMs: z.number(),
  /** share that an interval of one standard deviation of the mean holds over many runs */
  nominalCoverage: z.number(),
  segments: z.array(
    z.object({
      segmentId: z.string(),
      residuals: residualColumnsSchema,
      held: residualColumnsSchema.describe("as residuals; goes with the next version"),
      coverage: coverageSchema,
      calibration: calibrationSchema,
      packetsAbove: packetsAboveSchema,
      bias: biasSchema,
      drift: driftSchema.nullable(),
      /** changes of the prediction in the range: when, and to what */
      predictions: z.array(
        z.object({ atMs: z.number(), meanUs: z.number().nullable(), basisChanged: z.boolean() }),
      ),
    }),
  ),
});
export type Residuals = z.infer<typeof residualsSchema>;

export const replayInputSchema = z.object({
  deploymentId: idSchema,
  segmentId: z.string(),
  range: rangeSchema,
  /** what to replay with; what is left out is as it is bound now */
  model: z
    .object({
      devices: z
        .record(z.string(), z.string().min(1))
        .optional()
        .describe("label of a switch -> profile id, or id@version"),
      programs: z.record(z.string(), z.string().min(1)).optional().describe("label of a switch -> program"),
      engine: z.string().min(1).optional().describe("estimator of every switch"),
      plUs: z.number().positive().optional(),
      dlUs: z.number().positive().optional(),
      alarm: AlarmRule.optional(),
      drift: driftSettingsSchema.optional(),
    })
    .default({}),
  maxPoints: z.int().min(10).max(10_000).default(1440),
});

const replaySideSchema = z.object({
  residuals: residualColumnsSchema,
  held: residualColumnsSchema.describe("as residuals; goes with the next version"),
  coverage: coverageSchema,
  calibration: calibrationSchema,
  packetsAbove: packetsAboveSchema,
  bias: biasSchema,
  packets: z.number(),
  dropped: z.number(),
  plUs: z.number(),
  dlUs: z.number(),
  shareAbovePl: z.number().nullable(),
  shareAboveDl: z.number().nullable(),
  alarms: z.array(
    z.object({ raisedMs: z.number(), clearedMs: z.number().nullable(), worstP99Us: z.number().nullable() }),
  ),
  drifts: z.array(
    z.object({
      calledMs: z.number(),
      sinceMs: z.number().nullable(),
      clearedMs: z.number().nullable(),
      shift: z.number(),
    }),
  ),
  ruling: rulingSchema,
  notes: z.array(z.string()),
});
export type ReplaySide = z.infer<typeof replaySideSchema>;

export const replaySchema = z.object({
  /** length of the windows that alarms and drifts were stepped with: the live ones are 1000 */
  stepMs: z.number(),
  exact: z.boolean().describe("alarms and drifts are stepped second by second, as live"),
  asBound: replaySideSchema,
  replayed: replaySideSchema,
});
export type Replay = z.infer<typeof replaySchema>;

export const branchesInputSchema = z.object({
  program: z.string().min(1).describe("lib:NAME or the id of a program version"),
  device: z.string().min(1).describe("profile id, or id@version"),
  engine: z.string().min(1).max(120).default(DEFAULT_ESTIMATOR),
  counters: z
    .unknown()
    .describe(
      "entries with direct counters, cells with what they count, or entities of a P4Runtime read: twin/SPEC T17",
    ),
});
export const branchesSchema = z.discriminatedUnion("ok", [
  z.object({
    ok: z.literal(true),
    meanUs: z.number().nullable(),
    lowUs: z.number().nullable().describe("of that mean, one standard deviation: model and counters"),
    highUs: z.number().nullable(),
    packet: z
      .object({ lowUs: z.number(), highUs: z.number() })
      .nullable()
      .describe("of a packet, whichever path it takes"),
    countedSigmaUs: z.number().nullable().describe("what the counters leave of it, us"),
    places: z.array(
      z.object({
        kind: z.enum(["table", "state", "condition"]),
        name: z.string(),
        packets: z.number(),
        ways: z.array(
          z.object({
            way: z.string(),
            packets: z.number(),
            probability: z.number(),
            low: z.number(),
            high: z.number(),
          }),
        ),
      }),
    ),
    /** in the form that the expected latency takes */
    probabilities: z.object({
      tables: z.record(z.string(), z.record(z.string(), z.number())),
      conditions: z.record(z.string(), z.union([z.number(), z.record(z.string(), z.number())])),
      states: z.record(z.string(), z.record(z.string(), z.number())),
    }),
    uncounted: z.array(z.string()),
    untold: z.array(z.string()).describe("as uncounted; goes with the next version"),
    notes: z.array(z.string()),
    diagnostics: z.array(diagnosticSchema),
  }),
  z.object({ ok: z.literal(false), diagnostics: z.array(diagnosticSchema) }),
]);

import { intervalsSchema } from "@p4twin/models/latency";
import { z } from "zod";
import { driftItemSchema } from "../events/schema.ts";
import { switchDriftSchema } from "../notifications/payload.ts";
import { bothIntervals, idSchema, instantSchema } from "../shared/schemas.ts";
import { gnmiAddressSchema, switchSettings } from "./attachInput.ts";

/** What a switch is to P4Twin now. Unreachable is a state: what was seen last stays. */
export const switchStateSchema = z.enum([
  "new",
  "reading",
  "live",
  "partial",
  "empty",
  "unreachable",
  "refused",
]);
export type SwitchState = z.infer<typeof switchStateSchema>;

const unreadSchema = z.object({ what: z.string(), why: z.string() });

/** What the last look showed beside entries. */
export const readingSchema = z.object({
  apiVersion: z.string().nullable().describe("of P4Runtime; null: unknown"),
  cookie: z.string().nullable(),
  config: z
    .enum(["bmv2", "p4", "opaque", "none"])
    .describe("bmv2, p4: what the switch gave back is analysed as it is"),
  tables: z.array(
    z.object({
      name: z.string(),
      entries: z.int(),
      size: z.number().nullable().describe("entries that it was declared for"),
      counted: z.boolean().describe("its entries have counters"),
    }),
  ),
  entities: z.int(),
  readMs: z.number(),
  unread: z.array(unreadSchema),
  notes: z.array(z.string()),
  intNodeIds: z.array(z.int()).default([]).describe("INT node ids that its entries give to reports"),
});
export type Reading = z.infer<typeof readingSchema>;

/** From which severity on people hear of a drift. */
export const driftRuleSchema = z.enum(["warning", "critical", "off"]);
export const intentSchema = z.object({
  snapshotId: idSchema,
  setAt: instantSchema,
  setBy: z.string().nullable(),
  rule: driftRuleSchema.default("warning").describe("severity from which on channels hear of drift"),
  drift: switchDriftSchema
    .omit({ switchId: true, switchName: true, closedAt: true })
    .nullable()
    .default(null)
    .describe("how what was read last differs; null: it does not"),
});
export type Intent = z.infer<typeof intentSchema>;

export const switchSchema = z.object({
  id: idSchema,
  name: z.string(),
  address: z.string(),
  deviceId: z.string(),
  secure: z.boolean(),
  serverName: z.string().nullable(),
  mutual: z.boolean().describe("P4Twin shows a certificate"),
  gnmiAddress: gnmiAddressSchema,
  ...switchSettings,
  pollS: z.int(),
  state: switchStateSchema,
  stateSince: instantSchema,
  message: z.string().nullable().describe("why it is not live, with the remedy"),
  triedAt: instantSchema.nullable(),
  readAt: instantSchema.nullable().describe("when everything was read last"),
  reading: readingSchema.nullable(),
  snapshotId: idSchema.nullable().describe("what it held when it was read last"),
  intent: intentSchema.nullable().describe("what it should hold"),
  createdAt: instantSchema,
});
export type AttachedSwitch = z.infer<typeof switchSchema>;

const countsSchema = z.object({ added: z.int(), removed: z.int(), changed: z.int() });

export const snapshotSummarySchema = z.object({
  entities: z.int(),
  /** against the snapshot before; null for the first */
  counts: countsSchema.nullable(),
  pipelineChanged: z.boolean(),
  /** another program or profile was chosen, or a cloud, threshold or binding changed */
  surroundingsChanged: z.boolean().default(false),
});
export type SnapshotSummary = z.infer<typeof snapshotSummarySchema>;

export const snapshotCauseSchema = z.enum(["attached", "changed", "pipeline", "restarted", "surroundings"]);

export const switchSnapshotSchema = z.object({
  id: idSchema,
  switchId: idSchema,
  root: z.string().describe("equal for equal content"),
  takenAt: instantSchema,
  seenAt: instantSchema.describe("when it was seen last"),
  cause: snapshotCauseSchema,
  summary: snapshotSummarySchema,
});
export type StoredSnapshot = z.infer<typeof switchSnapshotSchema>;

export const occurrenceSchema = z.object({
  id: idSchema,
  at: instantSchema,
  kind: z.string(),
  text: z.string(),
  snapshotId: idSchema.nullable(),
});
export type Occurrence = z.infer<typeof occurrenceSchema>;

const entryRowSchema = z.object({
  place: z.string(),
  key: z.string(),
  value: z.string(),
  packets: z.number().nullable().describe("counted since the entry was written; null: not counted"),
  bytes: z.number().nullable(),
  perS: z.number().nullable().describe("packets/s between the last two looks"),
});
export const entriesSchema = z.object({
  rows: z.array(entryRowSchema),
  total: z.int().describe("that fit the filter"),
  countedAt: instantSchema.nullable(),
  sinceS: z.number().nullable().describe("seconds between the two looks of `perS`"),
});
export type Entries = z.infer<typeof entriesSchema>;

export const comparisonSchema = countsSchema.extend({
  places: z.array(countsSchema.extend({ place: z.string() })),
  changes: z.array(
    z.object({
      change: z.enum(["added", "removed", "changed"]),
      place: z.string(),
      key: z.string(),
      before: z.string().nullable(),
      after: z.string().nullable(),
    }),
  ),
  shown: z.int().describe("changes that are listed; the rest is counted"),
  pipelineChanged: z.boolean(),
  surroundings: z
    .array(
      z.object({
        kind: z.enum(["program", "profile", "topology", "threshold", "binding", "budget", "placement"]),
        place: z.string(),
        before: z.string().nullable(),
        after: z.string().nullable(),
      }),
    )
    .nullable()
    .describe("null: one of the two is from before they were kept"),
  surroundingsTotal: z.int().describe("of which as many are listed as there is room for"),
});
export type SnapshotComparison = z.infer<typeof comparisonSchema>;

const meanSchema = z.number().nullable().describe("us; null: unknown");
export const effectsSchema = z.object({
  device: z.string().nullable().describe("profile after the change; null: none was chosen"),
  counts: z
    .object({ same: z.int(), changed: z.int(), added: z.int(), removed: z.int() })
    .nullable()
    .describe("paths that the installed entries allow; null: a program is not known"),
  paths: z.array(
    z.object({
      change: z.enum(["same", "changed", "added", "removed"]),
      path: z.string(),
      beforeUs: meanSchema,
      afterUs: meanSchema,
      ...bothIntervals,
    }),
  ),
  pathsTotal: z
    .int()
    .describe("paths that come, go or take another time, of which as many are listed as there is room for"),
  chains: z.array(
    z.object({
      deploymentId: idSchema,
      deployment: z.string(),
      chain: z.string().nullable(),
      maxDelayUs: z.number().nullable().describe("budget after the change; null: best effort"),
      beforeUs: meanSchema,
      afterUs: meanSchema,
      ...bothIntervals,
      verdict: z
        .enum(["holds", "broken", "mended", "stays broken", "unknown"])
        .describe("the mean against the budget, before and after"),
      segments: z.array(
        z.object({
          segment: z.string(),
          beforeUs: meanSchema,
          afterUs: meanSchema,
          ...bothIntervals,
          plUs: z.number(),
          dlUs: z.number(),
        }),
      ),
    }),
  ),
  notes: z.array(z.string()),
});
export type Effects = z.infer<typeof effectsSchema>;

export const driftSchema = z.object({
  items: z.array(driftItemSchema),
  total: z.int(),
});
export type Drift = z.infer<typeof driftSchema>;

export const candidateSchema = z.object({
  programVersionId: idSchema,
  name: z.string(),
  differences: z
    .array(z.string())
    .describe("from what the switch tells of its tables; none: it may be what runs"),
  cookieOf: z.string().nullable().describe("another switch with this cookie that is bound to it"),
  sameName: z.boolean().describe("the P4Info names this program"),
});
export type Candidate = z.infer<typeof candidateSchema>;

const usSchema = z.number().nullable();
export const predictionSchema = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(false), why: z.string() }),
  z.object({
    ok: z.literal(true),
    program: z.string(),
    device: z.string(),
    paths: z.number().describe("that the installed entries allow"),
    pathsOfProgram: z.number(),
    minUs: usSchema,
    maxUs: usSchema,
    fastest: intervalsSchema.nullable().describe("of minUs; null: only a bound is known"),
    slowest: intervalsSchema.nullable().describe("of maxUs"),
    meanUs: usSchema.describe("over packets as they were counted; null: none were"),
    lowUs: usSchema.describe("of that mean, one standard deviation: model and counters"),
    highUs: usSchema,
    packet: z
      .object({ lowUs: z.number(), highUs: z.number() })
      .nullable()
      .describe("of a packet, whichever path it takes"),
    places: z.array(
      z.object({
        kind: z.enum(["table", "state", "condition"]),
        name: z.string(),
        packets: z.number(),
        ways: z.array(
          z.object({
            ...{ way: z.string(), packets: z.number() },
            ...{ probability: z.number(), low: z.number(), high: z.number() },
          }),
        ),
      }),
    ),
    uncounted: z.array(z.string()).describe("places that nothing counts"),
    from: instantSchema.nullable().describe("counters were read between these two"),
    to: instantSchema.nullable(),
    notes: z.array(z.string()),
  }),
]);
export type Prediction = z.infer<typeof predictionSchema>;
